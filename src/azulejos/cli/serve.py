"""``azulejos serve``: the game server."""

from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(envvar="AZULEJOS_HOST", help="Where to listen; 0.0.0.0 is everywhere.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="AZULEJOS_PORT", min=0, max=65535, help="0 is any free one.")
    ] = 8017,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="AZULEJOS_DATABASE",
            metavar="FILE|URL",
            show_default=False,
            help="An SQLite file, or postgresql://…; a file in your data folder if not said.",
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            envvar="AZULEJOS_PUBLIC_URL",
            metavar="URL",
            help="Where people reach the server, such as https://azul.example.org.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Processes for computer players; cores less one."),
    ] = None,
    rate_limits: Annotated[
        bool, typer.Option(help="Limit how often one address or person may ask.")
    ] = True,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Log every request, without its secrets.")
    ] = False,
) -> None:
    """Serve games over HTTP until Ctrl-C.

    For example:

        azulejos serve

        azulejos serve --host 0.0.0.0 --public-url https://azul.example.org
    """
    import os
    from dataclasses import replace

    from azulejos.server.config import Config, check_public_url
    from azulejos.server.run import configure_logging, serve_until_stopped
    from azulejos.storage import default_database, parse_database

    config = Config(
        database=database or default_database(),
        host=host,
        port=port,
        public_url=check_public_url(public_url),
        workers=workers or max(1, (os.cpu_count() or 2) - 1),
    )
    parse_database(config.database)
    if not rate_limits:
        config = replace(
            config,
            address_rate=None,
            person_rate=None,
            guest_rate=None,
            table_rate=None,
            max_streams=10**6,
        )
    configure_logging(verbose=verbose)
    if not serve_until_stopped(config, lambda address: typer.echo(f"Serving {address}")):
        raise typer.Exit(1)
