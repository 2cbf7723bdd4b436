"""Looking ahead with the cube: by a slow second way, and where everything is known."""

import functools

import numpy as np
import pytest

from nardy.core.cube import Owner
from nardy.core.situation import Situation
from nardy.evaluation.cube.lookahead import CubeAhead, CubeValues, Stand
from nardy.evaluation.cube.match_value import MatchValue
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.formats import position_text
from nardy.games import BACKGAMMON
from nardy.search.choose import Value
from nardy.search.conversions import table_of
from nardy.search.cube_look import expected_with_cube, waits
from nardy.search.every_roll import answers, roll_weights
from nardy.search.lookahead import expected
from nardy.search.tables import GameTables, Tables

NETWORK = bundled(BACKGAMMON)[0]
CONTACT = "24:1,13:4,8:3,6:4,4:2,3:1 24:2,13:3,8:3,6:5,5:2"
LAST_ROLL = "backgammon w 6:1 1:2"


def seen(text: str) -> tuple[Situation, GameTables, Value]:
    situation = position_text.loads(text)
    value = MatchValue.of(situation, ExactFirst(NETWORK, situation.rules).value)
    game = GameTables.of(situation.rules).valued(value.worth)
    return situation, game._replace(cube=CubeAhead.of(situation)), value.value


def table(text: str) -> tuple[GameTables, Tables, Value]:
    situation, game, value = seen(text)
    return game, table_of(game, situation), value


def one_worth(cube_values: CubeValues, chances: np.ndarray, stand: Stand) -> float:
    return float(cube_values.worth(chances[None], [stand])[0, 0])


def test_a_ply_ahead_the_opponent_may_double_after_every_answer() -> None:
    game, tables, value = table(f"backgammon w {CONTACT} match=7:2-3")
    assert game.cube is not None
    stands = [Stand(0, Owner.NOBODY), Stand(1, Owner.OPPONENT), Stand(2, Owner.PLAYER)]
    found = waits(game, tables, value, 1, stands)
    known = answers(game, tables, value)
    theirs = game.cube.cube_values[0]
    for n, stand in enumerate(stands):
        slow: list[float] = []
        for chances in known.probabilities[0]:
            worth = functools.partial(one_worth, theirs, chances[::-1])
            waiting, doubled = worth(stand.flipped()), theirs.doubled(stand.flipped())
            if doubled is not None:
                waiting = max(waiting, min(worth(doubled), theirs.cash(stand)))
            slow.append(-waiting)
        assert found.equities[0, n] == pytest.approx(slow @ roll_weights(game), abs=1e-6)
    assert found.probabilities == pytest.approx(roll_weights(game) @ known.probabilities, abs=1e-6)


def test_two_plies_ahead_the_opponent_doubles_where_it_is_right() -> None:
    """Every answer by itself: the opponent waits or doubles, whatever is better for him."""
    game, tables, value = table(f"backgammon w {CONTACT} match=7:2-3")
    assert game.cube is not None
    now, taken = Stand(0, Owner.NOBODY), Stand(1, Owner.OPPONENT)
    deep = waits(game, tables, value, 2, [now])
    plain = game._replace(cube=None)
    # The same tree without a cube tells the same chances.
    chances = expected(plain, tables, value, 2).probabilities
    assert deep.probabilities == pytest.approx(chances, abs=1e-6)
    # Nobody wins by a cube that only the opponent turns.
    held = waits(game, tables, value, 2, [Stand(0, Owner.OPPONENT), now, Stand(0, Owner.PLAYER)])
    theirs, centered, mine = held.equities[0]
    assert theirs < centered < mine
    assert deep.equities[0, 0] == pytest.approx(centered)
    assert waits(game, tables, value, 2, [taken]).equities[0, 0] != pytest.approx(centered)


def test_a_cube_of_no_use_changes_nothing() -> None:
    """One away each: many tables at once, more than are answered in one go."""
    game, tables, value = table(f"backgammon w {CONTACT} match=5:4-4")
    many = tables.part(np.zeros(70, np.int64))
    for depth in (1, 2):
        found, _, by_roll = expected_with_cube(
            game, many.part(np.arange(70 if depth == 1 else 2)), value, depth
        )
        plain = expected(game._replace(cube=None), tables, value, depth)
        assert found == pytest.approx(np.full(len(found), plain.equities[0]), abs=1e-5)
        assert by_roll[0] == pytest.approx(plain.by_roll[0])


def test_who_is_on_roll_doubles_before_the_roll() -> None:
    """27 of 36 win at once: played on it is worth half a single, doubled nearly a whole one."""
    game, tables, value = table(f"{LAST_ROLL} match=25:0-0")
    equities, _, _ = expected_with_cube(game, tables, value, 1)
    waiting, doubled = waits(
        game, tables, value, 1, [Stand(0, Owner.NOBODY), Stand(1, Owner.OPPONENT)]
    ).equities[0]
    assert waiting == pytest.approx(0.5, abs=0.02)
    assert doubled == pytest.approx(1, abs=0.05)
    assert equities[0] == pytest.approx(min(doubled, 1))


def test_without_a_cube_there_is_nothing_to_look_at() -> None:
    game, tables, value = table(f"{LAST_ROLL} match=25:0-0")
    with pytest.raises(ValueError, match="a game with a cube"):
        expected_with_cube(game._replace(cube=None), tables, value, 1)
    with pytest.raises(ValueError, match="a game with a cube"):
        waits(game._replace(cube=None), tables, value, 1, [Stand(0, Owner.NOBODY)])
