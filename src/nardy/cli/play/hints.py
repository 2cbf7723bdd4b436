"""Hints at the prompt; only a request for one imports Numba."""

from typing import TYPE_CHECKING

from nardy.cli.figures import chance_text, equity_text
from nardy.cli.play.screen import Screen
from nardy.core.situation import Phase, Situation
from nardy.kernel import is_available
from nardy.kernel.behind import is_ready, warm_behind

if TYPE_CHECKING:
    from nardy.bots.neural import NeuralBot

MOST = 3
"""Number of turns shown."""


def tell_hint(screen: Screen, situation: Situation) -> None:
    """Print the best turns, or the best act before the roll or after an offer.

    Raises:
        WeightsError: no network knows the game.
    """
    if not is_available():
        screen.say("hint_never")
        return
    # Between two people the compilation has not started yet; otherwise this does nothing.
    warm_behind()
    if not is_ready():
        screen.say("hint_soon")
        return
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports Numba)

    bot = NeuralBot()
    if situation.phase is Phase.TURN:
        _tell_turns(screen, situation, bot)
    else:
        screen.say("hint_act", act=screen.choices([bot.choose_act(situation)]))


def _tell_turns(screen: Screen, situation: Situation, bot: "NeuralBot") -> None:
    from nardy.analysis.decisions import rank_turns  # noqa: PLC0415 (imports Numba)

    for number, choice in enumerate(rank_turns(situation, bot, MOST), 1):
        chances, match = choice.probabilities, choice.match_chance
        screen.say(
            "hint_turn" if match is None else "hint_turn_match",
            number=number,
            turn=screen.turn(choice.turn.moves, str(choice.turn), situation),
            equity=equity_text(screen.language, choice.equity),
            win=chance_text(screen.language, chances.win, ".0%"),
            match=chance_text(screen.language, match or 0),
        )
