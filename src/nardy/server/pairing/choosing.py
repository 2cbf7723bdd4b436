"""The best pairing of one round, decided from the top of the ranking down.

Criteria in order of priority; each holds as far as the earlier ones allow:

1. Repeated meetings are as few as possible; first of all, nobody meets the same opponent twice.
2. From the top down, everybody gets an opponent met as rarely as possible.
3. From the top down, everybody gets an opponent of the same score, or of the nearest lower one.
4. From the top down, the upper half of a score group meets the lower half, first against first. A player
   paired down from a higher score meets the first of the lower group.

This is the order of the Monrad system (from the top, nobody twice), with halves as in the Dutch system
(FIDE Handbook C.04.3). Unlike in both, every choice is checked against the remaining players first: a
perfect matching of all is maintained, and a criterion that it cannot satisfy is skipped.
"""

from collections.abc import Callable, Sequence

from nardy.server.pairing.matching import Matching

Met = Callable[[int, int], int]
"""How often two places have met."""


def best_pairs(scores: Sequence[float], met: Met) -> list[tuple[int, int]]:
    """Pairs of places, the higher place first, ordered by table.

    Args:
        scores: The scores of all players to be paired, an even number, highest place first.
        met: How often two of these places have met.
    """
    pairs = _Choice(scores, met)
    pairs.meet_the_rarest()
    pairs.meet_equals()
    return pairs.settle()


def rarest(scores: Sequence[float], met: Met) -> int:
    """The lowest possible maximum of earlier meetings in a pair."""
    return _Choice(scores, met).most


class _Choice:
    """The set of all possible pairings, reduced by one criterion after another."""

    def __init__(self, scores: Sequence[float], met: Met) -> None:
        self._scores, self._met = scores, met
        self._places = range(len(scores))
        self.most, self._matching = self._fewest()

    def _fewest(self) -> tuple[int, Matching]:
        """The lowest possible maximum of earlier meetings, with all pairings that keep to it."""
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
        """Criterion 2; there is nothing to do where nobody has to meet twice."""
        if not self.most:
            return
        for place in self._places:
            next(
                n
                for n in range(self.most + 1)
                if self._restrict(place, self._met_at_most(place, n))
            )

    def meet_equals(self) -> None:
        """Criterion 3."""
        lower = sorted(set(self._scores), reverse=True)
        for place in self._places:
            floors = (score for score in lower if score <= self._scores[place])
            next(floor for floor in floors if self._restrict(place, self._not_below(floor)))

    def _not_below(self, floor: float) -> list[int]:
        # Higher places have chosen already; meeting one of them is allowed.
        return [place for place in self._places if self._scores[place] >= floor]

    def settle(self) -> list[tuple[int, int]]:
        """Criterion 4, which leaves exactly one pairing."""
        left, pairs = list(self._places), list[tuple[int, int]]()
        while left:
            place, *others = left
            other = next(
                one for one in self._preferred(place, others) if self._restrict(place, [one])
            )
            pairs.append((place, other))
            left = [one for one in others if one != other]
        return pairs

    def _preferred(self, place: int, others: Sequence[int]) -> list[int]:
        """Possible opponents in order of preference."""
        equals = [other for other in others if self._scores[other] == self._scores[place]]
        half = max(0, (len(equals) + 1) // 2 - 1)  # start of the lower half, counting the player
        lower = others[len(equals) :]
        return [*equals[half:], *reversed(equals[:half]), *lower]

    def _restrict(self, place: int, others: Sequence[int]) -> bool:
        """Leave a place only these opponents, if a pairing of all remains; otherwise False, and nothing changes."""
        return self._matching.restrict(place, set(others))
