"""Third-party backgammon bots, if their packages are installed.

They are GNU Backgammon (gnubg-nn) and Open Sage (bgsage), each with its own search and filters. They
serve for comparison only: none of their values is used to train a network of nardy.
"""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from nardy.bots.registry import UnknownBotError
from nardy.bots.turns import Moves, final_positions
from nardy.bots.ubgi.process import ExternalBotError
from nardy.bots.ubgi.text import is_backgammon
from nardy.core.dice import DiceList, Roll
from nardy.core.options import rules_text
from nardy.core.position import BAR, OFF, Counts, Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.errors import MissingExtraError, NardyError
from nardy.evaluation.network.network import Floats, Positions

PACKAGES = {"gnubg": ("gnubg-nn", "gnubg_nn"), "bgsage": ("bgsage", "bgsage")}
"""Each bot's package and module."""
MOST_PLIES = 2


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
        _require(rules, "GNU Backgammon")
        self._gnubg = _module("gnubg")

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities and equities, seen by the player who rolls next, as `Network.value`."""
        seats = [1 - positions.seat, positions.seat]
        boards = positions.boards[:, seats, 1 : BAR + 1].tolist()
        probabilities = np.empty((len(boards), 6), np.float32)
        for row, board in enumerate(boards):
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


class OutsideBot(ABC):
    """Plays turns by a package; no cube or other acts."""

    package: str
    """Its name among PACKAGES."""

    def __init__(self, plies: int, rules: Rules) -> None:
        """The bot of a package at this depth.

        Raises:
            MissingExtraError: the package is not installed.
            UnplayableGameError: it does not support this game.
        """
        _require(rules, self.package)
        self.name = f"{self.package}:{plies}"
        self.plies = plies
        self.rules = rules
        self.module = _module(self.package)

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The final position of its turn, and the moves; an illegal turn is an ExternalBotError."""
        rules, position, roll = situation.rules, situation.position, situation.roll
        if roll is None:
            raise AssertionError("a turn of backgammon has a roll")
        final = self.after(position, self.ask(position, roll))
        # No cascades: is_backgammon excludes games with them.
        finals = final_positions(rules, position, DiceList.of(roll))
        if final not in finals:
            raise ExternalBotError(
                f"expected a legal turn with {roll}, got one to {final} from {self.name}"
            )
        return final, finals[final]

    @abstractmethod
    def ask(self, position: Position, roll: Roll) -> Any:
        """The package's answer in its own form."""

    @abstractmethod
    def after(self, position: Position, answer: Any) -> Position:
        """The final position of an answer, seen by the mover."""

    @abstractmethod
    def evaluate(self, positions: Sequence[Position]) -> None:
        """Value positions without look-ahead, for speed measurements."""

    def choose_turn(self, situation: Situation) -> Turn:
        return Turn(self.choose(situation)[1])

    def choose_act(self, situation: Situation) -> str:
        """Roll and take: neither duels nor exams ask it about the cube."""
        return "take" if situation.phase is Phase.ANSWER else "roll"


class GnubgBot(OutsideBot):
    """GNU Backgammon by gnubg-nn."""

    package = "gnubg"

    def ask(self, position: Position, roll: Roll) -> Any:
        """Pairs of origin and target in own points; 25 is the bar, 0 and below is off."""
        return self.module.best_move(_gnubg_board(position), roll.high, roll.low, n=self.plies)

    def after(self, position: Position, answer: Any) -> Position:
        mine, theirs = list(position.player), list(position.opponent)
        for origin, target in answer:
            mine[origin] -= 1
            mine[max(OFF, target)] += 1
            if target > OFF and theirs[BAR - target]:
                theirs[BAR] += theirs[BAR - target]
                theirs[BAR - target] = 0
        return Position(tuple(mine), tuple(theirs))

    def evaluate(self, positions: Sequence[Position]) -> None:
        """One at a time: the package has no batches."""
        for board in map(_gnubg_board, positions):
            self.module.probabilities(board, 0)


class SageBot(OutsideBot):
    """Open Sage, whose ply count starts at 1 for the network alone."""

    package = "bgsage"

    def __init__(self, plies: int, rules: Rules) -> None:
        super().__init__(plies, rules)
        self.analyzer = self.module.BgBotAnalyzer(
            eval_level=f"{plies + 1}ply", cubeful=False, parallel_threads=1
        )

    def ask(self, position: Position, roll: Roll) -> Any:
        """The board after its best turn."""
        board = sage_board(position)
        found = self.analyzer.checker_play(board, roll.high, roll.low, jacoby=False).moves
        return found[0].board if found else board

    def after(self, position: Position, answer: Any) -> Position:
        """The position of a bgsage board."""
        mine = [max(0, count) for count in answer[1:BAR]]
        theirs = [max(0, -count) for count in answer[1:BAR]][::-1]
        return Position(
            _counts(mine, answer[BAR], sum(position.player)),
            _counts(theirs, answer[0], sum(position.opponent)),
        )

    def evaluate(self, positions: Sequence[Position]) -> None:
        """One at a time: its batches include the cube and are half as slow again."""
        alone = self.analyzer._analyzer._strategy_1ply  # noqa: SLF001 (no public way is as fast)
        for board in map(sage_board, positions):
            alone.evaluate_board(board, board)


def is_packaged(spec: str) -> bool:
    """Whether a name means a bot of a package, installed or not.

    >>> is_packaged("gnubg:1"), is_packaged("nardy:1")
    (True, False)
    """
    return spec.strip().casefold().partition(":")[0] in PACKAGES


def outside_bot(spec: str, rules: Rules) -> OutsideBot | None:
    """The bot of 'gnubg:PLIES' or 'bgsage:PLIES'; None for other names.

    Raises:
        UnknownBotError: it does not support this number of plies.
        MissingExtraError, UnplayableGameError: as the bots.
    """
    if not is_packaged(spec):
        return None
    name, _, plies = spec.strip().casefold().partition(":")
    if (plies or "0") not in map(str, range(MOST_PLIES + 1)):
        raise UnknownBotError(
            f"expected {name}:PLIES with 0 to {MOST_PLIES} plies, got {spec!r} (for example {name}:1)"
        )
    return (GnubgBot if name == "gnubg" else SageBot)(int(plies or 0), rules)


def sage_board(position: Position) -> list[int]:
    """A bgsage board of 26 numbers: the opponent's checkers are negative, with their bar first."""
    board = [position.opponent[BAR], *position.player[1:BAR], position.player[BAR]]
    for point in range(1, BAR):
        board[point] -= position.opponent[BAR - point]
    return board


def _counts(points: Sequence[int], bar: int, checkers: int) -> Counts:
    return (checkers - sum(points) - bar, *points, bar)


def _gnubg_board(position: Position) -> list[list[int]]:
    """A gnubg-nn board: the opponent, then the player on roll; points 1 to 24, then the bar."""
    return [list(position.opponent[1:]), list(position.player[1:])]


def _require(rules: Rules, name: str) -> None:
    if not is_backgammon(rules):
        raise UnplayableGameError(
            f"expected a game that {name} plays, got {rules_text(rules)} (for example backgammon)"
        )


def _module(name: str) -> ModuleType:
    package, module = PACKAGES[name]
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(
            f"expected the package {package} for the bot {name}, and it is not installed; "
            f"install {package}"
        ) from None
