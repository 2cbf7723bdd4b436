"""`nardy train`: train a network by self-play."""

from pathlib import Path
from typing import Any

import click

from nardy.cli.computing import processes_option, seed_option, start_engine
from nardy.cli.inputs import GameChoice, NumberRange, takes_game


@click.command()
@takes_game
@click.option(
    "--minutes",
    type=NumberRange(min=0, min_open=True),
    default=10.0,
    help="Wall time, including earlier runs with the same file.",
)
@click.option("--rounds", type=click.IntRange(min=1), help="Rounds instead of minutes.")
@click.option("--out", type=click.Path(path_type=Path), help="The file [GAME.npz].")
@click.option(
    "--hidden",
    type=click.IntRange(8, 2048),
    default=256,
    help="Units of the first layer; in the first two minutes of training 128 play better.",
)
@click.option(
    "--second",
    type=click.IntRange(2, 256),
    help="Units of the second layer [64, or those of the weights to begin with].",
)
@click.option(
    "--phases/--no-phases",
    default=True,
    help="A first layer for each of nine phases of a game once exact targets begin.",
)
@click.option(
    "--exact",
    type=NumberRange(0, 1),
    default=0.5,
    help="The share of the time, at its end, for exact targets over all rolls.",
)
@click.option(
    "--returns",
    type=NumberRange(0, 1),
    default=0.0,
    help="The share of the time, after these, for returns of games a ply ahead; for long runs.",
)
@click.option(
    "--returns-rate",
    type=NumberRange(0, 0.01, min_open=True),
    default=0.00024,
    help="The learning rate of these at first; backgammon, which had trained for hours, had 0.00008.",
)
@click.option(
    "--class",
    "kinds",
    multiple=True,
    help="Begin half of the games for exact targets, and three tenths of those for returns, with positions of "
    "this class; may be given again.",
)
@seed_option
@processes_option("Processes that play games [all cores]; 1 plays and learns in turn.")
@click.option(
    "--begin-with",
    type=click.Path(path_type=Path),
    help="Initial weights; their layers must not be wider.",
)
@click.option(
    "--device",
    type=click.Choice(["cpu", "cuda", "torch-cpu"]),
    default="cpu",
    help="Where the network learns: cuda is a GPU, by PyTorch; torch-cpu is PyTorch without a GPU, for tests.",
)
def command(game: GameChoice, **asked: Any) -> None:
    """Train a network for a game by playing it against itself.

    GAME is any game, also one of your own with --file. Ctrl-C stops; the same command goes on
    from the checkpoint beside the file. The same seed, processes and rounds give the same
    weights on the device cpu, if nothing stops the run.

    Example: nardy train long-nardy --minutes 30 --out my.npz
    """
    start_engine("training")
    from nardy.cli.train.run import TrainOptions, train  # noqa: PLC0415 (imports NumPy)

    rules = game.rules()
    minutes = asked.pop("minutes")
    asked["seconds"] = None if asked["rounds"] else 60 * minutes
    asked["out"] = asked["out"] or Path(f"{rules.id}.npz")
    train(TrainOptions(rules=rules, find=game.find, **asked))
