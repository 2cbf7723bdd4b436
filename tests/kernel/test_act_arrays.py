"""Games and moments as rows of numbers."""

from nardy.formats.position_text import loads
from nardy.games import find_game
from nardy.kernel import act_layout as of
from nardy.kernel.act_arrays import cube_laws_row, situation_row


def test_a_game_says_what_its_options_say() -> None:
    row = cube_laws_row(find_game("backgammon,beavers=off,cube_cap=64"))
    assert row[of.CUBE_CAP] == 64
    assert not row[of.CUBE_BEAVERS]
    assert row[of.CUBE_JACOBY]
    assert row[of.CUBE_SIZES :].tolist() == [1, 2, 3, 0]


def test_a_moment_has_absolute_seats_and_half_points() -> None:
    row = situation_row(loads("backgammon b 24:2,6:13 24:2,6:13 cube=2b match=7:3.5-1"))
    assert row[of.STATE_TO_ACT] == of.BLACK
    assert row[of.STATE_OWNER] == of.BLACK
    assert row[of.STATE_SCORE : of.STATE_SCORE + 2].tolist() == [7, 2]
    assert row[of.STATE_PHASE] == of.PHASE_ROLL
