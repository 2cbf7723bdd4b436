"""From texts of turns to legal turns."""

from collections.abc import Sequence

import pytest
from tests.effort import each, tries
from tests.formats.matches import game, reasons
from tests.formats.played import played_match
from tests.moments import STD, moment

from nardy.core import playing
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.judge import Verdict
from nardy.core.legal import begin
from nardy.core.situation import Phase, Situation
from nardy.core.words import Word, read_words
from nardy.formats.mat import turns
from nardy.formats.mat.turns import (
    Found,
    as_written,
    best,
    can_move,
    choose,
    legal_finals,
    moved,
)

HIDDEN = moment("backgammon w 24:1,20:1,13:4,10:1,8:3,6:5 24:1,18:1,13:4,11:1,8:3,6:5", 6, 3)


def nothing(afters: Sequence[Situation]) -> list[int]:
    """Nothing follows."""
    return [0 for _ in afters]


def test_plain_words_are_played_as_they_stand() -> None:
    found = choose(moment(f"backgammon w {STD} {STD}", 3, 1), read_words("8/5 6/5"), nothing)
    assert isinstance(found, Found)
    assert str(found) == "8/5 6/5"
    assert [move[:2] for move in found.moves] == [(8, 5), (6, 5)]


@pytest.mark.parametrize(
    ("text", "law"),
    [("8/5 6/4", "wrong-die"), ("8/5", "longest-play"), ("24/20 24/23 6/5", "wrong-die")],
)
def test_what_is_illegal_has_the_judges_verdict(text: str, law: str) -> None:
    verdict = choose(moment(f"backgammon w {STD} {STD}", 3, 1), read_words(text), nothing)
    assert isinstance(verdict, Verdict)
    assert verdict.law == law


def test_two_turns_of_one_text_are_decided_by_what_follows() -> None:
    words = read_words("13/4")
    finals = legal_finals(HIDDEN, words)
    assert len(finals) == 2
    plain = choose(HIDDEN, words, nothing)
    assert isinstance(plain, Found)
    assert (str(plain), plain.others) == ("13/4", 0)
    hit = choose(HIDDEN, words, lambda afters: [one.position.player[25] for one in afters])
    assert str(hit) == "13/7*/4"


def test_without_a_plain_reading_the_number_of_others_is_told() -> None:
    found = best(HIDDEN, legal_finals(HIDDEN), nothing)
    assert found.others == len(legal_finals(HIDDEN)) - 1


def test_a_cascade_is_followed_move_by_move() -> None:
    situation = moment("mad-gulbar w 24:15 24:15", 1, 1)
    text = "24/23 24/23 24/22 24/22 24/21 24/21 24/20 24/20 24/19 24/19 24/18 24/18"
    assert isinstance(choose(situation, read_words(text), nothing), Found)
    spoiled = choose(situation, read_words(text.replace("24/18 24/18", "24/17 24/18")), nothing)
    assert isinstance(spoiled, Verdict)


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("13/7* 8/7", "game-over"),
        ("8/7 13/7*", "game-over"),
        ("6/off", "not-home"),
        ("13/6", "wrong-die"),
        ("24/18 13/12", "closed-point"),
        ("24/23", "longest-play"),
    ],
)
def test_the_first_word_that_fails_is_named(text: str, law: str) -> None:
    situation = moment("sudden-death w 24:2,13:5,8:3,6:5 18:1,13:5,8:4,7:2,6:3", 6, 1)
    mid = begin(situation.rules, situation.position, Roll(6, 1))
    verdict = as_written(situation.rules, mid, read_words(text))
    assert isinstance(verdict, Verdict)
    assert verdict.law == law


@pytest.mark.parametrize("most", [500, 0])
def test_a_text_that_can_mean_two_hits_is_one_of_them(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 13/4 with 6-3 hits on 7 or on 10.
    monkeypatch.setattr(turns, "MOST_CANDIDATES", most)
    situation = moment("backgammon w 13:1,6:14 24:2,18:1,15:1,6:11", 6, 3)
    found = choose(situation, read_words("13/4"), nothing)
    assert isinstance(found, Found)
    assert str(found) in ("13/7*/4", "13/10*/4")
    assert found.others == (1 if most else 0)


def test_what_takes_too_long_to_judge_has_the_law_of_its_first_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playing, "MOST_STATES", 0)
    verdict = choose(moment(f"backgammon w {STD} {STD}", 3, 1), read_words("24/20"), nothing)
    assert isinstance(verdict, Verdict)
    assert verdict.law == "wrong-die"
    recorded = game("31: 24/20 | 64: 24/14", "      Wins 1 point")
    assert recorded.illegal
    assert "from here the game cannot be followed: expected at most 0 steps" in reasons(recorded)


def test_checkers_are_moved_whatever_the_laws_say() -> None:
    counts = (0, 0, 2, 0)
    assert moved(counts, read_words("2/off(2)")) == (2, 0, 0, 0)
    assert moved(counts, read_words("3/1")) == (0, 1, 2, -1)


def test_too_many_turns_are_not_looked_at() -> None:
    assert legal_finals(moment("gul-bara w 24:5,20:5,16:5 24:5,20:5,16:5", 1, 1)) == {}


@each("seed", range(6))
def test_turns_with_these_checkers_are_those_among_all(seed: int) -> None:
    game = ("backgammon", "plakoto", "long-nardy", "portes", "sudden-death", "gul-bara")[seed % 6]
    match = played_match(game, 0, seed, most_games=1)
    again = Game.from_events(match.game.events[:1], lambda _: match.game.rules)
    for event in match.game.events[1 : tries(16, 60, 400)]:
        if again.phase is Phase.TURN:
            _compare(again.situation)
        again.apply(event)


def _compare(situation: Situation) -> None:
    """Compare with a listing of all turns, also the order, which decides between equals."""
    every = legal_finals(situation)
    for final, moves in [*every.items()][:4]:
        words = [Word((move.origin, move.target)) for move in moves]
        wanted = [one for one in every.items() if one[0].player == final.player]
        assert [*legal_finals(situation, words).items()] == wanted
    assert legal_finals(situation, [Word((24, 0)), Word((24, 0)), Word((24, 0))]) == {}


@pytest.mark.parametrize("most", [5_000, 0])
def test_the_search_for_these_checkers_is_limited(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOST_STATES", most)
    assert len(legal_finals(HIDDEN, read_words("13/4"))) == (2 if most else 0)


def test_who_has_no_legal_move_cannot_move() -> None:
    assert can_move(HIDDEN)
    assert not can_move(moment("backgammon w bar:1,6:14 6:3,5:3,4:2,3:2,2:2,1:3", 6, 6))
