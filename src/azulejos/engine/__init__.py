"""The engine protocol AEP: a session without I/O, and a loop on standard input and output."""

from azulejos.engine.session import Session

__all__ = ["Session"]
