"""`nardy ratings`: recalculate the ratings of a club."""

import asyncio
import json

import click

from nardy.cli.club_file import club_database, over_rooms


@click.group()
def command() -> None:
    """Recalculate the ratings of a club.

    Example: nardy ratings rebuild --database club.db
    """


@command.command()
@click.option(
    "--database", help="The SQLite file [in the user's data folder], or a postgresql:// address."
)
@click.option(
    "--json", "as_json", is_flag=True, help="The numbers of results and standings as JSON."
)
def rebuild(database: str | None, as_json: bool) -> None:
    """Recalculate all results and ratings from the log of games.

    Every finished game is replayed by the rule book, and the ratings come out the same to the last
    digit. This is needed after a change of the formula, and for games that are older than the
    ratings. The club may keep running, but should be restarted afterwards.

    Example: nardy ratings rebuild --database club.db
    """
    of = club_database(database)
    from nardy.server.players.rebuild import rebuild as count  # noqa: PLC0415 (an extra)

    results, standings = asyncio.run(over_rooms(of, count))
    if as_json:
        click.echo(json.dumps({"results": results, "standings": standings}))
    else:
        click.echo(f"counted: {results} results, {standings} standings")
