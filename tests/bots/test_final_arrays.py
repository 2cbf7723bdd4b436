"""What a bot chooses from is what the rule book allows."""

from random import Random

import pytest
from tests.effort import each, some
from tests.moments import play_out

from nardy.bots.baseline.bot import beam
from nardy.bots.neural import as_arrays, final_arrays
from nardy.bots.turns import is_listed
from nardy.core.dice import Roll
from nardy.core.draft import Draft
from nardy.core.game import Game
from nardy.core.legal import begin, sequences
from nardy.core.position import Position
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Move
from nardy.errors import IllegalTurnError
from nardy.evaluation.network.bundled_weights import bundled
from nardy.games import GAMES, find_game
from nardy.kernel.arrays import moves_at, position_at
from nardy.kernel.decisions import WIDTH
from nardy.kernel.layout import Finals


def told(finals: Finals) -> dict[Position, tuple[Move, ...]]:
    boards, pins, moves, offsets = finals
    assert offsets.tolist() == [0, len(boards)]
    return {position_at(boards, pins, n): moves_at(moves, n) for n in range(len(boards))}


def finals_of(situation: Situation) -> Finals:
    return final_arrays(situation, bundled(situation.rules)[0])


def turns_of(text: str) -> list[Situation]:
    """Moments of a game at random in which a turn is due."""
    met: list[Situation] = []
    game = Game(find_game(text), seed=3)
    play_out(game, Random(text), lambda now: met.append(now.situation))
    return [moment for moment in met if moment.phase is Phase.TURN and not moment.left]


@each("text", some(GAMES, 6))
def test_every_final_position_has_moves_that_lead_to_it(text: str) -> None:
    moments = [moment for moment in turns_of(text) if moment.dice and is_listed(moment.dice)]
    for moment in moments[::5]:
        assert moment.dice is not None
        by_law = sequences(moment.rules, begin(moment.rules, moment.position, moment.dice))
        found = told(finals_of(moment))
        assert found.keys() == by_law.keys()
        assert all(len(found[final]) == len(moves) for final, moves in by_law.items())


@pytest.mark.parametrize("text", ["gul-bara", "mad-gulbar"])
def test_of_a_cascade_there_are_some_good_ones(text: str) -> None:
    cascades = [one for one in turns_of(text) if one.dice and not is_listed(one.dice)]
    for moment in cascades[:3]:
        found = told(finals_of(moment))
        assert 1 <= len(found) <= WIDTH
        for final, moves in found.items():
            draft = Draft(moment)
            for move in moves:
                draft.move(move.origin, move.target)
            assert draft.is_complete
            assert draft.position == final


def test_where_the_kernel_cannot_count_the_checkers_a_cascade_is_played_by_the_rule_book() -> None:
    rules = find_game("gul-bara").replace(id="crowd", start=Position.of({24: 100, 23: 100}))
    moment = Situation(rules=rules, position=rules.start, roll=Roll(5, 5))
    assert moment.dice is not None
    assert told(final_arrays(moment, bundled(find_game("gul-bara"))[0])) == beam(
        moment, moment.dice
    )


def test_positions_and_moves_come_back() -> None:
    moment = turns_of("plakoto")[20]
    assert moment.dice is not None
    by_law = dict(sequences(moment.rules, begin(moment.rules, moment.position, moment.dice)))
    assert told(as_arrays(by_law)) == by_law


def test_without_dice_there_is_nothing_to_choose_from() -> None:
    rules = GAMES["backgammon"]
    with pytest.raises(IllegalTurnError, match="roll them first"):
        finals_of(Situation(rules=rules, position=rules.start))
