"""`nardy arena`: games between two bots, with luck-adjusted results."""

import json
from typing import Any

import click

from nardy.cli.computing import (
    cluster_option,
    connected,
    json_option,
    progress,
    seed_option,
    start_engine,
    threads_option,
)
from nardy.cli.inputs import GameChoice, takes_file


@click.command()
@click.argument("first")
@click.argument("second")
@takes_file
@click.option(
    "--games", type=click.IntRange(4, 10_000_000), default=1000, help="Rounded up to pairs."
)
@seed_option
@threads_option()
@cluster_option
@click.option("--judge", help="The bot whose network measures the luck; 'none' for no adjustment.")
@json_option
def command(game: GameChoice, as_json: bool, cluster: str | None, **asked: Any) -> None:
    """Compare two bots by games against each other, without the cube.

    Each pair of games has the same dice with the seats swapped. The luck-adjusted result has the
    same mean as the points per game, and far less noise. Other bots are gnubg:PLIES and
    bgsage:PLIES, if gnubg-nn or bgsage is installed, ubgi:COMMAND and python:FILE.py:CLASS. They
    lose a game by an illegal, late or missing answer. After Ctrl-C the finished games count.

    The figure after ± is the standard error. Pairs are its observations. A level misjudges the same
    positions in a set of up to 32 pairs; then such a set is one observation.

    Example: nardy arena nardy baseline --game long-nardy --games 2000
    """
    start_engine("the arena")
    from nardy.arena.matchup import Matchup  # noqa: PLC0415 (imports NumPy)
    from nardy.cli.arena_run import run  # noqa: PLC0415

    pairs = -(-asked.pop("games") // 2)
    meeting = Matchup(rules=game.rules(), pairs=pairs, **asked)
    with connected(cluster) as workers, progress("playing", 2 * pairs) as told:
        found = run(meeting, told, workers)
    if found["games"] < 2 * pairs:
        click.echo(f"stopped after {found['games']:,} of {2 * pairs:,} games", err=True)
    if as_json:
        click.echo(json.dumps(found))
        return
    click.echo("{first} against {second}, {game}, {games:,} games".format_map(found))
    click.echo(f"  points a game  {_figure(found, 'points')}")
    if found["adjusted"] is not None:
        click.echo(f"  without luck   {_figure(found, 'adjusted')}")
    if found["wins"] is not None:
        click.echo("  games won      {wins:.1%}".format_map(found))
    if found["cut"]:
        click.echo(
            "  {cut:,} cut after {cut_after:,} turns: no points, and not in the games won".format_map(
                found
            )
        )
    for name, reasons in zip((found["first"], found["second"]), found["forfeits"], strict=True):
        for reason, count in reasons.items():
            click.echo(f"  {count:,} lost by {name}: {reason}")


def _figure(found: dict[str, Any], name: str) -> str:
    """A mean and its standard error, which is unknown for a single observation."""
    error = found[f"{name}_error"]
    return f"{found[name]:+z.4f} ±{'?' if error is None else f'{error:.4f}'}"
