"""The legal turns of a moment as a live view."""

import pytest
from hypothesis import given
from tests.moments import STD, moment, tried
from tests.strategies import fewer, garbage, rolled_texts

from nardy.core import engine, playing
from nardy.core import legal_turns as legal_turns_module
from nardy.core.canonical import legal_turns
from nardy.core.legal_turns import LegalTurns
from nardy.core.turn import Move, Turn
from nardy.errors import AmbiguousTurn, TooManyTurns

BACK = f"backgammon w {STD} {STD}"


@fewer
@given(rolled_texts(), garbage)
def test_the_view_is_a_mapping_to_final_positions(text: str, other: str) -> None:
    situation = moment(text)
    view = LegalTurns(situation)
    if len(situation.dice.numbers) > 4:
        return
    turns = legal_turns(situation.rules, situation.position, situation.dice)
    assert dict(view) == dict(turns)
    assert list(view) == list(turns)
    assert len(view) == len(turns)
    for turn in list(turns)[:20]:
        assert turn in view
        assert str(turn) in view
        assert view[turn] == view[str(turn)] == turns[turn]
    if tried(lambda: other in view) is True:
        found = tried(lambda: view[other])
        assert isinstance(found, AmbiguousTurn) or found in turns.values()


def test_membership_takes_any_notation() -> None:
    view = LegalTurns(moment(BACK, 3, 1))
    for turn in ("8/5 6/5", "6/5, 8/5", "3-1: 8/5 6/5", Turn((Move(6, 5), Move(8, 5)))):
        assert turn in view
    for turn in ("8/5", "13/7", "nonsense", "", 7, None):
        assert turn not in view


def test_what_is_not_in_it_is_a_key_error() -> None:
    view = LegalTurns(moment(BACK, 3, 1))
    assert view.get("8/5") is None
    assert view.get("nonsense") is None


def test_there_are_none_without_dice() -> None:
    for text in (BACK, BACK + " opening", BACK + " dice=31 offer=single"):
        view = LegalTurns(moment(text))
        assert len(view) == 0
        assert list(view) == []
        assert "8/5 6/5" not in view


def test_a_dance_is_one_turn() -> None:
    view = LegalTurns(moment("backgammon w bar:1,13:14 6:3,5:2,4:2,3:2,2:2,1:4", 6, 5))
    assert [str(turn) for turn in view] == ["(no move)"]
    assert "Ø" in view
    assert "(no move)" in repr(view)


def test_a_text_with_two_legal_meanings_is_in_it_but_has_no_position() -> None:
    view = LegalTurns(moment("backgammon w 13:1,3:14 18:1,15:1,5:13", 6, 3))
    assert "13/4" in view
    with pytest.raises(AmbiguousTurn):
        view["13/4"]  # the mapping has two answers


def test_a_search_that_is_given_up_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_STATES", 0)
    view = LegalTurns(moment(BACK, 3, 1))
    sentence = "expected at most 0 steps in the search for one turn, got more"
    for ask in (view.__contains__, view.__getitem__, view.get):
        with pytest.raises(TooManyTurns, match=sentence):
            ask("6/5, 8/5")


def test_the_text_of_a_list_is_short_and_says_if_there_are_too_many() -> None:
    many = repr(LegalTurns(moment("backgammon w 24:3,20:3,17:3,14:3,11:3 3:15 dice=11")))
    assert many.endswith(" more>")
    assert len(many) < 2_000
    cascade = moment("mad-gulbar w 24:5,20:4,17:3,14:3 24:15 dice=11")
    assert repr(LegalTurns(cascade)) == "<LegalTurns: more than 20,000>"


@pytest.mark.parametrize("has_engine", [True, False])
def test_listed_turns_are_not_judged_again(
    has_engine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_engine:
        monkeypatch.setattr(engine, "current", lambda: None)
    monkeypatch.setattr(legal_turns_module, "find_turn", lambda *_: pytest.fail("was judged"))
    view = LegalTurns(moment(BACK, 3, 1))
    listed = list(view)
    assert dict(view) == dict(zip(listed, view.values(), strict=True))
    assert view == dict(view.items())
    assert view.find("8/5 6/5")[0] in listed


def test_an_engine_that_leaves_a_list_to_the_rule_book_is_asked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[object]()

    class Leaving:
        """Lists nothing."""

        def legal_turns(self, *given: object) -> None:
            asked.append(given)

    monkeypatch.setattr(engine, "current", Leaving)
    view = LegalTurns(moment(BACK, 3, 1))
    assert "8/5 6/5" in view
    assert "24/23 13/10" in view
    assert len(asked) == 1
