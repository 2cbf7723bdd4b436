"""Positions valued by a network in one call: features, layers and chances.

The same as `Network.value` (evaluation/network/network.py), in a form that needs nothing else: it runs in a
browser, too.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bearoff_rolls import find_races, races_batch
from nardy.kernel.bits import number
from nardy.kernel.cube_ladder import ROWS
from nardy.kernel.cube_values import POINTS, CubeStand, worth_of_position
from nardy.kernel.features import Board
from nardy.kernel.forward import (
    Shorts,
    dense_batch,
    first_layer,
    probabilities_batch,
    second_layer,
)
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Bytes, Floats, Ints
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_BOMB_THEIRS,
    FACT_FIRST,
    FACT_LAST,
    FACT_LEFT,
    FACT_TURNS_MINE,
    FACT_TURNS_THEIRS,
    STAKES_LAST_THROW,
)

FACT_NUMBERS = 7
"""Facts as inputs of a network, behind the features."""
USES_BOMB = 0
"""1 if players have bombs."""
USES_TURNS = 1
"""1 if the number of turns taken matters."""
USES_BOTH = 2
"""1 if a bomb hits the blots of both players."""
USES_SIZE = 3
CHUNK = 512
"""Positions valued at a time: what fits into a processor's cache."""


class Races(NamedTuple):
    """The bear-off table of a game (kernel/bearoff_rolls.py)."""

    early: int
    """The turn from which doubles cascade: before it no position is a race."""
    all_off: Floats
    """float32[sides, rolls]; no rows without a table."""
    one_off: Floats
    """float32[sides, rolls]"""


class Net(NamedTuple):
    """A game and its network, as `Network` prepares them (evaluation/network/network.py)."""

    laws: Ints
    stakes: Ints
    uses: Ints
    """int64[USES_SIZE]: what else the game has, indices below."""
    points: Floats
    """float32[outcomes], of the player who rolls next."""
    worth: Floats
    """float32[2, outcomes]: of each outcome for the mover, by FACT_FIRST."""
    table: Shorts
    dense: Shorts
    phases: int
    upper: Floats
    upper_bias: Floats
    last: Floats
    last_bias: Floats
    filter_table: Shorts
    """The first layer of the move filter; no rows without one."""
    filter_last: Floats
    filter_most: int
    filter_margin: float
    stand: CubeStand
    """The cube and the score, where they change what outcomes and positions are worth."""
    races: Races
    """Exact chances of bear-off races, which come before the network's."""


@entry
def value_batch(net: Net, board: Board, facts: Bytes, chances: Floats, equities: Floats) -> None:
    """Fill float32[n, outcomes] and float32[n] for the players who roll next: `Network.value`.

    With a bear-off table, races have its chances: evaluation/network/exact_first.py.
    """
    boards, pins, seat = board
    count = facts.shape[0]
    room = min(count, number(CHUNK))
    width = net.dense.shape[0] // net.phases
    told = np.empty((room, FACT_NUMBERS), np.float32)
    dense = np.empty((room, width), np.float32)
    phases = np.empty(room, np.int8)
    hidden = np.empty((room, net.table.shape[1]), np.float32)
    second = np.empty((room, net.last.shape[0]), np.float32)
    work = np.empty((ROWS, max(number(2), net.stand.ladder.cash.shape[1])), np.float64)
    for low in range(0, count, CHUNK):
        high = min(low + CHUNK, count)
        n = high - low
        some = (boards[low:high], pins[low:high], seat)
        fill_facts(net, facts[low:high], told)
        dense_batch(net.laws, some, told[:n], dense[:n], phases[:n])
        weights = (net.table, net.dense, net.phases)
        first_layer(some, dense[:n], phases[:n], weights, hidden[:n])
        second_layer(hidden[:n], (net.upper, net.upper_bias), second[:n])
        for k in range(n):
            for j in range(net.last.shape[1]):
                total = net.last_bias[j]
                for i in range(net.last.shape[0]):
                    total += second[k, i] * net.last[i, j]
                chances[low + k, j] = total
        probabilities_batch(
            net.stakes, (some[0], seat), net.points, chances[low:high], equities[low:high]
        )
        if net.races.all_off.shape[0]:
            put_races(net, some, facts[low:high], (chances[low:high], equities[low:high]))
        if net.stand.kind != POINTS:
            for k in range(low, high):
                side = number(facts[k, FACT_FIRST])
                equities[k] = worth_of_position(net.stand, side, chances[k], work)


@entry
def put_races(net: Net, board: Board, facts: Bytes, values: tuple[Floats, Floats]) -> None:
    """Write the exact chances and equities of the bear-off races among some positions."""
    chances, equities = values
    is_race = np.zeros(facts.shape[0], np.bool_)
    if not find_races(net.races.early, board, facts, is_race):
        return
    tables = (net.races.all_off, net.races.one_off)
    laws = (number(net.laws[at.RULES_CHECKERS]), net.stakes)
    races_batch(laws, tables, (board, facts), is_race, chances)
    for k in range(facts.shape[0]):
        if is_race[k]:
            total = np.float32(0)
            for j in range(chances.shape[1]):
                total += chances[k, j] * net.points[j]
            equities[k] = total


@jit
def fill_facts(net: Net, facts: Bytes, told: Floats) -> None:
    """The facts as inputs; 0 for those that the game does not use."""
    early = net.laws[at.RULES_CASCADE_FROM] - 1
    for k in range(facts.shape[0]):
        for i in range(FACT_NUMBERS):
            told[k, i] = 0
        if net.stakes[STAKES_LAST_THROW]:
            told[k, 0] = facts[k, FACT_FIRST]
            told[k, 1] = facts[k, FACT_LAST]
        if net.uses[USES_BOMB]:
            told[k, 2] = facts[k, FACT_BOMB_MINE]
            told[k, 3] = facts[k, FACT_BOMB_THEIRS]
        if net.uses[USES_TURNS]:
            told[k, 4] = facts[k, FACT_TURNS_MINE] < early
            told[k, 5] = facts[k, FACT_TURNS_THEIRS] < early
        told[k, 6] = facts[k, FACT_LEFT]
