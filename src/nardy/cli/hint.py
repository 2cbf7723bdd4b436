"""`nardy hint`: the best turns, or whether to double."""

from typing import TYPE_CHECKING

import click

from nardy.bots.registry import MOST_SECONDS
from nardy.cli.evaluate import bot_option, neural_bot
from nardy.cli.inputs import NumberRange, PositionChoice, takes_position
from nardy.core.cube import Offer
from nardy.core.estimates import CubeChoice, Probabilities
from nardy.core.situation import Phase, Situation

if TYPE_CHECKING:
    from nardy.bots.neural import NeuralBot


@click.command()
@takes_position
@click.argument("dice", required=False)
@bot_option
@click.option("--most", type=click.IntRange(1), default=5, show_default=True, help="How many.")
@click.option(
    "--seconds",
    type=NumberRange(min=0, min_open=True, max=MOST_SECONDS),
    help="Think so long, as far ahead as that goes.",
)
def command(
    position: PositionChoice, dice: str | None, bot: str, most: int, seconds: float | None
) -> None:
    """Rank the best turns of a position and dice; without dice, advise on the cube.

    Of a position with offer=double it tells whether to take.

    Equities are points of the game for the player who must act, without a cube; of turns with
    it, while it lies in the middle and Jacoby's rule stands. In a match they are in units of what
    a single is worth at the score, with the cube, and beside them stands the chance to win the
    match.

    Example: nardy hint "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5" 31
    """
    situation = position.situation(dice)
    bot_used = neural_bot(bot) if seconds is None else in_seconds(bot, seconds)
    if is_person(bot_used):
        click.echo(f"as {bot_used.name} sees it:")
    if situation.phase is Phase.TURN:
        _turns(situation, bot_used, most)
    elif situation.offer is Offer.DOUBLE:
        _answers(situation, bot_used)
    else:
        _cube(situation, bot_used)


def is_person(bot: "NeuralBot") -> bool:
    """Whether it misjudges on purpose (search/level.py)."""
    person = getattr(bot, "seeded_level", None)
    return person is not None and bool(person.level.most)


def in_seconds(spec: str, seconds: float) -> "NeuralBot":
    """A bot with this one's network that thinks for so long."""
    bot = neural_bot(spec)
    from nardy.bots.timed import TimedBot  # noqa: PLC0415 (imports Numba)

    return TimedBot(seconds, bot.file)


def _turns(situation: Situation, bot: "NeuralBot", most: int) -> None:
    from nardy.analysis.decisions import rank_turns  # noqa: PLC0415 (imports Numba)

    ranked = rank_turns(situation, bot, most)
    width = max(len(str(choice.turn)) for choice in ranked)
    for number, choice in enumerate(ranked, 1):
        loss = choice.equity - ranked[0].equity
        behind = f"({loss:+.3f})" if number > 1 else ""
        chances, match = choice.probabilities, choice.match_chance
        told = "" if match is None else f" match {match:.2%}"
        click.echo(
            f"{number:2}. {choice.turn!s:<{width}}  {choice.equity:+.3f} {behind:<9}"
            f"{told} win {chances.win:.1%}  {choice.plies}-ply".rstrip()
        )


def _answers(situation: Situation, bot: "NeuralBot") -> None:
    from nardy.analysis.answers import weigh_answers  # noqa: PLC0415 (imports Numba)

    found = weigh_answers(situation, bot)
    _say_chances(found.probabilities, found.equity)
    for name, equity in found.worth.items():
        match = "" if found.match_chances is None else f"  match {found.match_chances[name]:.2%}"
        click.echo(f"  {name:<6}  {equity:+.3f}{match}")
    click.echo(f"  {found.advice}")


def _say_chances(probabilities: Probabilities, equity: float) -> None:
    chances = "  ".join(f"{name} {p:.1%}" for name, p in probabilities.as_dict().items())
    click.echo(chances.replace("_", " "))
    click.echo(f"equity {equity:+.3f} without a cube")


def _cube(situation: Situation, bot: "NeuralBot") -> None:
    from nardy.analysis.decisions import estimate  # noqa: PLC0415 (imports Numba)

    found = estimate(situation, bot)
    if found.explodes:
        click.echo("explode the bomb first; then:")
    _say_chances(found.probabilities, found.equity)
    if found.cubeful is not None and situation.is_money:
        click.echo(f"       {found.cubeful:+.3f} with it")
    if found.match_chance is not None:
        click.echo(f"chance to win the match {found.match_chance:.2%}")
    if found.cube is None:
        return
    _advise(found.cube)


def _advise(cube: CubeChoice) -> None:
    equities = (cube.no_double, cube.double_take, cube.double_pass)
    chances = [f"  match {chance:.2%}" for chance in cube.match_chances or ()] or ["", "", ""]
    names = ("no double", "double, take", "double, pass")
    for name, equity, chance in zip(names, equities, chances, strict=True):
        click.echo(f"  {name:<12}  {equity:+.3f}{chance}")
    click.echo(f"  {cube.advice}")
