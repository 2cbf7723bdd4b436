"""`nardy evaluate`: evaluate positions, for programs."""

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import click

from nardy.bots.registry import UnknownBotError, load_bot
from nardy.cli.encodings import json_line
from nardy.cli.figures import known_only, rounded
from nardy.cli.inputs import PositionChoice, language_option, takes_position
from nardy.cli.turns import answer_lines
from nardy.core.cube import Offer
from nardy.core.estimates import CubeChoice, TurnChoice
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.kernel import compile_missing

if TYPE_CHECKING:
    from nardy.bots.neural import NeuralBot

bot_option: Callable[..., Any] = click.option(
    "--bot", default="nardy", help="nardy, nardy:PLIES or nardy:FILE."
)


@click.command()
@takes_position
@click.argument("dice", required=False)
@bot_option
@click.option("--jsonl", is_flag=True, help="Read lines of JSON from standard input.")
@language_option
def command(
    position: PositionChoice, dice: str | None, bot: str, jsonl: bool, language: str
) -> None:
    """Print chances and equity of a position as JSON; with dice, rank the turns.

    All figures are for the player who must act. Before a roll there is advice on the cube and the
    bomb; after a double there are the answers. In a match the equities of turns are in units of a
    single's worth at the score, and match_chance is the match-winning chance. With --jsonl each
    line of standard input is {"position": "...", "dice": [3, 1]}, without dice before a roll, and
    gets one line as answer. --language is for messages on standard error only.

    Example: nardy evaluate "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
    """
    bot_used = neural_bot(bot)
    if jsonl:
        position.require_none()
        game, answers = position.game, functools.partial(answer, bot=bot_used)
        good = answer_lines(sys.stdin, sys.stdout, game.find, game.given, answers)
        sys.exit(0 if good else 1)
    click.echo(json_line(answer(position.situation(dice), bot_used)))


def neural_bot(spec: str) -> "NeuralBot":
    """Load a bot that has a network.

    Raises:
        UnknownBotError: the bot has no network.
    """
    bot = load_bot(spec)
    if not hasattr(bot, "rank"):
        raise UnknownBotError(f"expected a bot with a network, got {spec!r} (for example 'nardy')")
    compile_missing()
    return cast("NeuralBot", bot)


def plain_bot(spec: str) -> "NeuralBot":
    """Load a bot that plays by its network at a fixed lookahead.

    Raises:
        UnknownBotError: it has no network, is a level, has a time limit, or uses rollouts.
    """
    bot = neural_bot(spec)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    if type(bot) is not NeuralBot:
        raise UnknownBotError(not_plain(spec))
    return bot


def not_plain(spec: str) -> str:
    """The error message for a bot that does not play by its network alone."""
    return (
        f"expected a bot that plays by a network alone, nardy:PLIES or nardy:FILE, got {spec!r} "
        "(for example 'nardy:0')"
    )


def answer(situation: Situation, bot: "NeuralBot") -> dict[str, Any]:
    """The ranked turns if dice are rolled; otherwise chances and equities."""
    return rounded(_answer(situation, bot))


def _answer(situation: Situation, bot: "NeuralBot") -> dict[str, Any]:
    from nardy.analysis.answers import weigh_answers  # noqa: PLC0415 (imports NumPy)
    from nardy.analysis.decisions import estimate, rank_turns  # noqa: PLC0415 (imports NumPy)

    if situation.phase is Phase.TURN:
        return {"turns": [_turn(choice) for choice in rank_turns(situation, bot)]}
    if situation.offer is Offer.DOUBLE:
        weighed = weigh_answers(situation, bot)
        return {
            "probabilities": weighed.probabilities.as_dict(),
            "equity": weighed.equity,
            "answers": weighed.worth,
            "advice": weighed.advice,
            **known_only(match_chances=weighed.match_chances),
        }
    found = estimate(situation, bot)
    return {
        "probabilities": found.probabilities.as_dict(),
        "equity": found.equity,
        "cubeful_equity": found.cubeful,
        **({"bomb": found.explodes} if situation.rules.bomb else {}),
        **known_only(cube=found.cube and _cube(found.cube), match_chance=found.match_chance),
    }


def _turn(choice: TurnChoice) -> dict[str, Any]:
    return {
        "turn": str(choice.turn),
        "position": situation_text(choice.after),
        "equity": choice.equity,
        "probabilities": choice.probabilities.as_dict(),
        "plies": choice.plies,
        **known_only(match_chance=choice.match_chance),
    }


def _cube(found: CubeChoice) -> dict[str, Any]:
    """The cube advice, and the equities of waiting and doubling."""
    equities = {name: getattr(found, name) for name in ("no_double", "double_take", "double_pass")}
    chances = found.match_chances and dict(zip(equities, found.match_chances, strict=True))
    return {"advice": found.advice, **equities, **known_only(match_chances=chances)}
