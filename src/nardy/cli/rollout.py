"""`nardy rollout`: roll out a position or its best turns."""

import json
from typing import Any

import click

from nardy.cli.computing import (
    cluster_option,
    cluster_or_processes,
    json_option,
    seed_option,
    threads_option,
    use_one_blas_thread,
)
from nardy.cli.evaluate import plain_bot
from nardy.cli.inputs import NumberRange, PositionChoice, language_option, takes_position
from nardy.core.cube import Offer
from nardy.core.situation import Phase


@click.command()
@takes_position
@click.argument("dice", required=False)
@click.option(
    "--bot", default="nardy:0", help="The bot that plays both sides: nardy:PLIES or nardy:FILE."
)
@click.option(
    "--trials",
    type=click.IntRange(36, 10_000_000),
    default=1296,
    help="Games from each position, rounded up to a multiple of 36.",
)
@click.option(
    "--plies", type=click.IntRange(1, 800), help="Cut the games after so many plies [never]."
)
@click.option(
    "--seconds",
    type=NumberRange(min=0, min_open=True),
    help="Stop after this time; finished games count. Processes finish what they have begun, some seconds more.",
)
@seed_option
@click.option("--most", type=click.IntRange(1), default=5, help="Turns.")
@click.option("--raw", is_flag=True, help="Do not adjust the results for luck.")
@click.option("--cubeless", is_flag=True, help="Ignore cube and score: points of the game alone.")
@threads_option()
@cluster_option
@json_option
@language_option
def command(  # noqa: PLR0913 (an argument or option of the command each)
    *,
    position: PositionChoice,
    dice: str | None,
    bot: str,
    most: int,
    as_json: bool,
    language: str,
    **asked: Any,
) -> None:
    """Roll out a position: estimate its equity for the player who must act by many games.

    With dice, the best turns are rolled out and ranked. The bot plays both sides, with the cube if
    the position has one. Before a roll the result compares doubling and waiting; after a double it
    compares the answers. Every first roll comes up equally often, all turns get the same dice, and
    results are adjusted for luck. The figure after ± is the standard error. The same seed and
    trials give the same figures. After Ctrl-C the finished games count.

    Example: nardy rollout "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5" 31 --trials 360
    """
    use_one_blas_thread()
    situation = position.situation(dice)
    bot_used = plain_bot(bot)
    from nardy.cli import rollout_run  # noqa: PLC0415 (NumPy)

    doubled = situation.offer is Offer.DOUBLE
    if doubled and asked["cubeless"]:
        raise click.UsageError("a double is rolled out with its cube; leave --cubeless out")
    asked["adjusted"] = not asked.pop("raw")
    with cluster_or_processes(asked.pop("cluster"), asked["threads"]) as workers:
        plan = rollout_run.RolloutPlan(
            ahead=bot_used.plies, stoppable=True, workers=workers, **asked
        )
        found = rollout_run.run(situation, bot_used, plan, most, language)
    if as_json:
        is_turn = situation.phase is Phase.TURN
        values = rollout_run.answer_values(situation, found[0]) if doubled else None
        click.echo(json.dumps(values or rollout_run.as_values(found, is_turn=is_turn)))
        return
    told = rollout_run.RolloutLines(plan, language)
    for line in told.answer(situation, found[0]) if doubled else told.lines(found):
        click.echo(line)
