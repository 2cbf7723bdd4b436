"""GNU Backgammon's networks as an opponent, if the package gnubg-nn is installed.

It serves for comparison only: none of its values is used to train a network of nardy.
"""

import importlib
from types import ModuleType

import numpy as np

from nardy.bots.ubgi.games import is_backgammon
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.errors import MissingExtraError, NardyError
from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel import layout as at


class UnplayableGameError(NardyError):
    """A game that an external bot does not support."""


class GnubgEvaluator:
    """Chances and equities by GNU Backgammon's networks, without look-ahead."""

    def __init__(self, rules: Rules) -> None:
        """Load the networks.

        Raises:
            MissingExtraError: gnubg-nn is not installed.
            UnplayableGameError: GNU Backgammon does not support this game.
        """
        if not is_known(rules):
            raise UnplayableGameError(
                f"expected a game that GNU Backgammon plays, got {rules_text(rules)} "
                "(for example backgammon)"
            )
        self._gnubg = _module()

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities and equities, seen by the player who rolls next, as `Network.value`."""
        probabilities = np.empty((len(positions.boards), 6), np.float32)
        for row, board in enumerate(_boards(positions)):
            win, gammon, backgammon, lost_gammon, lost_backgammon = self._gnubg.probabilities(
                board, 0
            )
            probabilities[row] = (
                backgammon,
                gammon - backgammon,
                win - gammon,
                1 - win - lost_gammon,
                lost_gammon - lost_backgammon,
                lost_backgammon,
            )
        return probabilities, probabilities @ np.array([3, 2, 1, -1, -2, -3], np.float32)


def is_known(rules: Rules) -> bool:
    """Whether GNU Backgammon supports this game: backgammon from any start."""
    return is_backgammon(rules)


def _module() -> ModuleType:
    try:
        return importlib.import_module("gnubg_nn")
    except ImportError:
        raise MissingExtraError(
            "expected the package gnubg-nn for the bot gnubg, and it is not installed; "
            "install gnubg-nn"
        ) from None


def _boards(positions: Positions) -> list[list[list[int]]]:
    """Boards of gnubg-nn: the opponent, then the player who rolls next; points 1 to 24, then the bar."""
    seats = [1 - positions.seat, positions.seat]
    return positions.boards[:, seats, 1 : at.BAR + 1].tolist()
