"""Games that look unlike all others: far fewer errors than the player's own and other people's, or even times.

A hint and never a verdict: each figure comes with how often chance alone makes it. Error rates and spreads are
skewed, their logarithms nearly normal; so a game is compared with the prediction that the other games allow.
Source of the prediction interval: N. Draper, H. Smith, *Applied Regression Analysis*, 3rd ed., 1.4.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from nardy.error_rates.student import upper_tail

FEWEST_DECISIONS = 20
"""Decisions of a game that is looked at."""
FEWEST_GAMES = 10
"""Other games, own and of others, that a game is compared with."""
OWN_LIMIT = 0.01
"""The chance of so low an error rate, by the player's own games, from which a game is named..."""
OTHERS_LIMIT = 0.05
"""... where the games of all other people make it as unlikely as this, too."""
TIMES_LIMIT = 0.001
"""The chance of so even times, by the games of all other people."""
LEAST_RATE = 0.001
"""Points added to each rate, so that a game without errors has a logarithm, too."""
LEAST_CHANCE = 0.0001
"""Smaller chances are told as this one: no fit to so few games says anything about its far tail."""
MOST = 100
"""Games named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMeasure:
    """A person's figures in one game that was played without help."""

    who: str
    room: str
    game: str
    """The id for ratings; only games with one id are compared."""
    ended_at: int
    decisions: int
    lost: float
    """Points."""
    spread: float | None
    """Standard deviation of the logarithm of the times; None where they are not known."""

    @property
    def rate(self) -> float:
        """Points lost for each decision."""
        return self.lost / self.decisions


@dataclass(frozen=True, slots=True)
class Comparison:
    """A figure of a game beside those of other games."""

    value: float
    usual: float
    """The geometric mean of the others."""
    games: int
    chance: float
    """How often chance alone makes so low a figure; LEAST_CHANCE stands for less, too."""


@dataclass(frozen=True, slots=True)
class UnusualGame:
    """A game, and what is unusual in it."""

    measure: GameMeasure
    kinds: tuple[Literal["errors", "times"], ...]
    own: Comparison | None
    """The error rate, beside the person's other games; None with too few of them, as the others."""
    others: Comparison | None
    """The error rate, beside other people's games."""
    times: Comparison | None
    """The spread of times, beside other people's games."""

    @property
    def chance(self) -> float:
        """The least chance that made the hint."""
        told = {"errors": self.own, "times": self.times}
        return min(one.chance for kind in self.kinds if (one := told[kind]))


@dataclass(frozen=True, slots=True)
class UnusualGames:
    """The hints, the least likely first."""

    found: list[UnusualGame]
    compared: int
    """Games that were looked at."""
    by_chance: float
    """How many of them chance alone would name, at most."""


@dataclass(slots=True)
class _Sums:
    """Of logarithms, so that one game or person can be taken out again."""

    n: int = 0
    sum: float = 0.0
    second: float = 0.0

    def add(self, value: float) -> None:
        self.n, self.sum, self.second = (
            self.n + 1,
            self.sum + value,
            self.second + value * value,
        )

    def without(self, other: "_Sums") -> "_Sums":
        return _Sums(self.n - other.n, self.sum - other.sum, self.second - other.second)


def unusual_games(games: Sequence[GameMeasure]) -> UnusualGames:
    """The games that look unlike the others, the least likely first."""
    some = [game for game in games if game.decisions >= FEWEST_DECISIONS]
    rates, spreads = _table(some, _log_rate), _table(some, _log_spread)
    looked = [_look(game, rates, spreads) for game in some]
    by_own = sum(1 for one in looked if one.own and one.others)
    by_times = sum(1 for one in looked if one.times)
    found = sorted(
        (one for one in looked if one.kinds), key=lambda one: (one.chance, one.measure.rate)
    )
    by_chance = by_own * OWN_LIMIT + by_times * TIMES_LIMIT
    return UnusualGames(found[:MOST], len(looked), by_chance)


_Table = dict[tuple[str, str], _Sums]
"""Sums of one game, of one person or of all ('')."""


def _table(games: Iterable[GameMeasure], measured: Callable[[GameMeasure], float | None]) -> _Table:
    found: _Table = defaultdict(_Sums)
    for game in games:
        if (value := measured(game)) is not None:
            found[game.game, game.who].add(value)
            found[game.game, ""].add(value)
    return found


def _log_rate(game: GameMeasure) -> float:
    return math.log(game.rate + LEAST_RATE)


def _log_spread(game: GameMeasure) -> float | None:
    # Equal times to the millisecond have no spread at all.
    return None if game.spread is None else math.log(max(game.spread, LEAST_RATE))


def _look(game: GameMeasure, rates: _Table, spreads: _Table) -> UnusualGame:
    log_rate, log_spread = _log_rate(game), _log_spread(game)
    mine, everybody = rates[game.game, game.who], rates[game.game, ""]
    this = _Sums()
    this.add(log_rate)
    own = _compared(game.rate, log_rate, mine.without(this), LEAST_RATE)
    others = _compared(game.rate, log_rate, everybody.without(mine), LEAST_RATE)
    times = None
    if log_spread is not None and game.spread is not None:
        rest = spreads[game.game, ""].without(spreads[game.game, game.who])
        times = _compared(game.spread, log_spread, rest, 0.0)
    kinds: list[Literal["errors", "times"]] = []
    if own and others and own.chance <= OWN_LIMIT and others.chance <= OTHERS_LIMIT:
        kinds.append("errors")
    if times and times.chance <= TIMES_LIMIT:
        kinds.append("times")
    return UnusualGame(game, tuple(kinds), own, others, times)


def _compared(value: float, log_value: float, rest: _Sums, added: float) -> Comparison | None:
    """A figure beside those of other games; None with too few of them, or if they are all equal."""
    if rest.n < FEWEST_GAMES:
        return None
    mean = rest.sum / rest.n
    variance = (rest.second - rest.n * mean * mean) / (rest.n - 1)
    if variance < 1e-9:
        return None
    error = math.sqrt(variance * (1 + 1 / rest.n))
    chance = max(LEAST_CHANCE, upper_tail((mean - log_value) / error, rest.n - 1))
    return Comparison(value, max(0.0, math.exp(mean) - added), rest.n, chance)
