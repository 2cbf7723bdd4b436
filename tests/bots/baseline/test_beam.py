"""Cascades, move by move."""

import pytest
from tests.moments import moment

from nardy.bots.baseline.beam import beam
from nardy.bots.turns import dice_of
from nardy.core.draft import Draft
from nardy.core.legal import begin, sequences

CASCADE = moment("mad-gulbar w 24:12,20:2,15:1 24:13,22:2", 4, 4)


@pytest.mark.parametrize("width", [1, 4])
def test_a_beam_ends_in_lawful_turns(width: int) -> None:
    finals = beam(CASCADE, dice_of(CASCADE), width)
    assert 1 <= len(finals) <= width
    for final, moves in finals.items():
        draft = Draft(CASCADE)
        for move in moves:
            draft.move(move.origin, move.target)
        assert draft.is_complete
        assert draft.position == final


def test_a_wide_beam_finds_every_turn() -> None:
    short = moment("mad-gulbar w 24:12,20:2,15:1 24:13,22:2", 6, 6)
    book = sequences(short.rules, begin(short.rules, short.position, dice_of(short)))
    assert set(beam(short, dice_of(short), 1_000)) == set(book)


def test_a_dance_is_a_turn() -> None:
    dance = moment("backgammon w bar:1,6:14 6:2,5:2,4:2,3:2,2:2,1:2", 6, 6)
    assert beam(dance, dice_of(dance)) == {dance.position: ()}
