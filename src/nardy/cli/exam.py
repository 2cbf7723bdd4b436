"""`nardy exam`: the performance rating of bots, by the labels of a game."""

import json
from pathlib import Path
from typing import Any

import click

from nardy.cli.computing import json_option, progress, seed_option, start_engine
from nardy.cli.inputs import GameChoice, takes_game


@click.command()
@takes_game
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--labels", type=click.Path(path_type=Path), help="The label file [labels/GAME.jsonl]."
)
@click.option(
    "--judge", type=click.Path(path_type=Path), help="A second judge's figures of the same moments."
)
@click.option("--classes", is_flag=True, help="Every class of positions as well.")
@seed_option
@json_option
def command(game: GameChoice, classes: bool, as_json: bool, **asked: Any) -> None:
    """Measure what bots lose a decision, by the labels of a game.

    The performance rating (PR) is 500 times the mean loss of a decision that has a choice; lower is
    better. Each class of positions is weighted by how often it occurs in play. The figure after ± is
    the standard error. `noise` is the part of the rating that is due to the errors of the labels.
    Turns that no rollout has looked at are charged by an estimate; `estimated` is their share.
    For labels of positions before a roll the table tells the errors of the bots' values, in points.
    For labels of cube decisions it tells what wrong and missed doubles, takes and passes lose.
    With --judge only the decisions count that another program has judged too, and the rating by its
    figures stands below each bot (labels/judges).
    The seed is for bots that play by chance, such as random and nardy:level-3.
    Where a program gives no legal answer, the worst one is charged, and the number of these is told.
    After Ctrl-C the finished bots are told.

    Example: nardy exam long-nardy nardy:0 nardy:1 baseline --classes
    """
    start_engine("the exam")
    from nardy.cli.exam_run import ExamOptions, graded, lines  # noqa: PLC0415 (imports NumPy)

    rules = game.rules()
    asked["labels"] = asked["labels"] or Path("labels") / f"{rules.id}.jsonl"
    options = ExamOptions(rules=rules, find=game.find, **asked)
    found = list[Any]()
    try:
        with progress("answering", len(options.bots)) as told:
            for one in graded(options):
                found.append(one)
                told(len(found))
    finally:
        # Also after Ctrl-C or an error: a bot may have taken an hour.
        if found and as_json:
            bots = [one.as_values() for one in found]
            click.echo(json.dumps({"game": rules.id, "seed": options.seed, "bots": bots}))
        elif found:
            click.echo("\n".join(lines(found, classes=classes)))
