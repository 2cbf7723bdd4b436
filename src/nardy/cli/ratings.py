"""`nardy ratings`: recalculate the ratings of a club."""

import asyncio
import json

import click

from nardy.cli.club_file import club_file, over_rooms


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
    file = club_file(database)
    from nardy.server.players.rebuild import rebuild as count  # noqa: PLC0415 (an extra)

    results, standings = asyncio.run(over_rooms(file, count))
    if as_json:
        click.echo(json.dumps({"results": results, "standings": standings}))
    else:
        click.echo(f"counted: {results} results, {standings} standings")
