"""A duel of two players with the same dice for both and the luck subtracted from the score.

Every pair of games has the same dice with the seats swapped. The luck of a roll is its gain over the
mean of the 21 rolls, by the values of some network. Its mean is 0 whatever the players do, so the
adjusted score has the same mean. With a good network it has a fraction of the variance (a control
variate).
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from nardy.arena.player import ArrayPlayer
from nardy.compute.chunks import run_chunks
from nardy.compute.local import Threads
from nardy.errors import NardyError
from nardy.evaluation.network.network import Floats, Network
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.search.choose import play_turns
from nardy.search.every_roll import NUMBER, answers, roll_weights
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of

MOST_PLIES = 1_000
"""Longer games score nothing."""
CHUNK = 128
"""Pairs of games played side by side."""


@dataclass(frozen=True, eq=False)
class Duel:
    """Results of some pairs of games: the points of the first player.

    A duel equals only itself; compare its arrays with `numpy.array_equal`.
    """

    points: NDArray[np.float64]
    """float64[pairs, 2]: when moving first, and when moving second."""
    luck: NDArray[np.float64]
    """float64[pairs, 2]: luck of the first player; 0 if not measured."""
    forfeits: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """For each player, one sentence for each game lost by a bad or missing answer."""
    cut: int = 0
    """Number of games that were not over after MOST_PLIES."""
    together: int = 1
    """Pairs in a row that are one observation, for `mean_and_error`: a set whose players misjudge the same positions."""

    @property
    def adjusted(self) -> NDArray[np.float64]:
        return self.points - self.luck


def mean_and_error(pairs: NDArray[np.float64], together: int = 1) -> tuple[float, float]:
    """The mean for each game and its standard error.

    One observation is *together* pairs in a row (`Duel.together`). The error is infinite for a single one.
    """
    means = pairs.mean(1)
    mean = means.mean()
    sums = np.add.reduceat(means - mean, np.arange(0, len(means), together))
    if len(sums) < 2:
        return float(mean), float("inf")
    # With one pair in each this is the deviation over the root of the number.
    squared = (sums**2).sum() * len(sums) / (len(sums) - 1)
    return float(mean), float(np.sqrt(squared) / len(means))


@dataclass(frozen=True, kw_only=True)
class DuelTerms:
    """The game of a duel, the number of pairs, and who measures the luck."""

    game: GameTables
    """`GameTables.of(rules)`, of a game without a cube."""
    pairs: int
    """Pairs of games with the same dice."""
    seed: int = 1
    judge: Network | None = None
    """Its values measure the luck."""
    threads: int = 1
    starts: Tables | None = None
    """Positions before a roll with which the pairs begin in turn; None: the game's own start."""
    chunk: int = 0
    """Pairs in a set, played side by side by the same bots; 0 means CHUNK. Bots with a seed depend on it."""
    together: int = 1
    """As in `Duel`."""

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise NardyError(
                f"expected at least 1 pair of games, got {self.pairs!r:.40}; ask for 1 or more"
            )


def duel(players: tuple[ArrayPlayer, ArrayPlayer], terms: DuelTerms) -> Duel:
    """Let two players play pairs of games; the result depends on the seed, not on the threads."""
    return joined(list(duel_parts(players, terms)))


def duel_parts(players: tuple[ArrayPlayer, ArrayPlayer], terms: DuelTerms) -> Iterator[Duel]:
    """`duel` in chunks, as they finish; closing the iterator cancels the rest."""
    with closing(Threads(terms.threads)) as workers:
        yield from run_chunks(workers, partial(play_pairs, players, terms), chunks_of(terms))


def chunks_of(terms: DuelTerms) -> list[range]:
    """The chunks of pairs, independent of the number of cores."""
    size = terms.chunk or CHUNK
    return [range(low, min(low + size, terms.pairs)) for low in range(0, terms.pairs, size)]


def joined(parts: Sequence[Duel]) -> Duel:
    first, second = (sum((part.forfeits[n] for part in parts), ()) for n in (0, 1))
    return Duel(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.luck for part in parts]),
        (first, second),
        sum(part.cut for part in parts),
        parts[0].together,
    )


def play_pairs(players: tuple[ArrayPlayer, ArrayPlayer], terms: DuelTerms, pairs: range) -> Duel:
    """Play one chunk."""
    boards = _Boards(terms, pairs)
    players = players[0].fresh(pairs.start), players[1].fresh(pairs.start)
    for ply in range(MOST_PLIES):
        going = boards.going
        beginners_turn = boards.tables.facts[going, FACT_FIRST] > 0
        firsts = beginners_turn == boards.first_begins[going]
        still = [
            boards.turns(player, rows, ply, sign)
            for player, rows, sign in (
                (players[0], going[firsts], 1),
                (players[1], going[~firsts], -1),
            )
            if len(rows)
        ]
        if not still:
            break
        boards.going = np.sort(np.concatenate(still))
    # A cut game scores nothing but keeps its luck; otherwise the mean luck would not be 0.
    forfeits = tuple(players[0].forfeits), tuple(players[1].forfeits)
    luck = boards.luck.reshape(-1, 2)
    return Duel(boards.points.reshape(-1, 2), luck, forfeits, len(boards.going), terms.together)


class _Boards:
    def __init__(self, terms: DuelTerms, pairs: range) -> None:
        count = 2 * len(pairs)
        self.terms = terms
        self.dice = np.repeat(_dice_of(terms, pairs), 2, axis=0)
        self.tables = Tables.begun(terms.game, count)
        if terms.starts is not None:
            places = np.repeat(np.array(pairs) % len(terms.starts.boards), 2)
            self.tables.put(np.arange(count), terms.starts.part(places))
        self.points = np.zeros(count)
        self.luck = np.zeros(count)
        # The first player moves first in even games, the second in odd ones.
        self.first_begins = np.arange(count) % 2 == 0
        self.going = np.arange(count)

    def turns(self, player: ArrayPlayer, rows: Ints, ply: int, sign: int) -> Ints:
        """Play one player's turns in some games; return the unfinished ones.

        `ply` counts the turns of both players, and selects the rolls. `sign` is 1 for the first
        player and -1 for the second, since points and luck are those of the first.
        """
        game, judge = self.terms.game, self.terms.judge
        part = self.tables.part(rows)
        rolls = self.dice[rows, ply]
        player.before_roll(game, part)
        if judge is not None:
            is_opening = ply == 0 and self.terms.starts is None
            self.luck[rows] += sign * luck_of(game, part, rolls, judge, is_opening=is_opening)
        begun = rows_of(game, part, rolls)
        turn = player.choose(game, part, begun, rolls)
        play_turns(game, part, begun, turn)
        self.tables.put(rows, part)
        over = turn.outcomes != GOING_ON
        self.points[rows[over]] = sign * np.array(game.points)[turn.outcomes[over]]
        return rows[~over]


def _dice_of(terms: DuelTerms, pairs: range) -> Bytes:
    """The rolls of every pair: int8[pairs, MOST_PLIES, 2]."""
    dice = np.empty((len(pairs), MOST_PLIES, 2), np.int8)
    for row, pair in enumerate(pairs):
        # A seed for each pair: its dice depend neither on chunks nor on threads.
        random = np.random.default_rng([terms.seed, pair])
        dice[row, 0] = opening_rolls(terms.game, random, 1)[0]
        dice[row, 1:] = random.integers(1, 7, (MOST_PLIES - 1, 2), np.int8)
        if terms.starts is not None:
            dice[row, 0] = random.integers(1, 7, 2, np.int8)
    return dice


def luck_of(
    game: GameTables, tables: Tables, rolls: Bytes, judge: Network, *, is_opening: bool
) -> Floats:
    """Gain of each roll over the mean of all rolls, for the player on roll, in points."""
    worth = answers(game.with_filter(judge.move_filter), tables, judge.value).equities
    mean = worth @ roll_weights(game, is_opening=is_opening)
    actual: Floats = worth[np.arange(len(rolls)), NUMBER[rolls[:, 0], rolls[:, 1]]]
    return np.subtract(actual, mean, dtype=np.float32)
