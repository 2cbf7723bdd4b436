"""`nardy label`: positions and decisions of a game with their value by rollout."""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from nardy.cli.computing import (
    cluster_option,
    connected,
    counted,
    progress,
    seed_option,
    start_engine,
    stop_for_good,
    threads_option,
)
from nardy.cli.evaluate import plain_bot
from nardy.cli.inputs import GameChoice, NumberRange, takes_game
from nardy.games import GAMES

FEWEST = 72
"""Trials before an error is believed (labels/truth.py, which imports NumPy)."""

IGNORED = {
    "book": ("count", "least", "kinds", "games"),
    "puzzles": ("error",),
    "positions": ("rivals",),
    "cubes": ("rivals",),
}
"""Options that make no difference to labels of these moments."""


@click.command()
@takes_game
@click.option("--out", type=click.Path(path_type=Path), help="The file [labels/GAME.jsonl].")
@click.option(
    "--moments",
    type=click.Choice(["decisions", "positions", "cubes", "puzzles", "book"]),
    default="decisions",
    help="Decisions after a roll, positions before one, cube decisions, candidates for puzzles, or "
    "first rolls and replies.",
)
@click.option(
    "--count", type=click.IntRange(1, 1_000_000), default=200, help="Moments drawn by their part."
)
@click.option("--least", type=click.IntRange(0), default=0, help="At least so many of each class.")
@click.option("--class", "kinds", multiple=True, help="Only this class; may be given again.")
@click.option("--games", type=click.IntRange(1), default=2048, help="Games to draw from.")
@click.option(
    "--error",
    type=NumberRange(min=0, min_open=True),
    default=0.004,
    help="The standard error that ends a rollout, but for puzzles.",
)
@click.option(
    "--trials",
    type=click.IntRange(FEWEST),
    help="Trials of a moment at most. [12960; of puzzles 1440]",
)
@click.option("--bot", default="nardy:1", help="The bot that rolls out: nardy:PLIES or nardy:FILE.")
@click.option("--cut", type=click.IntRange(0, 800), default=11, help="Plies; 0: to the end.")
@click.option("--rivals", type=click.IntRange(2, 20), default=3, help="Turns to be compared.")
@click.option("--to-end", multiple=True, metavar="CLASS", help="Roll this class out to the end.")
@seed_option
@threads_option()
@cluster_option
def command(game: GameChoice, out: Path | None, bot: str, **asked: Any) -> None:
    """Draw decisions from self-play and find their true values by rollout.

    The games are those of the bot's network against itself, without look-ahead. Decisions are drawn
    by class of position, from turns with a choice. The best turns are rolled out with the same dice
    until the best is told from the others, or the standard error is reached. The file holds the
    decisions, their labels and what made them. After Ctrl-C the same command continues. GAME or
    --file must be named, since the work takes long on all cores.

    Example: nardy label long-nardy --count 300 --least 20
    """
    if not game.is_given:
        raise click.UsageError(f"expected a game, got none; name one of {', '.join(GAMES)}")
    _require_use(asked["moments"])
    start_engine("labels")
    from nardy.cli.label_run import Labelling, file_of, run  # noqa: PLC0415 (imports NumPy)
    from nardy.labels.book import size_of  # noqa: PLC0415

    rules = game.rules()
    path = out or Path("labels") / f"{rules.id}.jsonl"
    threads, cluster = asked.pop("threads"), asked.pop("cluster")
    asked["to_end"] = frozenset(asked["to_end"])
    labelling = Labelling(rules=rules, find=game.find, bot=plain_bot(bot), **asked)
    file = file_of(path, labelling)
    total = size_of(file)
    left = total - len(file.labels)
    click.echo(f"{counted(total, 'moment')} in {path}, {left:,} to be rolled out")
    with connected(cluster) as workers, progress("rolling out", total) as told:
        try:
            run(file, labelling, workers, threads, told)
        except KeyboardInterrupt:
            done = len(file.labels)
            stop_for_good(f"stopped after {done:,} labels; the same command continues")


def _require_use(moments: str) -> None:
    """Refuse options that would be ignored, but make it another file to continue.

    Raises:
        click.UsageError: one is given.
    """
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_given and name in IGNORED.get(moments, ()):
            raise click.UsageError(
                f"expected options that --moments {moments} uses, got {option.opts[0]}; leave it out"
            )
