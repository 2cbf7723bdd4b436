"""open_spiel and bgsage, as far as turns go: both are optional (pip install open-spiel bgsage).

A turn is identified by its final position: a tuple of 26 counts for the mover and one for the
opponent, each in that player's numbering.
"""

import importlib
import random
import re
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, NamedTuple

from nardy.games import BACKGAMMON
from nardy.kernel.arrays import position_arrays, position_at, rules_array
from nardy.kernel.bench import random_rows

Counts = tuple[int, ...]
Final = tuple[Counts, Counts]
CHECKERS = 15
BAR = 100
"""Where open_spiel keeps hit checkers."""


class Case(NamedTuple):
    """A position before a turn, with the roll; `state` is open_spiel's own."""

    player: Counts
    opponent: Counts
    roll: tuple[int, int]
    state: Any = None


def load(package: str, module: str) -> Any:
    """The module, or None with a sentence that says so."""
    if find_spec(module) is None:
        print(f"{package} is not installed, so it is left out (pip install {package})")
        return None
    print(f"{package} {version(package)}")
    return importlib.import_module(module)


def our_cases(count: int, seed: int) -> list[Case]:
    """Positions and rolls of the kernel's random play, where open_spiel is missing."""
    rows = random_rows(
        rules_array(BACKGAMMON), position_arrays([BACKGAMMON.start])[0][0], count, seed
    )
    positions = (position_at(rows.boards, rows.pins, k) for k in range(count))
    rolls = ((int(dice[0]), int(dice[1])) for dice in rows.dice)
    return [Case(p.player, p.opponent, roll) for p, roll in zip(positions, rolls, strict=True)]


# --------------------------------------------------------------------------------- open_spiel


def spiel_cases(pyspiel: Any, count: int, seed: int) -> Iterator[Case]:
    """Positions and rolls of random play; open_spiel cannot be given a position."""
    rng = random.Random(seed)
    game = pyspiel.load_game("backgammon")
    state = game.new_initial_state()
    while count:
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            action = rng.choice([action for action, _ in state.chance_outcomes()])
            words = re.search(r"roll: (\d)(\d)", state.action_to_string(action))
            if words is None:
                raise ValueError(f"open_spiel tells its rolls in other words: {state}")
            state.apply_action(action)
            roll = (int(words[1]), int(words[2]))
            mover = state.current_player()
            yield Case(
                spiel_counts(state, mover), spiel_counts(state, 1 - mover), roll, state.clone()
            )
            count -= 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def spiel_counts(state: Any, player: int) -> Counts:
    """A player's 26 counts: player 0 moves up open_spiel's 24 points, player 1 down."""
    points = [state.board(player, at) for at in range(24)]
    if player == 0:
        points.reverse()
    bar = state.board(player, BAR)
    return (CHECKERS - sum(points) - bar, *points, bar)


def spiel_leaves(state: Any) -> Iterator[Any]:
    """The states after every turn; a double is two turns of two moves there."""
    mover = state.current_player()
    for action in state.legal_actions():
        after = state.child(action)
        if not after.is_terminal() and after.current_player() == mover:
            yield from spiel_leaves(after)
        else:
            yield after


def spiel_finals(case: Case) -> set[Final]:
    """The final positions that open_spiel finds."""
    mover = case.state.current_player()
    return {
        (spiel_counts(after, mover), spiel_counts(after, 1 - mover))
        for after in spiel_leaves(case.state)
    }


def spiel_generate(case: Case) -> int:
    """All turns as open_spiel's actions, no position looked at: how many."""
    if case.roll[0] != case.roll[1]:
        return len(case.state.legal_actions())
    found = 0
    mover = case.state.current_player()
    for action in case.state.legal_actions():
        after = case.state.child(action)
        halfway = not after.is_terminal() and after.current_player() == mover
        found += len(after.legal_actions()) if halfway else 1
    return found


# ------------------------------------------------------------------------------------- bgsage


def sage_board(case: Case) -> list[int]:
    """bgsage's 26 numbers: the opponent's points are negative, and their bar is the number at 0."""
    board = [case.opponent[25], *case.player[1:25], case.player[25]]
    for point in range(1, 25):
        board[point] -= case.opponent[25 - point]
    return board


def sage_finals(bgsage: Any, case: Case) -> set[Final]:
    """The final positions that bgsage finds; none means the position as it is."""
    boards = bgsage.possible_moves(sage_board(case), *case.roll) or [sage_board(case)]
    return {sage_final(board) for board in boards}


def sage_final(board: list[int]) -> Final:
    own = [max(count, 0) for count in board[1:25]]
    theirs = [max(-count, 0) for count in reversed(board[1:25])]
    bar, their_bar = board[25], board[0]
    return (
        (CHECKERS - sum(own) - bar, *own, bar),
        (CHECKERS - sum(theirs) - their_bar, *theirs, their_bar),
    )
