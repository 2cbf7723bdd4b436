"""Positions: two sides, each by own numbers."""

import pytest
from hypothesis import given
from tests.strategies import texts

from nardy.core.position import BAR, HOME, OFF, PLACES, Position, counts
from nardy.errors import PositionError
from nardy.formats import position_text
from nardy.games import GAMES


def test_places() -> None:
    assert (OFF, BAR, PLACES, list(HOME)) == (0, 25, 26, [1, 2, 3, 4, 5, 6])
    assert counts({25: 1, 0: 14}) == (14, *[0] * 24, 1)


@pytest.mark.parametrize(
    ("checkers", "message"),
    [
        ({26: 1}, r"expected places from 0 \(off\) to 25 \(the bar\), got 26; "),
        ({-1: 3}, r"expected places .*, got -1; "),
        ({"24": 3}, r"expected places .*, got '24'; "),
        ({24: -2}, r"expected a number of checkers on 24, got -2; "),
        ({24: 1.5}, r"expected a number of checkers on 24, got 1\.5; "),
        ({24: True}, r"expected a number of checkers on 24, got True; "),
    ],
)
def test_places_and_counts_that_do_not_exist_are_refused(
    checkers: dict[int, int], message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        Position.of(checkers)
    with pytest.raises(PositionError, match=message):
        Position.of({24: 2}, checkers)


def test_pip_counts_of_the_starts() -> None:
    pips = {name: rules.start.pip_count() for name, rules in GAMES.items()}
    assert pips["backgammon"] == 167
    assert pips["nackgammon"] == 194
    assert pips["hypergammon"] == 69
    assert pips["longgammon"] == pips["long-nardy"] == pips["plakoto"] == 360
    assert Position.of({25: 2, 1: 1, 0: 12}).pip_count() == 51


@given(texts())
def test_flipping_twice_changes_nothing(text: str) -> None:
    position = position_text.loads(text).position
    flipped = position.flipped()
    assert flipped.flipped() == position
    assert (flipped.player, flipped.opponent) == (position.opponent, position.player)
    assert flipped.player_pinned == position.opponent_pinned
    assert hash(flipped.flipped()) == hash(position)
