"""`nardy serve`: run the club server."""

from pathlib import Path
from typing import Any

import click

from nardy.cli.club_file import require_server
from nardy.kernel import compile_missing


@click.command()
@click.option("--host", help="The address to listen on [127.0.0.1]; 0.0.0.0 for the whole network.")
@click.option("--port", help="The port [8080]; 0 for any free one.")
@click.option(
    "--database",
    help="The SQLite file [in the user's data folder], or postgresql://USER@HOST/NAME.",
)
@click.option("--origin", help="The public address, if the club is behind a proxy.")
@click.option("--games", help="A folder of game files: the club's own games beside the family's.")
@click.option(
    "--invited",
    is_flag=True,
    default=None,
    help="Only people invited to one of the groups may play.",
)
@click.option("--rated-a-day", help="Rated games of the same two players in 24 hours [5].")
@click.option(
    "--rated-same-place",
    is_flag=True,
    default=None,
    help="Accounts from one address or browser may play each other for a rating.",
)
@click.option("--workers", help="Processes of their own that think for the club [0].")
@click.option(
    "--metrics",
    help="Serve metrics for Prometheus at this port, such as 9108 or 127.0.0.1:9108 [none].",
)
@click.option("--metrics-secret", help="A file with the secret that requests for metrics name.")
@click.option(
    "--relay",
    help="One of several processes on PostgreSQL: its address for the others, such as 127.0.0.1:9200.",
)
@click.option("--relay-secret", help="A file with the secret that these processes share.")
@click.option(
    "--no-notices", is_flag=True, default=None, help="Send no notices: this is a copy to be tried."
)
@click.option("--log", help="The form of the log: text or json [text].")
@click.option(
    "--provider",
    multiple=True,
    help="An OpenID Connect provider for sign-in: name=,issuer=,client_id=,secret_file=",
)
@click.option(
    "--settings",
    "file",
    type=click.Path(path_type=Path),
    help="A TOML file of these and more settings; names have _ instead of -.",
)
def command(file: Path | None, **flags: Any) -> None:
    """Run a club: a web page where people play each other and bots.

    Prints the address of the page and serves until Ctrl-C. Every act is saved in the database at
    once. Settings can also come from the environment (NARDY_PORT=8080) or from a TOML file; a
    flag overrides both.

    Example: nardy serve --port 9000
    """
    require_server()
    from nardy.server.run import run  # noqa: PLC0415 (imports the web framework)
    from nardy.server.settings import read_settings  # noqa: PLC0415

    settings = read_settings(flags, file)
    compile_missing()
    run(settings, lambda address: click.echo(f"The club is open: {address} (Ctrl-C closes it)"))
