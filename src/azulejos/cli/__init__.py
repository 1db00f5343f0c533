"""The command line ``azulejos``: one module a subcommand, everything else imported on use."""

from azulejos.cli.commands import app, main

__all__ = ["app", "main"]
