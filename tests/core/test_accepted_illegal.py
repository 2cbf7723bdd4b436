"""Faulty turns that an opponent let stand."""

import pytest
from tests.moments import HEAD, STD, moment

from nardy.core.accepted_illegal import accepted_illegal_turn
from nardy.core.laws import LAWS
from nardy.core.text import sides_text
from nardy.errors import IllegalTurnError

BACK = f"backgammon w {STD} {STD}"


@pytest.mark.parametrize(
    ("text", "dice", "turn", "after"),
    [
        (BACK, (3, 1), "8/5", f"24:2,13:5,8:2,6:5,5:1 {STD}"),
        (BACK, (3, 1), "13/7 13/7 13/7", f"24:2,13:2,8:3,7:3,6:5 {STD}"),
        (BACK, (3, 1), "(no move)", f"{STD} {STD}"),
        (f"long-nardy w {HEAD} {HEAD}", (3, 1), "24/21 24/23", f"24:13,23:1,21:1 {HEAD}"),
        ("backgammon w 24:1,6:14 20:1,6:14", (3, 1), "6/5*", "24:1,6:13,5:1 bar:1,6:14"),
        ("plakoto w 24:1,6:14 20:1,6:14", (3, 1), "6/5*", "24:1,6:13,5:1 20:p,6:14"),
        ("backgammon w 24:1,6:14 20:1,6:14", (3, 1), "6/off", "24:1,6:13 20:1,6:14"),
    ],
)
def test_checkers_go_where_they_were_put(text: str, dice: tuple, turn: str, after: str) -> None:
    situation = moment(text, *dice)
    made, final = accepted_illegal_turn(situation, turn)
    assert sides_text(final, situation.to_act) == after
    assert made.is_dance == (turn == "(no move)")


@pytest.mark.parametrize(
    ("text", "turn", "law"),
    [
        (BACK, "7/4", "no-checker"),
        (BACK, "24/23(3)", "no-checker"),
        (BACK, "24/19", "closed-point"),
        (f"long-nardy w {HEAD} 24:14,6:1", "24/18", "closed-point"),
        ("plakoto w 24:13,20:1,10:p 24:13,20:1,15:1", "10/7", "no-checker"),
    ],
)
def test_what_checkers_cannot_do_is_refused(text: str, turn: str, law: str) -> None:
    with pytest.raises(IllegalTurnError) as caught:
        accepted_illegal_turn(moment(text, 5, 1), turn)
    assert caught.value.law == law


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (BACK, "not-rolled"),
        (BACK + " offer=double", "offer-open"),
        (BACK + " dice=31 offer=single", "offer-open"),
        ("backgammon w off:15 24:1,3:14 result=w3", "game-over"),
    ],
)
def test_no_turn_is_accepted_when_another_act_is_due(text: str, law: str) -> None:
    with pytest.raises(IllegalTurnError) as caught:
        accepted_illegal_turn(moment(text), "8/5")
    assert caught.value.law == law
    assert caught.value.words == LAWS[law].words
