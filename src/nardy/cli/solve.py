"""`nardy solve`: solve a game of few checkers exactly."""

from pathlib import Path
from typing import Any

import click

from nardy.cli.computing import json_option, seed_option, start_engine, threads_option
from nardy.cli.inputs import GameChoice, takes_game


@click.command()
@takes_game
@click.option("--out", type=click.Path(path_type=Path), help="The file [GAME.solved.npz].")
@threads_option()
@click.option("--judge", help="A bot with a network: tell what its turns lose.")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=1000,
    help="How many games the judged bot plays against itself.",
)
@seed_option
@json_option
def command(game: GameChoice, as_json: bool, **asked: Any) -> None:
    """Solve a game of up to three checkers a side exactly, for money without a cube.

    GAME is a game in which checkers hit or block, perhaps your own with --file. Ctrl-C stops;
    the same command goes on, and once the game is solved it only tells.

    Example: nardy solve hypergammon --judge nardy:0
    """
    start_engine("solving")
    from nardy.cli.solving import Task, solve  # noqa: PLC0415 (imports NumPy)

    rules = game.rules("hypergammon")
    asked["out"] = asked["out"] or Path(f"{rules.id}.solved.npz")
    solve(Task(rules=rules, as_json=as_json, **asked))
