"""Look-ahead with the cube: before every roll on the way players may double, take and pass.

One tree of positions serves all cubes: turns are chosen for the present cube, and the positions after
them are valued with each cube that may then be on the table.
"""

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.cube.lookahead import CubeValues, Stand
from nardy.evaluation.network.network import Value
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.search.every_roll import EVERY_ROLL, RollValues, answered, in_chunks, roll_weights
from nardy.search.tables import GameTables, Tables

EquityArray = NDArray[np.floating]


def expected_with_cube(game: GameTables, tables: Tables, value: Value, plies: int) -> RollValues:
    """`expected` of lookahead.py with the cube: players double first where that is right.

    FACT_FIRST must be the same for all players on roll.
    """
    if game.cube is None:
        raise ValueError("expected a game with a cube to look ahead with")
    first = int(tables.facts[0, FACT_FIRST])
    cube_values, stands = game.cube.cube_values[first], [game.cube.stands[first]]
    found = waits(game, tables, value, plies, _with_doubles(cube_values, stands))
    equities = _acted(cube_values, found.equities, stands)[:, 0].astype(np.float32)
    return found._replace(equities=equities)


def waits(
    game: GameTables, tables: Tables, value: Value, plies: int, stands: list[Stand]
) -> RollValues:
    """Values of tables for the players on roll, who do not double now, at this depth.

    The equities are float64[n, stands], with each of these cubes.
    """
    return in_chunks(tables, lambda part: _waits(game, part, value, plies, stands))


def _waits(
    game: GameTables, tables: Tables, value: Value, plies: int, stands: list[Stand]
) -> RollValues:
    if game.cube is None:
        raise ValueError("expected a game with a cube to look ahead with")
    first, count = int(tables.facts[0, FACT_FIRST]), len(tables.boards)
    theirs = game.cube.cube_values[1 - first]
    after, turn, chances = answered(game, tables, value)
    shape = (count, len(EVERY_ROLL), chances.shape[1])
    by_roll = chances.copy().reshape(shape)
    turned = [stand.flipped() for stand in stands]
    worth = np.empty((len(chances), len(stands)))
    going = np.flatnonzero(turn.outcomes == GOING_ON)
    leaves = np.arange(len(chances)) if plies <= 1 else np.flatnonzero(turn.outcomes != GOING_ON)
    doubled = _with_doubles(theirs, turned)
    if len(leaves):
        # The opponent may double here too; the formula alone assumes doubles at an average moment.
        worth[leaves] = _acted(theirs, theirs.worth(chances[leaves, ::-1], doubled), turned)
    if plies > 1 and len(going):
        found = waits(game, after.part(going), value, plies - 1, doubled)
        worth[going] = _acted(theirs, found.equities, turned)
        chances[going] = found.probabilities[:, ::-1]
    weights = roll_weights(game)
    by_cube = worth.reshape(count, len(EVERY_ROLL), len(stands))
    # `worth` is seen by the opponent, who rolls after each answer.
    equities = -np.einsum("nrc,r->nc", by_cube, weights.astype(np.float64))
    return RollValues(equities, weights @ chances.reshape(shape), by_roll)


def _with_doubles(cube_values: CubeValues, stands: list[Stand]) -> list[Stand]:
    """These cubes, then those after a double of each, without repetition."""
    doubles = (cube_values.doubled(stand) for stand in stands)
    return list(dict.fromkeys([*stands, *(each for each in doubles if each is not None)]))


def _acted(cube_values: CubeValues, waiting: EquityArray, stands: list[Stand]) -> EquityArray:
    """Equities with the best cube action; `waiting` has the columns of `_with_doubles`."""
    place = {stand: n for n, stand in enumerate(_with_doubles(cube_values, stands))}
    found: list[EquityArray] = []
    for n, stand in enumerate(stands):
        doubled = cube_values.doubled(stand)
        held = waiting[:, n]
        if doubled is not None:
            passed = np.minimum(waiting[:, place[doubled]], cube_values.cash(stand))
            held = np.maximum(held, passed)
        found.append(held)
    return np.stack(found, 1)
