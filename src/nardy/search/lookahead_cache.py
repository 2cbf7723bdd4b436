"""A cache of answers to the next roll found by look-ahead.

A rollout with variance reduction needs the best answer to each of the 21 rolls before every roll. A
player with look-ahead has computed these for each candidate, including the chosen turn.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Ints


class CachedLookahead(NamedTuple):
    """The best answers to the 21 rolls after some turns."""

    which: Ints
    """Indices of the turns, rising."""
    by_roll: Floats
    """float32[k, 21, outcomes]: the chances after each answer, seen by the player who rolls."""

    def taken(self, turns: Ints) -> "CachedLookahead":
        """The answers after the turns that were chosen; `which` are then indices of games."""
        places = np.minimum(np.searchsorted(self.which, turns), len(self.which) - 1)
        games = np.flatnonzero(self.which[places] == turns)
        return CachedLookahead(games, self.by_roll[places[games]])


class LookaheadCache:
    """Answers to the next roll in games played side by side, kept until used."""

    def __init__(self, games: int) -> None:
        self._known = np.zeros(games, np.bool_)
        self._by_roll: Floats = np.empty((games, 0, 0), np.float32)

    def keep(self, games: Ints, cached_lookahead: CachedLookahead | None) -> None:
        """Store the answers after the turns in these games, replacing older ones."""
        self._known[games] = False
        if cached_lookahead is None or not len(cached_lookahead.which):
            return
        if not self._by_roll.size:
            shape = (len(self._known), *cached_lookahead.by_roll.shape[1:])
            self._by_roll = np.empty(shape, np.float32)
        known = games[cached_lookahead.which]
        self._known[known] = True
        self._by_roll[known] = cached_lookahead.by_roll

    def recall(self, games: Ints, compute: Callable[[Ints], Floats]) -> Floats:
        """float32[n, 21, outcomes] of these games; `compute` computes the missing ones by index."""
        known = self._known[games]
        if known.all() and len(games):
            return self._by_roll[games]
        unknown = np.flatnonzero(~known)
        computed = compute(unknown)
        if not known.any():
            return computed
        found = np.empty((len(games), *computed.shape[1:]), np.float32)
        found[unknown], found[known] = computed, self._by_roll[games[known]]
        return found
