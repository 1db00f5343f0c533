"""``azulejos version``: which version this is."""

import typer


def version() -> None:
    """Print the version."""
    from azulejos.version import __version__

    typer.echo(f"azulejos {__version__}")
