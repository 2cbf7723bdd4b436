"""Levels for people: a strong player's judgement, spoiled a little, and never by more than so much.

A person of some level misjudges positions: some by chance, the same position always in the same
way, and some because there are things he does not see, such as how many rolls hit his blots. What
he misjudges is added to what a position is worth before the best is taken. It is at most half of
`most` either way, so no turn that he plays costs more than `most` points by the full judgement.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel import layout as at
from nardy.kernel.features import BEHIND, BY_HOME, FEATURES_SIZE, LOST, PRIME, SHOTS, features_batch
from nardy.kernel.layout import Bytes, Finals, Ints, Pins, Rows
from nardy.kernel.scoring import GOING_ON
from nardy.search.choose import (
    Value,
    Worth,
    all_finals,
    best_turns,
    choose,
    in_order,
    leaves_dice,
    worth_of,
)
from nardy.search.lookahead import choose_ahead
from nardy.search.tables import LISTED, GameTables, Tables, TurnTaken, chosen_rows


@dataclass(frozen=True)
class Level:
    """How well a person of some level plays."""

    name: str
    most: float
    """Points that one turn may cost at most, as the player himself sees it."""
    noise: float
    """Points by which a position is misjudged by chance: the standard deviation."""
    blindness: float
    """How much of what is hard to see is not seen: 0 everything is, 1 nothing."""
    plies: int = 0


class SeededLevel(NamedTuple):
    """Somebody of a level; another seed is somebody else, who misjudges other positions."""

    level: Level
    seed: int


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("beginner", most=0.60, noise=0.14, blindness=0.8),
        Level("casual", most=0.36, noise=0.085, blindness=0.5),
        Level("club", most=0.20, noise=0.045, blindness=0.25),
        Level("expert", most=0.10, noise=0.018, blindness=0.0),
        Level("master", most=0.0, noise=0.0, blindness=0.0, plies=1),
    )
}
"""From the weakest to the strongest."""

OVERLOOKED = ((SHOTS, 0.5), (BY_HOME, 0.5), (PRIME + 1, -0.3), (BEHIND + 1, -0.3), (LOST + 1, 0.3))
"""Columns of features.py, seen by who rolls next: what a position costs the mover in points, about.

The shots at his blots, more where the opponent has made points at home; what his own prime is
worth, and who is behind it; the rolls that he himself cannot play next time.
"""


def judgement_errors(game: GameTables, positions: Positions, seeded_level: SeededLevel) -> Floats:
    """What a person takes positions after his turn for, less what they are worth: float32[k].

    Points for the player who has just moved; `positions` are seen by whoever rolls next. In a
    race with all checkers at home, where everybody can count, it is 0.
    """
    (level, seed), (boards, pins, seat, _) = seeded_level, positions
    features = np.empty((len(boards), FEATURES_SIZE), np.float32)
    phases = np.empty(len(boards), np.int8)
    features_batch(game.laws, (boards, pins, seat), features, phases)
    blind = sum(cost * features[:, column] for column, cost in OVERLOOKED)
    amount = level.blindness * blind + level.noise * seeded_noise(boards, pins, seed)
    at_home = ~boards[:, 1 - seat, 7:].any(1) & (features[:, 0] > 0)
    amount = np.where(at_home, 0, np.clip(amount, -level.most / 2, level.most / 2))
    return amount.astype(np.float32)


WEIGHTS: Ints = np.random.default_rng(0).integers(1, 1 << 62, 2 * at.PLACES + 2)


def seeded_noise(boards: Bytes, pins: Pins, seed: int) -> Floats:
    """A number for each position, much like a normal one: its own for every seed, and no chance.

    Four uniform numbers of 16 bits are added (Irwin and Hall).
    """
    marks = boards.reshape(len(boards), -1).astype(np.int64) @ WEIGHTS[:-2]
    marks += pins.astype(np.int64) @ WEIGHTS[-2:]
    bits = mixed(marks.view(np.uint64) ^ mixed(np.array([seed % (1 << 64)], np.uint64))[0])
    parts = bits.view(np.uint16).reshape(-1, 4).astype(np.float32) / 65_536 - 0.5
    return parts.sum(1) * np.float32(np.sqrt(3))


def mixed(bits: np.ndarray) -> np.ndarray:
    """The finalizer of splitmix64 (S. Vigna, public domain): every bit depends on every bit."""
    bits = (bits ^ bits >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ bits >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return bits ^ bits >> np.uint64(31)


def equities_at_level(
    game: GameTables, finals: Finals, worth: Worth, seeded_level: SeededLevel
) -> Floats:
    """What final positions look worth to a person who makes them: float32[k].

    Ends of games are seen as they are, and a turn that wins at once is never missed.
    """
    points = np.array([*game.points, 0], np.float32)[worth.outcomes]
    most = np.maximum.reduceat(points, finals.offsets[:-1])
    exact = np.repeat(most, np.diff(finals.offsets)) > 0
    exact |= worth.outcomes != GOING_ON
    positions = Positions(finals.boards, finals.pins, at.OPPONENT, worth.facts)
    amount = np.where(exact, 0, judgement_errors(game, positions, seeded_level))
    return (worth.equities + amount).astype(np.float32)


def choose_at_level(
    game: GameTables, tables: Tables, rows: Rows, value: Value, seeded_level: SeededLevel
) -> TurnTaken:
    """A turn of every row as a person plays it; in a cascade every move is judged by itself."""
    if not seeded_level.level.most:
        return choose_ahead(game, tables, rows, value, seeded_level.level.plies)
    long = rows.mids[:, at.MID_DICE] > LISTED
    some, others = np.flatnonzero(~long), np.flatnonzero(long)
    if not len(others):
        return _of_lists(game, tables, rows, value, seeded_level)

    def value_with_errors(positions: Positions) -> tuple[Floats, Floats]:
        chances, equities = value(positions)
        amount = judgement_errors(game, positions, seeded_level)
        return chances, equities - amount if positions.seat == at.OPPONENT else equities

    found = choose(game, tables.part(others), chosen_rows(rows, others), value_with_errors)
    if not len(some):
        return found
    listed = _of_lists(game, tables.part(some), chosen_rows(rows, some), value, seeded_level)
    return in_order(np.concatenate([some, others]), listed, found)


def _of_lists(
    game: GameTables, tables: Tables, rows: Rows, value: Value, seeded_level: SeededLevel
) -> TurnTaken:
    finals = all_finals(game, rows)
    played = (finals.moves[:, :, at.MOVE_ORIGIN] > 0).sum(1)
    left = leaves_dice(game, rows, finals.offsets, played)
    worth = worth_of(game, tables, finals, value, left)
    equities = equities_at_level(game, finals, worth, seeded_level)
    return best_turns(finals, played, worth._replace(equities=equities))
