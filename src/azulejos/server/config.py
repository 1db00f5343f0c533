"""How a server is set up."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from azulejos.errors import OptionError

DEFAULT_PORT: Final = 8017


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may happen: at once, and a second in the long run."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Config:
    """Everything a host decides; the defaults suit a club on one machine."""

    database: str
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    public_url: str | None = None
    """Where people reach the server, if that is not where it listens."""
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    """Processes in which computer players think."""
    max_body: int = 64 * 1024
    max_streams: int = 50
    """Event streams one address may hold at a time."""
    address_rate: Rate | None = Rate(300, 60)
    person_rate: Rate | None = Rate(60, 15)
    """Writes of one person."""
    guest_rate: Rate | None = Rate(30, 0.2)
    """New people from one address."""
    table_rate: Rate | None = Rate(30, 0.2)
    """New tables of one person."""
    heartbeat: float = 15.0
    """Seconds between two signs of life on a quiet stream."""
    look_around: float = 15.0
    """Seconds between two looks for what other processes did and could not tell of."""
    pool_size: int = 5
    pages: Path | None = None
    """The folder of the browser app; the one that came with the package if None."""

    @property
    def is_secure(self) -> bool:
        """Whether people reach the server over HTTPS."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def public_host(self) -> str | None:
        """The name under which people reach the server."""
        return None if self.public_url is None else urlsplit(self.public_url).hostname


def check_public_url(url: str | None) -> str | None:
    """Return the address of a server without a slash at the end, or refuse it."""
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise OptionError("such as https://azul.example.org, without a path", "public-url")
    return f"{parts.scheme}://{parts.netloc}"
