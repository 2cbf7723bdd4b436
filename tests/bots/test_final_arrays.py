"""What a bot chooses from is what the rule book allows."""

from random import Random

import pytest
from tests.effort import each, some
from tests.moments import play_out

from nardy.bots.baseline.bot import beam
from nardy.bots.neural import as_arrays, final_arrays
from nardy.bots.turns import is_listed
from nardy.core.game import Game
from nardy.core.legal import begin, sequences
from nardy.core.position import Position
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Move
from nardy.errors import IllegalTurnError
from nardy.games import GAMES, find_game
from nardy.kernel.arrays import moves_at, position_at
from nardy.kernel.layout import Finals


def told(finals: Finals) -> dict[Position, tuple[Move, ...]]:
    boards, pins, moves, offsets = finals
    assert offsets.tolist() == [0, len(boards)]
    return {position_at(boards, pins, n): moves_at(moves, n) for n in range(len(boards))}


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
        found = told(final_arrays(moment))
        assert found.keys() == by_law.keys()
        assert all(len(found[final]) == len(moves) for final, moves in by_law.items())


@pytest.mark.parametrize("text", ["gul-bara", "mad-gulbar"])
def test_of_a_cascade_there_are_some_good_ones(text: str) -> None:
    cascades = [one for one in turns_of(text) if one.dice and not is_listed(one.dice)]
    for moment in cascades[:3]:
        assert moment.dice is not None
        assert told(final_arrays(moment)) == beam(moment, moment.dice)


def test_positions_and_moves_come_back() -> None:
    moment = turns_of("plakoto")[20]
    assert moment.dice is not None
    by_law = dict(sequences(moment.rules, begin(moment.rules, moment.position, moment.dice)))
    assert told(as_arrays(by_law)) == by_law


def test_without_dice_there_is_nothing_to_choose_from() -> None:
    rules = GAMES["backgammon"]
    with pytest.raises(IllegalTurnError, match="roll them first"):
        final_arrays(Situation(rules=rules, position=rules.start))
