"""`nardy rollout`: roll out a position or its best turns."""

import json
import os
from typing import Any

import click

from nardy.cli.evaluate import plain_bot
from nardy.cli.inputs import NumberRange, PositionChoice, language_option, takes_position
from nardy.core.cube import Offer
from nardy.core.situation import Phase


@click.command()
@takes_position
@click.argument("dice", required=False)
@click.option(
    "--bot",
    default="nardy:0",
    show_default=True,
    help="Who plays both sides: nardy:PLIES or nardy:FILE.",
)
@click.option(
    "--trials",
    type=click.IntRange(36, 10_000_000),
    default=1296,
    show_default=True,
    help="Games from each position, rounded up to a multiple of 36.",
)
@click.option("--plies", type=click.IntRange(1, 800), help="Cut the games after so many [never].")
@click.option(
    "--seconds",
    type=NumberRange(min=0, min_open=True),
    help="After so long only what is done counts.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--most", type=click.IntRange(1), default=5, show_default=True, help="Turns.")
@click.option("--raw", is_flag=True, help="Leave the luck of the dice in.")
@click.option("--cubeless", is_flag=True, help="Points of the game alone, at no score.")
@click.option("--threads", type=click.IntRange(1, 256), help="[all cores]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@language_option
def command(
    position: PositionChoice, dice: str | None, bot: str, as_json: bool, **asked: Any
) -> None:
    """Play on from a position many times, and tell what it is worth to the player who must act.

    With dice, the best turns are rolled out and ranked. The bot plays both sides, and doubles, takes
    and passes where the position has a cube; before a roll where the player may double it is told
    what waiting and doubling come to, and of an offered double what the answers come to. Every first roll comes up equally often, every turn gets the
    same dice, and the luck of the rolls is taken out. After ± stands the standard error. The same
    seed and trials give the same figures. After Ctrl-C the games that are done count.

    Example: nardy rollout "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5" 31 --trials 360
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    situation = position.situation(dice)
    bot_used = plain_bot(bot)
    from nardy.cli import rollout_run as told  # noqa: PLC0415 (Numba)

    doubled = situation.offer is Offer.DOUBLE
    if doubled and asked["cubeless"]:
        raise click.UsageError("a double is rolled out with its cube; leave --cubeless out")

    asked["threads"] = asked["threads"] or os.cpu_count() or 1
    asked["adjusted"] = not asked.pop("raw")
    order = told.RolloutOptions(most=asked.pop("most"), **asked)
    found = told.run(situation, bot_used, order)
    if as_json:
        is_turn = situation.phase is Phase.TURN
        values = told.answer_values(situation, found[0]) if doubled else None
        click.echo(json.dumps(values or told.as_values(found, is_turn=is_turn)))
        return
    lines = told.answer_lines(situation, found[0], order) if doubled else None
    for line in lines or told.as_lines(found, order):
        click.echo(line)
