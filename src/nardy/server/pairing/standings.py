"""Standings with tie-breaks.

Swiss: Buchholz, median Buchholz, direct encounter, Sonneborn-Berger. Round robin: direct encounter,
Sonneborn-Berger, wins. Players equal in all of them share a rank. In a knock-out, the round of the
defeat counts; in an arena the points, then the wins, then the fewer games.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from nardy.server.pairing import arena, knock_out, tie_breaks
from nardy.server.pairing.tally import scores_of, seed_places
from nardy.server.pairing.tie_breaks import Tally, tallies
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
    placings: list[Placing] = []
    for _, group in groupby(order, key):
        rank = len(placings) + 1
        for number in group:
            one = counted[number]
            points = (one.won, one.drawn, one.lost)
            placings.append(Placing(rank, number, scores[number], ties[number], *points))
    return placings


def _scores(tournament: Tournament) -> dict[int, float]:
    """Scores to rank by: points, or rounds survived in a knock-out."""
    match tournament.terms.format:
        case "arena":
            numbers = (one.number for one in tournament.entrants)
            return {number: float(arena.arena_score(tournament, number)) for number in numbers}
        case "knock-out":
            rounds = knock_out.bracket(tournament) if tournament.begun is not None else []
            survived = {
                duel.winner: float(number)
                for number, duels in enumerate(rounds, 1)
                for duel in duels
                if duel.winner is not None
            }
            return {one.number: survived.get(one.number, 0.0) for one in tournament.entrants}
        case _:
            return scores_of(tournament)


def _ties(
    tournament: Tournament, scores: dict[int, float], counted: dict[int, Tally]
) -> dict[int, tuple[float, ...]]:
    def by(*kinds: Callable[[Tally], float]) -> dict[int, tuple[float, ...]]:
        return {number: tuple(kind(one) for kind in kinds) for number, one in counted.items()}

    match tournament.terms.format:
        case "swiss":
            first = by(tie_breaks.buchholz, tie_breaks.median_buchholz)
            met = _direct(counted, {number: (scores[number], *first[number]) for number in scores})
            last = by(tie_breaks.sonneborn_berger)
            return {n: (*first[n], met[n], *last[n]) for n in scores}
        case "round-robin":
            met = _direct(counted, {number: (scores[number],) for number in scores})
            last = by(tie_breaks.sonneborn_berger, lambda one: one.won)
            return {n: (met[n], *last[n]) for n in scores}
        case "arena":
            return by(lambda one: one.won, lambda one: -one.played)
        case "knock-out":
            return dict.fromkeys(scores, ())


def _direct(counted: dict[int, Tally], equal: dict[int, tuple[float, ...]]) -> dict[int, float]:
    """Direct encounter: points among those who are equal so far."""
    found: dict[int, float] = {}
    for _, group in groupby(sorted(equal, key=equal.__getitem__), equal.__getitem__):
        found |= tie_breaks.direct([counted[number] for number in group])
    return found
