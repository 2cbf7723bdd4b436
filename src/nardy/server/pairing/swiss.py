"""The Swiss system: a round among those of equal scores; nobody meets twice or has a second bye.

These two are FIDE's own rules (Handbook C.04.1). Where no such round is left the tournament ends; for
that not to come sooner than it must, each round is chosen with a look at the one behind it.
"""

from collections.abc import Iterable, Sequence
from functools import partial

from nardy.server.pairing.choosing import Met, best_pairs, rarest
from nardy.server.pairing.lots import seed_places
from nardy.server.pairing.sides import sided
from nardy.server.pairing.tally import byes_of, met_in, scores_of
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing

FEWEST = 2
NOBODY = 0
"""Whom one meets in a bye, which nobody has twice."""

Pair = tuple[int, int]


def rounds_of(tournament: Tournament) -> int:
    """How many rounds are played: never more than leave all who are in a new opponent in each."""
    inside = [entrant.number for entrant in tournament.inside]
    playing = set(_playing(inside))

    def met(number: int) -> set[int]:
        return {meeting.opponent(number) or NOBODY for meeting in tournament.meetings_of(number)}

    new = (len(playing) - 1 - len(playing & met(number)) for number in inside if playing)
    return min(tournament.terms.rounds, tournament.round + min(new, default=0))


def pair(tournament: Tournament) -> list[Pairing]:
    """The next round; who gets the bye is at the last table. Empty when all have been played."""
    rounds, met = rounds_of(tournament), _met_in(tournament)
    if tournament.round >= rounds or not _can_pair(_playing(ranking(tournament)), met):
        return []
    pairs = _best(tournament, met)
    if tournament.round + 1 < rounds:
        pairs = _with_another_behind(tournament, met, pairs)
    byes = [Pairing(one, None) for one, other in pairs if other == NOBODY]
    return [*sided(tournament, (one for one in pairs if NOBODY not in one)), *byes]


def ranking(tournament: Tournament) -> list[int]:
    """Those who are paired, the highest score first, equal ones by their seeds."""
    scores, places = scores_of(tournament), seed_places(tournament)
    inside = (entrant.number for entrant in tournament.inside)
    return sorted(inside, key=lambda number: (-scores[number], places[number]))


def _playing(ranked: Sequence[int]) -> list[int]:
    """Who is paired, and nobody with one of an odd number; none of fewer than two."""
    if len(ranked) < FEWEST:
        return []
    return [*ranked, NOBODY] if len(ranked) % 2 else list(ranked)


def _met_in(tournament: Tournament) -> Met:
    """How often two have met, or somebody has had a bye."""
    met, byes = met_in(tournament), byes_of(tournament)
    return lambda one, other: met(one, other) if one and other else byes[one or other]


def _can_pair(playing: Sequence[int], met: Met) -> bool:
    """Whether a round is left in which nobody meets twice."""
    return not rarest([0.0] * len(playing), partial(_between, playing, met))


def _best(tournament: Tournament, met: Met) -> list[Pair]:
    """The best round of those that are left."""
    ranked, scores = ranking(tournament), scores_of(tournament)
    bye = [(_free(ranked, met), NOBODY)] if len(ranked) % 2 else []
    playing = [number for number in ranked if (number, NOBODY) not in bye]
    places = best_pairs([scores[one] for one in playing], partial(_between, playing, met))
    return [*((playing[one], playing[other]) for one, other in places), *bye]


def _free(ranked: Sequence[int], met: Met) -> int:
    """Who gets the bye: the last one who has had none, and without whom the others can be paired."""
    return next(
        number
        for number in reversed(ranked)
        if not met(number, NOBODY) and _can_pair([one for one in ranked if one != number], met)
    )


def _with_another_behind(tournament: Tournament, met: Met, best: list[Pair]) -> list[Pair]:
    """The best round, or one without a pair of it, behind which one more is left."""
    playing = _playing(ranking(tournament))
    if _can_pair(playing, _and(met, best)):
        return best
    for unwanted in reversed(best):
        left = _and(met, [unwanted])
        if _can_pair(playing, left):
            pairs = _best(tournament, left)
            if _can_pair(playing, _and(met, pairs)):
                return pairs
    return best


def _and(met: Met, pairs: Iterable[Pair]) -> Met:
    """As if these had met once more."""
    more = set(map(frozenset, pairs))
    return lambda one, other: met(one, other) + (frozenset((one, other)) in more)


def _between(numbers: Sequence[int], met: Met, one: int, other: int) -> int:
    return met(numbers[one], numbers[other])
