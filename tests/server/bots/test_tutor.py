"""The tutor stops blunders, says nothing about good turns, and refuses what is no turn."""

import pytest

from nardy.analysis.grades import GRADES
from nardy.core.judge import find_turn
from nardy.core.situation import Situation
from nardy.errors import IllegalActError, IllegalTurnError
from nardy.formats import position_text
from nardy.server.bots.tutor import BLUNDER, NOTHING, Warned, warning
from nardy.server.protocol.shared import DieMove

OPENING = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")


LAST_HIT = position_text.loads("sudden-death w 24:2,13:5,8:3,6:5 24:1,20:1,13:5,8:3,6:5 dice=31")


def warned(turn: str, situation: Situation = OPENING) -> Warned:
    made = find_turn(situation, turn)[0]
    return warning(situation, [DieMove(move.origin, move.target) for move in made.moves])


def test_a_blunder_is_stopped_with_a_clue_and_the_answer() -> None:
    loss, clue, best, reasons = warned("13/10 6/5")
    assert loss is not None
    assert loss >= BLUNDER
    assert best is not None
    assert best.turn == "8/5 6/5"
    assert [(move.origin, move.to) for move in best.moves] == [(8, 5), (6, 5)]
    assert 0.4 < best.win < 0.7
    assert {*clue} == {*reasons} == {"en", "ru"}
    # The clue says what to look at, the reasons what is there.
    assert "8/5" not in clue["en"]
    assert any("8/5 6/5" in one for one in reasons["en"])


def test_a_missed_win_at_once_is_stopped() -> None:
    loss, clue, best, reasons = warned("13/10 24/23", LAST_HIT)
    assert loss is not None
    assert loss >= 1
    assert best is not None
    assert best.win == 1
    assert best.turn not in clue["en"]
    assert reasons["en"] == [f"{best.turn} ends the game at once."]
    assert warned(best.turn, LAST_HIT) == NOTHING


SECOND = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=62")


@pytest.mark.parametrize(("situation", "turn"), [(OPENING, "8/5 6/5"), (SECOND, "13/5")])
def test_nothing_is_said_about_turns_that_lose_little(situation: Situation, turn: str) -> None:
    assert warned(turn, situation) == NOTHING


def test_what_reviews_call_a_blunder_is_stopped() -> None:
    assert GRADES[0] == (BLUNDER, "blunder")


def test_what_is_no_turn_is_refused() -> None:
    with pytest.raises(IllegalTurnError):
        warning(OPENING, [DieMove(8, 5)])
    before = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5")
    with pytest.raises(IllegalActError):
        warning(before, [])
