"""The turn that is chosen is legal, and no other is worth more: by the rule book, one by one."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from tests.effort import each, some, tries
from tests.search.lockstep import OWED_AND_LEFT, READINGS, Ply, leads_to, plies, tiny, worth

from nardy.core.legal import legal_moves, longest_play, sequences
from nardy.evaluation.network.network import Network, Positions
from nardy.kernel import layout as at
from nardy.kernel.scoring import FACT_LEFT, GOING_ON
from nardy.search.bomb import with_bomb
from nardy.search.choose import best_of, left_over, rolls_again
from nardy.search.tables import LISTED

EVERY = (*READINGS, *OWED_AND_LEFT)
LONG = (*OWED_AND_LEFT, "gul-bara,leftover=opponent")
"""The rule book takes minutes for the cascades of these: the thorough suite has them."""


def chosen(text: str, share: float, seed: int = 1, count: int = 4) -> Iterator[tuple[Ply, int]]:
    """Some of the turns of some games to their end, and always the turns that end them."""
    rng = Random(text)
    for ply in plies(text, tiny(text, seed).value, count=count, most=120, seed=seed):
        for row, outcome in enumerate(ply.turn.outcomes.tolist()):
            if outcome != GOING_ON or rng.random() < share:
                yield ply, row


def is_listed(ply: Ply, row: int) -> bool:
    return int(ply.rows.mids[row, at.MID_DICE]) <= LISTED


def assert_best(ply: Ply, row: int, network: Network) -> None:
    """The rule book lists the turns, and each is valued alone."""
    moment, final = ply.moment(row), ply.final(row)
    finals = sequences(ply.game.rules, ply.begun(row))
    assert final in finals
    assert len(finals[final]) == ply.turn.played[row]
    values = {after: worth(network, moment, after, len(moves)) for after, moves in finals.items()}
    assert values[final] == pytest.approx(max(values.values()), abs=1e-5)
    assert ply.turn.equities[row] == pytest.approx(values[final], abs=1e-5)


def assert_legal_cascade(ply: Ply, row: int) -> None:
    """It plays as many dice as the rule book can, and moves of the rule book lead there."""
    begun = ply.begun(row)
    assert ply.turn.played[row] <= longest_play(ply.game.rules, begun)
    assert leads_to(ply.game.rules, begun, ply.final(row))


@pytest.mark.parametrize("text", some([text for text in EVERY if text not in LONG], 9))
def test_no_legal_turn_is_worth_more(text: str) -> None:
    for ply, row in chosen(text, 0.06, count=tries(2, 4, 4)):
        if is_listed(ply, row):
            assert_best(ply, row, tiny(text))
        else:
            assert_legal_cascade(ply, row)


@pytest.mark.thorough
@pytest.mark.parametrize("text", EVERY)
def test_no_legal_turn_is_worth_more_in_any_game(text: str) -> None:
    for seed in range(2, 2 + tries(1, 1, 4)):
        for ply, row in chosen(text, 0.1, seed):
            if is_listed(ply, row):
                assert_best(ply, row, tiny(text, seed))
            else:
                assert_legal_cascade(ply, row)


@pytest.mark.parametrize("text", ["gul-bara", "mad-gulbar", *OWED_AND_LEFT])
def test_a_cascade_takes_the_best_move_after_move(text: str) -> None:
    """Each move is the one whose position would be best if the turn ended there."""
    followed = 0
    for ply, row in chosen(text, 0.3):
        if is_listed(ply, row):
            continue
        moment, mid, played = ply.moment(row), ply.begun(row), 0
        while moves := legal_moves(ply.game.rules, mid):
            played += 1
            mid = max(
                moves.values(),
                key=lambda after: worth(tiny(text), moment, after.position, 0, ends=False),
            )
        followed += 1
        assert ply.turn.played[row] == played
        expected = worth(tiny(text), moment, mid.position, played)
        assert ply.turn.equities[row] == pytest.approx(expected, abs=1e-5)
    assert followed > 5


@pytest.mark.parametrize("text", some(EVERY, 9))
def test_what_is_thought_after_a_turn_is_the_value_of_the_next_table(text: str) -> None:
    network = tiny(text)
    for ply in plies(text, network.value, count=tries(3, 8, 8), most=tries(60, 100, 100)):
        going = ply.turn.outcomes == GOING_ON
        value = with_bomb(ply.game, network.value) if ply.game.rules.bomb else network.value
        chances, equities = value(Positions(*ply.after[:2], at.PLAYER, ply.after.facts))
        assert ply.turn.probabilities[going] == pytest.approx(chances[going], abs=1e-5)
        again = rolls_again(ply.before, np.arange(len(going) + 1), ply.turn.facts)
        mine = np.where(again, equities, -equities)
        assert ply.turn.equities[going] == pytest.approx(mine[going], abs=1e-5)


def test_the_first_of_the_largest_between_two_offsets() -> None:
    values = np.array([1, 3, 3, -5, 2, 2, 0], np.float32)
    assert best_of(values, np.array([0, 3, 4, 7])).tolist() == [1, 3, 4]
    assert best_of(values, np.array([0, 7])).tolist() == [1]
    assert best_of(-values, np.array([0, 3, 4, 7])).tolist() == [0, 3, 6]


def test_the_largest_of_one_row_may_stand_in_another() -> None:
    values = np.array([0.5, 0.25, 0.5, 0.25, 0.125], np.float32)
    assert best_of(values, np.array([0, 1, 3, 5])).tolist() == [0, 2, 3]


@each("text", READINGS)
def test_who_rolls_again_is_who_played_leftovers(text: str) -> None:
    for ply in plies(text, tiny(text).value, count=4, most=60):
        ones = np.arange(len(ply.rolls) + 1)
        stays = rolls_again(ply.before, ones, ply.turn.facts)
        assert stays.tolist() == (ply.before.facts[:, FACT_LEFT] > 0).tolist()


def test_what_a_cascade_did_not_play_is_left_over() -> None:
    left = 0
    for ply in plies("mad-gulbar", tiny("mad-gulbar").value, count=8, most=60):
        rolled = ply.before.facts[:, FACT_LEFT] == 0
        for row, dice in enumerate(left_over(ply.game, ply.rows, rolled, ply.turn.played).tolist()):
            moment = ply.moment(row)
            assert moment.dice is not None
            double = moment.roll is not None and moment.roll.is_double
            rest = moment.dice.numbers[ply.turn.played[row] :] if double else ()
            assert tuple(die for die in dice if die) == rest
            left += len(rest)
    assert left > 10
