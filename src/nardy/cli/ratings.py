"""`nardy ratings`: what the club's games have come to."""

import asyncio
import json
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from nardy.errors import MissingExtraError, NardyError


@click.group()
def command() -> None:
    """Count the ratings of a club.

    Example: nardy ratings rebuild --database club.db
    """


@command.command()
@click.option("--database", help="The SQLite file [in the user's data folder].")
@click.option("--json", "as_json", is_flag=True, help="The count as JSON.")
def rebuild(database: str | None, as_json: bool) -> None:
    """Make all results and ratings anew from the log of games.

    The log is the only truth: every finished game is played through the rule book again, and the
    ratings come out as they stood, to the last digit. Needed after a change of the formula, and for
    games that were finished before there were ratings. The club may go on meanwhile, but should be
    started again afterwards.

    Example: nardy ratings rebuild --database club.db
    """
    if find_spec("litestar") is None:
        raise MissingExtraError(
            "expected the packages of the server, and they are not installed; install nardy[server]"
        )
    from nardy.server.settings import read_settings  # noqa: PLC0415 (imports the web framework)

    file = read_settings({"database": database}).database
    if not file.exists():
        raise NardyError(f"expected the database of a club, got {file}; name it with --database")
    results, standings = asyncio.run(_rebuild(file))
    if as_json:
        click.echo(json.dumps({"results": results, "standings": standings}))
    else:
        click.echo(f"counted: {results} results, {standings} standings")


async def _rebuild(file: Path) -> tuple[int, int]:
    from nardy.server.rebuilding import rebuild as count  # noqa: PLC0415 (as above)
    from nardy.server.store.opening import open_store  # noqa: PLC0415 (as above)

    store = open_store(file)
    try:
        with click.progressbar(length=1, label="rooms", file=sys.stderr) as bar:

            def tell(done: int, of: int) -> None:
                bar.length = of
                bar.update(done - bar.pos)

            return await count(store, tell)
    finally:
        store.close()
