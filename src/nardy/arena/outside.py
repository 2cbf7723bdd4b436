"""Other people's players of backgammon, where their packages are installed.

GNU Backgammon's (gnubg-nn) and Open Sage's (bgsage), each with its own search and filters. They
are measures, never teachers: nothing that they compute enters a network of nardy.
"""

import importlib
from types import ModuleType

from nardy.arena.gnubg import UnplayableGameError, is_known
from nardy.bots.turns import Moves, final_positions
from nardy.core.judge import find_turn
from nardy.core.position import BAR, OFF, Counts, Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.core.words import place_text
from nardy.errors import MissingExtraError

PACKAGES = {"gnubg": ("gnubg-nn", "gnubg_nn"), "bgsage": ("bgsage", "bgsage")}
"""Each bot's package and module."""
MOST_PLIES = 2


class OutsideBot:
    """Plays turns as a package does; it is asked for no act but turns."""

    def __init__(self, name: str, plies: int, rules: Rules) -> None:
        """The bot of a package, so many plies ahead.

        Raises:
            MissingExtraError: the package is not installed.
            UnplayableGameError: it does not play this game.
        """
        if not is_known(rules):
            raise UnplayableGameError(
                f"expected a game that {name} plays, got {rules.id} (for example backgammon)"
            )
        self.name = f"{name}:{plies}"
        self.plies = plies
        self.module = _module(name)

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The final position of its turn, and moves to it."""
        raise NotImplementedError

    def choose_turn(self, situation: Situation) -> Turn:
        """Its turn."""
        return Turn(self.choose(situation)[1])

    def choose_act(self, situation: Situation) -> str:
        """Duels are played without a cube: it rolls."""
        return "take" if situation.phase is Phase.ANSWER else "roll"


class GnubgBot(OutsideBot):
    """GNU Backgammon as gnubg-nn has it."""

    def __init__(self, plies: int, rules: Rules) -> None:
        """GNU Backgammon, so many plies ahead."""
        super().__init__("gnubg", plies, rules)

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The final position of its turn, and the moves to it."""
        position, roll = situation.position, situation.roll
        if roll is None:
            raise AssertionError("a turn of backgammon has a roll")
        board = [_points(position.opponent), _points(position.player)]
        moves = self.module.best_move(board, roll.high, roll.low, n=self.plies)
        text = " ".join(f"{place_text(origin)}/{place_text(max(OFF, to))}" for origin, to in moves)
        turn, final = find_turn(situation, text or "(no move)")
        return final, turn.moves


class SageBot(OutsideBot):
    """Open Sage; its own count of plies begins with 1 for the network alone."""

    def __init__(self, plies: int, rules: Rules) -> None:
        """Open Sage, so many plies ahead."""
        super().__init__("bgsage", plies, rules)
        self.analyzer = self.module.BgBotAnalyzer(
            eval_level=f"{plies + 1}ply", cubeful=False, parallel_threads=1
        )

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The final position of its turn, and moves to it."""
        roll, dice = situation.roll, situation.dice
        if roll is None or dice is None:
            raise AssertionError("a turn of backgammon has a roll")
        finals = final_positions(situation.rules, situation.position, dice)
        board = sage_board(situation.position)
        found = self.analyzer.checker_play(board, roll.high, roll.low, jacoby=False).moves
        best = list(found[0].board) if found else board
        final = next((final for final in finals if sage_board(final) == best), None)
        if final is None:
            raise AssertionError(f"bgsage plays by the same laws, got {best}")
        return final, finals[final]


def outside_bot(spec: str, rules: Rules) -> OutsideBot | None:
    """The bot of 'gnubg:PLIES' or 'bgsage:PLIES'; None for any other name.

    Raises:
        MissingExtraError, UnplayableGameError: as the bots.
    """
    name, _, plies = spec.strip().casefold().partition(":")
    if name not in PACKAGES or (plies or "0") not in map(str, range(MOST_PLIES + 1)):
        return None
    return (GnubgBot if name == "gnubg" else SageBot)(int(plies or 0), rules)


def sage_board(position: Position) -> list[int]:
    """Its board of 26 numbers: the opponent's checkers are negative, his bar is the first."""
    board = [position.opponent[BAR], *position.player[1:BAR], position.player[BAR]]
    for point in range(1, BAR):
        board[point] -= position.opponent[BAR - point]
    return board


def _points(counts: Counts) -> list[int]:
    """Points 1 to 24, then the bar."""
    return list(counts[1 : BAR + 1])


def _module(name: str) -> ModuleType:
    package, module = PACKAGES[name]
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(
            f"expected the package {package} for the bot {name}, and it is not installed; "
            f"install {package}"
        ) from None
