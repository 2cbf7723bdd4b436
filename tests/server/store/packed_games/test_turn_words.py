import pytest
from tests.effort import some
from tests.server.packed import as_read, events_of

from nardy.core.events import Played, Rolled, RolledOff
from nardy.games import GAMES
from nardy.server.store.packed_games.turn_words import ORDERS, moves_of


@pytest.mark.parametrize(
    ("turn", "dice", "moves"),
    [
        ("8/5 6/5", (3, 1), [[8, 5], [6, 5]]),
        ("bar/22* 13/11", (3, 2), [[25, 22], [13, 11]]),
        ("24/13", (6, 5), [[24, 18], [18, 13]]),
        ("24/18/13*", (6, 5), [[24, 18], [18, 13]]),
        ("13/7(2)", (3, 3), [[13, 10], [10, 7], [13, 10], [10, 7]]),
        ("3/off 2/off", (6, 5), [[3, 0], [2, 0]]),
        ("(no move)", (3, 1), None),
        # Three points are no two of these dice.
        ("13/10", (6, 5), None),
        ("", (3, 1), []),
    ],
)
def test_moves_follow_from_the_words(turn: str, dice: tuple[int, int], moves: object) -> None:
    assert moves_of(turn, dice, "larger") == moves


def test_most_turns_of_most_games_need_no_moves_beside_them() -> None:
    known = total = 0
    for game in some(GAMES, 4):
        dice: tuple[int, ...] = ()
        for event in events_of(game):
            if isinstance(event, RolledOff):
                dice = (event.white, event.black)
            elif isinstance(event, Rolled):
                dice = event.dice
            elif isinstance(event, Played):
                total += 1
                moves = as_read(event)["moves"]
                known += any(moves_of(event.turn, dice, order) == moves for order in ORDERS)
    assert known > 0.8 * total, (known, total)
