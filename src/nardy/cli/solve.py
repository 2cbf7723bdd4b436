"""`nardy solve`: solve a game of few checkers exactly."""

import os
from pathlib import Path
from typing import Any

import click

from nardy.cli.inputs import GameChoice, takes_game
from nardy.errors import MissingExtraError
from nardy.kernel import is_available
from nardy.kernel.behind import warm_now


@click.command()
@takes_game
@click.option("--out", type=click.Path(path_type=Path), help="The file [GAME.solved.npz].")
@click.option("--threads", type=click.IntRange(1, 256), help="[all cores]")
@click.option("--judge", help="A bot with a network: tell what its turns lose.")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=1000,
    show_default=True,
    help="How many games the judged bot plays against itself.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(game: GameChoice, as_json: bool, **asked: Any) -> None:
    """Solve a game of up to three checkers a side exactly, for money without a cube.

    GAME is a game in which checkers hit or block, perhaps your own with --file. Ctrl-C stops;
    the same command goes on, and once the game is solved it only tells.

    Example: nardy solve hypergammon --judge nardy:0
    """
    if not is_available():
        raise MissingExtraError(
            "expected Numba for solving, and it is not installed; install nardy[engine]"
        )
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    warm_now()
    from nardy.cli.solving import Task, solve  # noqa: PLC0415 (imports Numba)

    rules = game.rules("hypergammon")
    asked["out"] = asked["out"] or Path(f"{rules.id}.solved.npz")
    asked["threads"] = asked["threads"] or os.cpu_count() or 1
    solve(Task(rules=rules, as_json=as_json, **asked))
