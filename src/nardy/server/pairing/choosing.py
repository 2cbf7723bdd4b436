"""Who meets whom among those of one round: the best pairing there is, decided from the top.

The order of wishes, each one granted only as far as those before it allow:

1. Nobody meets anybody more often than has to be, and first of all nobody twice.
2. From the top down, everybody meets somebody met as rarely as can be.
3. From the top down, everybody meets somebody of the same score, else of the nearest lower one.
4. From the top down, the upper half of a score meets the lower half, the first of each first; who comes
   down from a higher score meets the first of the lower one.

This is the order of the Monrad system (from the top, nobody twice), with halves as in the Dutch system
(FIDE Handbook C.04.3), but what remains for those below is always looked at first: a matching of
them all is kept, and a wish that it cannot follow is not granted.
"""

from collections.abc import Callable, Sequence

from nardy.server.pairing.matching import Matching

Met = Callable[[int, int], int]
"""How often two have met, by their places."""


def best_pairs(scores: Sequence[float], met: Met) -> list[tuple[int, int]]:
    """Pairs of places, the upper place first; the table of the first is the first.

    Args:
        scores: Of everybody to be paired, an even number, the first place first.
        met: How often two of these places have met.
    """
    pairs = _Choice(scores, met)
    pairs.meet_the_rarest()
    pairs.meet_equals()
    return pairs.settle()


def rarest(scores: Sequence[float], met: Met) -> int:
    """How often the two of one pair at least have met before, however all are paired."""
    return _Choice(scores, met).most


class _Choice:
    """All pairings that are still possible, and fewer with each wish."""

    def __init__(self, scores: Sequence[float], met: Met) -> None:
        self._scores, self._met = scores, met
        self._places = range(len(scores))
        self.most, self._matching = self._fewest()

    def _fewest(self) -> tuple[int, Matching]:
        """Everything that is possible if nobody meets more often than has to be."""
        most = 0
        while True:
            matching = Matching([self._met_at_most(place, most) for place in self._places])
            if matching.is_perfect:
                return most, matching
            most += 1

    def _met_at_most(self, place: int, most: int) -> list[int]:
        others = (other for other in self._places if other != place)
        return [other for other in others if self._met(place, other) <= most]

    def meet_the_rarest(self) -> None:
        """The second wish; there is nothing to wish for where nobody meets twice."""
        if not self.most:
            return
        for place in self._places:
            next(
                n
                for n in range(self.most + 1)
                if self._restrict(place, self._met_at_most(place, n))
            )

    def meet_equals(self) -> None:
        """The third wish."""
        lower = sorted(set(self._scores), reverse=True)
        for place in self._places:
            floors = (score for score in lower if score <= self._scores[place])
            next(floor for floor in floors if self._restrict(place, self._not_below(floor)))

    def _not_below(self, floor: float) -> list[int]:
        # Whoever is above has had his own say already: he may come down to here or not.
        return [place for place in self._places if self._scores[place] >= floor]

    def settle(self) -> list[tuple[int, int]]:
        """The fourth wish, which leaves nothing open."""
        left, pairs = list(self._places), list[tuple[int, int]]()
        while left:
            place, *others = left
            other = next(one for one in self._wished(place, others) if self._restrict(place, [one]))
            pairs.append((place, other))
            left = [one for one in others if one != other]
        return pairs

    def _wished(self, place: int, others: Sequence[int]) -> list[int]:
        """In which order somebody is offered opponents."""
        equals = [other for other in others if self._scores[other] == self._scores[place]]
        half = max(0, (len(equals) + 1) // 2 - 1)  # where the lower half begins, himself counted in
        lower = others[len(equals) :]
        return [*equals[half:], *reversed(equals[:half]), *lower]

    def _restrict(self, place: int, others: Sequence[int]) -> bool:
        return self._matching.restrict(place, set(others))
