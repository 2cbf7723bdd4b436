"""The turns a bot chooses from."""

from dataclasses import replace

import pytest
from tests.moments import moment

from nardy.bots import turns
from nardy.bots.turns import as_played, dice_of, final_positions, is_listed
from nardy.core.dice import ROLLS, Roll
from nardy.core.draft import Draft
from nardy.core.legal import begin, legal_moves, sequences
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.errors import NardyError, TooManyTurns
from nardy.games import BACKGAMMON, GAMES


@pytest.mark.parametrize("game", ["backgammon", "caucasian", "plakoto", "long-nardy", "fevga"])
def test_final_positions_are_those_of_the_rule_book(game: str) -> None:
    rules = GAMES[game]
    for roll in ROLLS:
        dice = rules.dice_list(roll)
        book = sequences(rules, begin(rules, rules.start, dice))
        assert set(final_positions(rules, rules.start, dice)) == set(book)


def test_cascades_are_not_listed() -> None:
    assert is_listed(BACKGAMMON.dice_list(Roll(2, 2)))
    assert not is_listed(GAMES["mad-gulbar"].dice_list(Roll(2, 2)))


def test_moves_become_a_complete_draft() -> None:
    situation = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(6, 6))
    for final, moves in final_positions(BACKGAMMON, BACKGAMMON.start, dice_of(situation)).items():
        draft = as_played(situation, moves, final)
        assert isinstance(draft, Draft)
        assert draft.position == final
        assert draft.is_complete


def test_moves_that_a_draft_reads_in_another_way_become_a_text() -> None:
    situation = moment("backgammon w 6:1,1:14 20:2", 6, 1)
    dice = dice_of(situation)
    finals = final_positions(situation.rules, situation.position, dice)
    final, moves = next(iter(finals.items()))
    told = as_played(situation, moves[:1], final)
    assert isinstance(told, Turn)


def test_a_turn_needs_dice() -> None:
    rolled = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(2, 1))
    with pytest.raises(NardyError, match="roll"):
        dice_of(replace(rolled, roll=None))


def test_where_the_kernel_has_no_room_the_rule_book_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arrays = pytest.importorskip("nardy.kernel.arrays")

    def crowded(*_: object) -> None:
        raise TooManyTurns(1)

    monkeypatch.setattr(turns, "is_available", lambda: True)
    monkeypatch.setattr(arrays, "kernel_moves", crowded)
    monkeypatch.setattr(arrays, "kernel_longest", crowded)
    mid = begin(BACKGAMMON, BACKGAMMON.start, Roll(3, 1))
    assert turns.single_moves(BACKGAMMON, mid, {}) == legal_moves(BACKGAMMON, mid)
    assert turns.longest(BACKGAMMON, mid) == 2
