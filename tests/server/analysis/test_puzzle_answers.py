"""Verdicts on turns: what is known by rollout is told so, the rest is the coach's estimate."""

import pytest

from nardy.coach import explain, sentences
from nardy.core.judge import find_turn
from nardy.errors import IllegalTurnError
from nardy.formats import position_text
from nardy.server.analysis import puzzle_answers
from nardy.server.analysis.puzzle_answers import TurnMade, judged, known_turn, made, plan_words
from nardy.server.protocol.messages import DieMove

OPENING = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")
KNOWN = [
    known_turn(OPENING, "8/5 6/5", 0.0, 0.0),
    known_turn(OPENING, "24/23 13/10", 0.17, 0.01),
    known_turn(OPENING, "24/20", 0.015, 0.01),
]


def turn(text: str) -> TurnMade:
    return TurnMade(text, find_turn(OPENING, text)[1])


def test_moves_in_any_order_make_the_turn() -> None:
    one, other = (
        made(OPENING, [DieMove(*step) for step in steps])
        for steps in ([(8, 5), (6, 5)], [(6, 5), (8, 5)])
    )
    assert one == other == turn("8/5 6/5")


@pytest.mark.parametrize("steps", [[], [(8, 5)], [(8, 5), (6, 5), (6, 5)], [(1, 24)]])
def test_what_is_no_turn_is_refused(steps: list[tuple[int, int]]) -> None:
    with pytest.raises(IllegalTurnError):
        made(OPENING, [DieMove(*step) for step in steps])


def test_a_right_turn_is_explained_against_the_next() -> None:
    found = judged(OPENING, turn("8/5 6/5"), KNOWN)
    assert (found.is_right, found.loss) == (True, 0)
    why = explain(OPENING, "24/23 13/10")
    assert found.reasons["en"] == sentences(why)[1:] != []
    assert found.reasons["ru"] == sentences(why, "ru")[1:]


def test_a_wrong_turn_has_the_loss_of_the_rollout_or_the_coach_s() -> None:
    found = judged(OPENING, turn("24/23 13/10"), KNOWN)
    assert (found.is_right, found.loss, found.error) == (False, 0.17, 0.01)
    found = judged(OPENING, turn("13/10 6/5"), KNOWN)
    assert (found.is_right, found.loss, found.error) == (
        False, explain(OPENING, "13/10 6/5").loss, None,
    )  # fmt: skip


def test_a_small_loss_may_be_right() -> None:
    assert not judged(OPENING, turn("24/20"), KNOWN).is_right
    assert judged(OPENING, turn("24/20"), KNOWN, 0.02).is_right


def test_without_a_kernel_the_verdict_has_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_answers, "is_available", lambda: False)
    found = judged(OPENING, turn("13/10 6/5"), KNOWN)
    assert (found.is_right, found.loss, found.reasons) == (False, None, {"en": [], "ru": []})


def test_the_plan_is_a_sentence_in_each_language() -> None:
    assert plan_words(OPENING) == {"en": "Plan: free contact.", "ru": plan_words(OPENING)["ru"]}
    assert plan_words(OPENING)["ru"].startswith("План: ")
