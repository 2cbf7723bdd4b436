"""A pool of people who look for an opponent on the same terms: pure, without a clock of its own.

Two fit when their strengths are within the range of both. A range widens with waiting, so the one who came
later decides when a pair fits: that moment is known in advance. Times are seconds of any steady clock.
"""

import heapq
import math
from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchRange:
    """How far an opponent's strength may differ, by the seconds of waiting."""

    start: float
    """Points of Glicko-2 at the beginning."""
    growth: float
    """Points that each second adds."""
    open_after: float
    """Seconds after which everybody fits."""

    def at(self, waited: float) -> float:
        """The greatest difference after *waited* seconds; infinite once everybody fits.

        >>> SearchRange(150, 10, 45).at(3), SearchRange(150, 10, 45).at(45)
        (180, inf)
        """
        if waited >= self.open_after:
            return math.inf
        return self.start + self.growth * max(0.0, waited)

    def patience(self, difference: float) -> float:
        """The seconds of waiting until a difference is within the range: the inverse of `at`.

        >>> SearchRange(150, 10, 45).patience(180), SearchRange(150, 10, 45).patience(9000)
        (3.0, 45)
        """
        if difference <= self.start:
            return 0.0
        if not self.growth:
            return self.open_after
        return min((difference - self.start) / self.growth, self.open_after)


# Rated games are worth some seconds more of waiting for an equal opponent. A club has few people, so both
# ranges open to everybody before most people give up.
RATED = SearchRange(start=150, growth=10, open_after=45)
CASUAL = SearchRange(start=300, growth=20, open_after=20)


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who looks for an opponent."""

    who: str
    strength: float
    """The Glicko-2 rating."""
    since: float
    """When they began to search."""
    avoids: frozenset[str] = frozenset()
    """People whom they never meet, whatever those want."""


SeekerPair = tuple[Seeker, Seeker]
"""Two who have found each other: the one who has waited longer first."""


class SearchPool:
    """Who searches on the same terms. After each call no two of them fit."""

    def __init__(self, reach: SearchRange) -> None:
        self._reach = reach
        self._seekers: dict[str, Seeker] = {}
        # For each seeker the moment when they next fit somebody who was there when it was computed. Those who
        # come later compute a moment that includes the earlier ones, so each pair stands in one entry at least,
        # at its moment or before it. An entry whose partner has left is computed again when it is due.
        self._due: list[tuple[float, int, Seeker, Seeker]] = []
        self._count = 0

    @property
    def seekers(self) -> Collection[Seeker]:
        """All who search, in the order of their coming."""
        return self._seekers.values()

    def fits_at(self, one: Seeker, other: Seeker) -> float:
        """When two fit each other; infinite if they never do."""
        if one.who == other.who or other.who in one.avoids or one.who in other.avoids:
            return math.inf
        wait = self._reach.patience(abs(one.strength - other.strength))
        return max(one.since, other.since) + wait

    def join(self, seeker: Seeker, now: float) -> SeekerPair | None:
        """Add somebody, or pair them at once with the one who fits and has waited longest.

        Somebody who is there already begins anew with these facts.
        """
        self.leave(seeker.who)
        fits = [one for one in self._seekers.values() if self.fits_at(one, seeker) <= now]
        if fits:
            other = min(fits, key=lambda one: one.since)
            self.leave(other.who)
            return _ordered(seeker, other)
        self._seekers[seeker.who] = seeker
        self._expect(seeker)
        return None

    def leave(self, who: str) -> bool:
        """Remove somebody; False if they were not there."""
        return self._seekers.pop(who, None) is not None

    def due(self, now: float) -> list[SeekerPair]:
        """Remove and return all pairs that fit by now."""
        found: list[SeekerPair] = []
        while self._due and self._due[0][0] <= now:
            _, _, seeker, other = heapq.heappop(self._due)
            if not self._is_here(seeker):
                continue
            if self._is_here(other):
                self.leave(seeker.who)
                self.leave(other.who)
                found.append(_ordered(seeker, other))
            else:
                self._expect(seeker)
        return found

    def next_at(self) -> float | None:
        """When `due` should be called next; None while nobody can fit anybody."""
        while self._due and not self._is_here(self._due[0][2]):
            heapq.heappop(self._due)
        return self._due[0][0] if self._due else None

    def _is_here(self, seeker: Seeker) -> bool:
        # The same value, not the same name: somebody who has come anew has an entry of their own.
        return self._seekers.get(seeker.who) is seeker

    def _expect(self, seeker: Seeker) -> None:
        moments = ((self.fits_at(one, seeker), one) for one in self._seekers.values())
        moment, other = min(moments, key=lambda pair: pair[0])
        if moment < math.inf:
            self._count += 1
            heapq.heappush(self._due, (moment, self._count, seeker, other))


def _ordered(one: Seeker, other: Seeker) -> SeekerPair:
    return (one, other) if one.since <= other.since else (other, one)
