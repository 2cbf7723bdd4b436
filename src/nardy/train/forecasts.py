"""A network's forecasts before every roll of its own games, with the results."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network.network import Floats, Network, Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import Ints
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import choose, left_over
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of
from nardy.train.selfplay import MOST_PLIES

CHUNK = 500
"""Games in lockstep. All are finished, since the first to finish are the short ones."""


class Forecasts(NamedTuple):
    """Forecasts before every roll, and the results for that player."""

    forecast: Floats
    """float32[n, outcomes]."""
    outcomes: Ints
    """int64[n]."""
    games: Ints
    """int64[n]: the game of each forecast."""


def forecasts(game: GameTables, network: Network, games: int, seed: int) -> Forecasts:
    """Play games without look-ahead, and keep every forecast of those that end."""
    sizes = [min(CHUNK, games - low) for low in range(0, games, CHUNK)]
    parts = [_played(game, network, size, [seed, n * CHUNK]) for n, size in enumerate(sizes)]
    return Forecasts(
        np.concatenate([part.forecast for part in parts]),
        np.concatenate([part.outcomes for part in parts]),
        np.concatenate([part.games + n * CHUNK for n, part in enumerate(parts)]),
    )


def _played(game: GameTables, network: Network, count: int, seed: list[int]) -> Forecasts:
    random = np.random.default_rng(seed)
    tables, going = Tables.begun(game, count), np.arange(count)
    ended = np.full(count, GOING_ON)
    forecast: list[Floats] = []
    rows: list[Ints] = []
    firsts: list[NDArray[np.int8]] = []
    for ply in range(MOST_PLIES):
        part = tables.part(going)
        if game.rules.bomb:
            explode_where_better(game, part, network.value)
        positions = Positions(part.boards, part.pins, at.PLAYER, part.facts)
        forecast.append(network.value(positions)[0])
        rows.append(going)
        firsts.append(part.facts[:, FACT_FIRST].copy())
        rolls = random.integers(1, 7, (len(going), 2), np.int8)
        if ply == 0:
            rolls = opening_rolls(game, random, len(going))
        begun = rows_of(game, part, rolls, part.facts[:, FACT_TURNS_MINE].astype(np.int64))
        turn = choose(game, part, begun, network.value)
        rolled, mine = part.facts[:, FACT_LEFT] == 0, part.facts[:, FACT_FIRST] > 0
        over = turn.outcomes != GOING_ON
        by_first = np.where(mine, turn.outcomes, len(game.points) - 1 - turn.outcomes)
        ended[going[over]] = by_first[over]
        part.advance(np.arange(len(going)), turn, left_over(game, begun, rolled, turn.played))
        for array, new in zip(tables, part, strict=True):
            array[going] = new
        going = going[~over]
        if not len(going):
            break
    where, first = np.concatenate(rows), np.concatenate(firsts) > 0
    result = np.where(first, ended[where], len(game.points) - 1 - ended[where])
    known = ended[where] != GOING_ON
    return Forecasts(np.concatenate(forecast)[known], result[known], where[known])
