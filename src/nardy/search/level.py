"""Playing levels for people: a strong evaluation with bounded errors added.

A level misjudges positions in two ways. One error is random, but always the same for the same
position. The other comes from features that weaker players overlook, such as the number of rolls that
hit their blots. The error is added to each position value before the best is chosen. It is at most
half of `most` either way, so no turn costs more than `most` points by the full evaluation. The levels
of each game are in search/ladder.py.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats, Positions, Value
from nardy.kernel import layout as at
from nardy.kernel.features import BEHIND, BY_HOME, FEATURES_SIZE, LOST, PRIME, SHOTS, features_batch
from nardy.kernel.layout import Bytes, Finals, Ints, Pins, Rows
from nardy.kernel.scoring import GOING_ON
from nardy.search.choose import Worth, best_turns, choose, choose_apart, listed_turns
from nardy.search.lookahead import choose_ahead
from nardy.search.tables import LISTED, GameTables, Tables, TurnTaken


class Oversight(NamedTuple):
    """Shares of hard-to-see features that are overlooked: 0 none, 1 all, negative: overrated."""

    danger: float = 0.0
    """The opponent's rolls that hit or pin, more if their home is strong."""
    walls: float = 0.0
    """The worth of one's own prime and of checkers trapped behind it."""
    room: float = 0.0
    """One's own next rolls that cannot be played."""


CLEAR_SIGHTED = Oversight()


@dataclass(frozen=True)
class Level:
    name: str
    most: float
    """Points that one turn may cost at most, by the player's own evaluation."""
    noise: float
    """Standard deviation of the random error, in points."""
    oversight: Oversight = CLEAR_SIGHTED
    plies: int = 0


class SeededLevel(NamedTuple):
    """A player of some level; another seed misjudges other positions."""

    level: Level
    seed: int


OVERLOOKED = (
    (SHOTS, 0.5, Oversight._fields.index("danger")),
    (BY_HOME, 0.5, Oversight._fields.index("danger")),
    (PRIME + 1, -0.3, Oversight._fields.index("walls")),
    (BEHIND + 1, -0.3, Oversight._fields.index("walls")),
    (LOST + 1, 0.3, Oversight._fields.index("room")),
)
"""Columns of features.py seen by the player who rolls next, their rough cost, and who overlooks them.

Costs are in points for the mover: shots at their blots, more if the opponent has a strong home; the value
of their prime and of checkers trapped behind it; rolls that they cannot play next time.
"""


def judgement_errors(game: GameTables, positions: Positions, seeded_level: SeededLevel) -> Floats:
    """A player's error in the value of positions after a turn: float32[k].

    In points for the player who has just moved; `positions` are seen by the player who rolls next.
    It is 0 in a race with all checkers home, where everybody can count.
    """
    (level, seed), (boards, pins, seat, _) = seeded_level, positions
    features = np.empty((len(boards), FEATURES_SIZE), np.float32)
    phases = np.empty(len(boards), np.int8)
    features_batch(game.laws, (boards, pins, seat), features, phases)
    amount = level.noise * seeded_noise(boards, pins, seed)
    for column, cost in overlooked(level):
        amount += cost * features[:, column]
    at_home = ~boards[:, 1 - seat, 7:].any(1) & (features[:, 0] > 0)
    amount = np.where(at_home, 0, np.clip(amount, -level.most / 2, level.most / 2))
    return amount.astype(np.float32)


def overlooked(level: Level) -> list[tuple[int, float]]:
    """Columns of features.py that a level misjudges, with points for each of their units."""
    return [
        (column, cost * level.oversight[kind])
        for column, cost, kind in OVERLOOKED
        if level.oversight[kind]
    ]


# A fixed seed, so that a level misjudges the same positions in every process.
WEIGHTS: Ints = np.random.default_rng(0).integers(1, 1 << 62, 2 * at.PLACES + 2)


def seeded_noise(boards: Bytes, pins: Pins, seed: int) -> Floats:
    """A reproducible, roughly normal number for each position and seed.

    It is the sum of four uniform numbers of 16 bits (Irwin and Hall).
    """
    marks = boards.reshape(len(boards), -1).astype(np.int64) @ WEIGHTS[:-2]
    marks += pins.astype(np.int64) @ WEIGHTS[-2:]
    # Seeds may be negative or larger than 64 bits.
    bits = mixed(marks.view(np.uint64) ^ mixed(np.array([seed % (1 << 64)], np.uint64))[0])
    parts = bits.view(np.uint16).reshape(-1, 4).astype(np.float32) / 65_536 - 0.5
    # Four uniform numbers have a variance of 4/12 together; the factor makes it 1.
    return parts.sum(1) * np.float32(np.sqrt(3))


def mixed(bits: np.ndarray) -> np.ndarray:
    """The finalizer of splitmix64 (S. Vigna, public domain): every bit depends on every bit."""
    bits = (bits ^ bits >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ bits >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return bits ^ bits >> np.uint64(31)


def equities_at_level(
    game: GameTables, finals: Finals, worth: Worth, seeded_level: SeededLevel
) -> Floats:
    """Values of final positions in the eyes of a player of some level: float32[k].

    Ends of games are seen as they are, so a turn that wins at once is never missed.
    """
    points = np.array([*game.points, 0], np.float32)[worth.outcomes]
    most = np.maximum.reduceat(points, finals.offsets[:-1])
    # Where a turn wins at once, no position of the row is misjudged.
    exact = np.repeat(most, np.diff(finals.offsets)) > 0
    exact |= worth.outcomes != GOING_ON
    positions = Positions(finals.boards, finals.pins, at.OPPONENT, worth.facts)
    amount = np.where(exact, 0, judgement_errors(game, positions, seeded_level))
    return (worth.equities + amount).astype(np.float32)


def choose_at_level(
    game: GameTables, tables: Tables, rows: Rows, value: Value, seeded_level: SeededLevel
) -> TurnTaken:
    """A turn of every row at a player's level; in a cascade every move is judged by itself."""
    if not seeded_level.level.most:
        return choose_ahead(game, tables, rows, value, seeded_level.level.plies)

    def value_with_errors(positions: Positions) -> tuple[Floats, Floats]:
        chances, equities = value(positions)
        amount = judgement_errors(game, positions, seeded_level)
        return chances, equities - amount if positions.seat == at.OPPONENT else equities

    def of_lists(tables: Tables, rows: Rows) -> TurnTaken:
        # The filter would hide the worse turns that a level may choose.
        finals, played, worth = listed_turns(game.with_filter(None), tables, rows, value)
        equities = equities_at_level(game, finals, worth, seeded_level)
        return best_turns(finals, played, worth._replace(equities=equities))

    return choose_apart(
        rows.mids[:, at.MID_DICE] > LISTED,
        (tables, rows),
        of_lists,
        lambda tables, rows: choose(game, tables, rows, value_with_errors),
    )
