"""`nardy worker`: think for a club, on the same machine or on one that reaches its database."""

import os

import click

from nardy.cli.club_file import club_database
from nardy.kernel import compile_missing


@click.command()
@click.option(
    "--database", help="The SQLite file [in the user's data folder], or a postgresql:// address."
)
@click.option(
    "--log", type=click.Choice(["text", "json"]), default="text", help="The form of the log."
)
def command(database: str | None, log: str) -> None:
    """Think for a club: turns of bots, hints, reviews and rollouts.

    The club of the database gives its workers jobs and goes on answering people. With SQLite it runs on this
    machine; workers of PostgreSQL may run on any that reaches it. Start as many workers as there are free
    cores. SIGTERM or Ctrl-C ends a worker, and what it was doing is done by another. `nardy serve --workers N`
    starts workers of its own.

    Example: nardy worker --database /var/lib/nardy/club.db
    """
    found = club_database(database)
    # One thread a worker: all together they take the cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from nardy.server.operations.json_logs import log_as_json  # noqa: PLC0415 (an extra)
    from nardy.server.worker.process import work  # noqa: PLC0415

    if log == "json":
        log_as_json()
    compile_missing()
    work(found, lambda _: click.echo(f"The worker is ready: {found} (Ctrl-C ends it)"))
