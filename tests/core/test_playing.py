"""From words to turns."""

from random import Random

import pytest
from hypothesis import given
from tests.moments import moment, random_cases
from tests.strategies import rolled_texts, seeds

from nardy.core.draft import Draft
from nardy.core.judge import judge
from nardy.core.legal import begin
from nardy.core.playing import readings, ways_of
from nardy.core.words import Word, read_words


def test_each_checker_has_its_way() -> None:
    words = [Word((8, 4), frozenset(), 2), Word((13, 7, 5))]
    assert ways_of(words) == ((8, 4), (8, 4), (13, 7, 5))


@given(rolled_texts(), seeds)
def test_moves_in_any_order_are_read(text: str, seed: int) -> None:
    situation, rng = moment(text), Random(seed)
    draft = Draft(situation)
    if len(draft.dice) > 4:
        return
    while moves := list(draft.legal_moves):
        draft.move(*rng.choice(moves)[:2])
    words = [Word(move[:2]) for move in draft.moves]
    rng.shuffle(words)
    found = readings(
        situation.rules, begin(situation.rules, situation.position, situation.dice), words
    )
    assert [played.position for played in found] == [draft.position]


def test_no_words_are_a_dance_or_nothing() -> None:
    free = moment("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", 3, 1)
    assert readings(free.rules, begin(free.rules, free.position, free.dice), []) == []
    closed = moment("backgammon w bar:1,13:14 6:3,5:2,4:2,3:2,2:2,1:4", 6, 5)
    (dance,) = readings(closed.rules, begin(closed.rules, closed.position, closed.dice), [])
    assert dance.moves == ()


def test_touched_points_that_are_not_named_are_counted() -> None:
    situation = moment("backgammon w 13:1,3:14 18:1,15:1,5:13", 6, 3)
    mid = begin(situation.rules, situation.position, situation.dice)
    assert [p.touches for p in readings(situation.rules, mid, read_words("13/4"))] == [1, 1]
    assert [p.touches for p in readings(situation.rules, mid, read_words("13/7/4"))] == [0]


@pytest.mark.parametrize("name", ["gul-bara", "mad-gulbar"])
def test_the_text_of_a_cascade_is_read_again(name: str) -> None:
    rng = Random(name)
    for text, roll in random_cases(name, 11, 6):
        situation = moment(text.split(" turns=")[0], roll.high, roll.high)
        draft = Draft(situation)
        while moves := list(draft.legal_moves):
            draft.move(*rng.choice(moves)[:2])
        turn = draft.turn()
        assert judge(situation, str(turn)).final == draft.position, (text, roll, str(turn))
