import pytest

from nardy.errors import IllegalTurnError
from nardy.formats import position_text
from nardy.server.protocol.messages import DieMove
from nardy.server.turns.cascades import is_long, try_moves

CASCADE = position_text.loads("gul-bara w 24:15 24:15 dice=44")
SHORT = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")


def test_a_cascade_is_long_and_a_turn_of_two_dice_is_not() -> None:
    assert is_long(CASCADE)
    assert not is_long(SHORT)


def test_the_first_illegal_move_is_told_and_legal_ones_are_not() -> None:
    moves = [DieMove(8, 5), DieMove(6, 5)]
    try_moves(SHORT, moves)
    with pytest.raises(IllegalTurnError):
        try_moves(SHORT, [*moves[:1], DieMove(24, 22)])
