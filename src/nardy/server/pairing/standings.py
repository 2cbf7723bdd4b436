"""Standings with tie-breaks.

Swiss: Buchholz, median Buchholz, direct encounter, Sonneborn-Berger. Round robin: direct encounter,
Sonneborn-Berger, wins. Players equal in all of them share a rank. In a knock-out, the round of the
defeat counts; in an arena the points, then the wins, then the fewer games.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from nardy.server.pairing import arena, knock_out
from nardy.server.pairing.lots import seed_places
from nardy.server.pairing.tally import scores_of
from nardy.server.pairing.tie_breaks import (
    Tally,
    buchholz,
    direct,
    median_buchholz,
    sonneborn_berger,
    tallies,
)
from nardy.server.pairing.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Placing:
    rank: int
    number: int
    score: float
    ties: tuple[float, ...]
    """Tie-break values in the order of `TIES`."""
    won: int
    drawn: int
    lost: int


TIES = {
    "swiss": ("buchholz", "median", "direct", "sonneborn"),
    "round-robin": ("direct", "sonneborn", "wins"),
    "knock-out": (),
    "arena": ("wins", "games"),
}
"""Tie-breaks by format."""


def standings(tournament: Tournament) -> list[Placing]:
    """All entrants, best first; those who share a rank are in seeding order."""
    scores, counted = _scores(tournament), tallies(tournament)
    seeds = seed_places(tournament)
    ties = _ties(tournament, scores, counted)

    def key(number: int) -> tuple[float, ...]:
        return scores[number], *ties[number]

    order = sorted(scores, key=lambda number: (*(-value for value in key(number)), seeds[number]))
    rows: list[Placing] = []
    for _, group in groupby(order, key):
        rank = len(rows) + 1
        for number in group:
            one = counted[number]
            rows.append(
                Placing(rank, number, scores[number], ties[number], one.won, one.drawn, one.lost)
            )
    return rows


def _scores(tournament: Tournament) -> dict[int, float]:
    """Scores to rank by: points, or rounds survived in a knock-out."""
    match tournament.terms.format:
        case "arena":
            entrants = tournament.entrants
            return {
                one.number: float(arena.arena_score(tournament, one.number)) for one in entrants
            }
        case "knock-out":
            return _rounds_survived(tournament)
        case _:
            return scores_of(tournament)


def _rounds_survived(tournament: Tournament) -> dict[int, float]:
    survived = {entrant.number: 0.0 for entrant in tournament.entrants}
    if tournament.begun is None:
        return survived
    for number, duels in enumerate(knock_out.bracket(tournament), 1):
        for duel in duels:
            if duel.winner is not None:
                survived[duel.winner] = float(number)
    return survived


def _ties(
    tournament: Tournament, scores: dict[int, float], counted: dict[int, Tally]
) -> dict[int, tuple[float, ...]]:
    def by(*kinds: Callable[[Tally], float]) -> dict[int, tuple[float, ...]]:
        return {number: tuple(kind(one) for kind in kinds) for number, one in counted.items()}

    match tournament.terms.format:
        case "swiss":
            first = by(buchholz, median_buchholz)
            met = _direct(counted, {number: (scores[number], *first[number]) for number in scores})
            last = by(sonneborn_berger)
            return {n: (*first[n], met[n], *last[n]) for n in scores}
        case "round-robin":
            met = _direct(counted, {number: (scores[number],) for number in scores})
            last = by(sonneborn_berger, lambda one: one.won)
            return {n: (met[n], *last[n]) for n in scores}
        case "arena":
            return by(lambda one: one.won, lambda one: -one.played)
        case "knock-out":
            return dict.fromkeys(scores, ())


def _direct(counted: dict[int, Tally], equal: dict[int, tuple[float, ...]]) -> dict[int, float]:
    """Direct encounter: points among those who are equal so far."""
    found: dict[int, float] = {}
    for group in _equals(equal):
        found |= direct([counted[number] for number in group])
    return found


def _equals(keys: dict[int, tuple[float, ...]]) -> Iterable[Sequence[int]]:
    order = sorted(keys, key=lambda number: keys[number])
    for _, group in groupby(order, lambda number: keys[number]):
        yield list(group)
