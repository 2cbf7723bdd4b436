"""The Swiss system: a round among those of equal scores, and nobody twice if it can be."""

from collections.abc import Sequence
from functools import partial

from nardy.server.tournaments.choosing import Met, best_pairs, rarest
from nardy.server.tournaments.lots import seed_places
from nardy.server.tournaments.sides import sided
from nardy.server.tournaments.tally import byes_of, met_in, scores_of
from nardy.server.tournaments.tournament import Tournament
from nardy.server.tournaments.values import Pairing

FEWEST = 2


def rounds_of(tournament: Tournament) -> int:
    """How many rounds are played: never more than leave everybody a new opponent in each."""
    count = len(tournament.entrants)
    return min(tournament.terms.rounds, count - 1 if count % 2 == 0 else count)


def pair(tournament: Tournament) -> list[Pairing]:
    """The next round; who gets the bye is at the last table."""
    ranked = ranking(tournament)
    scores, met = scores_of(tournament), met_in(tournament)
    free = bye_for(tournament, ranked) if len(ranked) % 2 else None
    playing = [number for number in ranked if number != free]
    between = partial(_between, playing, met)
    places = best_pairs([scores[number] for number in playing], between)
    pairs = [(playing[one], playing[other]) for one, other in places]
    return [*sided(tournament, pairs), *([Pairing(free, None)] if free else [])]


def ranking(tournament: Tournament) -> list[int]:
    """Those who are paired, the highest score first, equal ones by their seeds."""
    scores, places = scores_of(tournament), seed_places(tournament)
    inside = (entrant.number for entrant in tournament.inside)
    return sorted(inside, key=lambda number: (-scores[number], places[number]))


def bye_for(tournament: Tournament, ranked: Sequence[int]) -> int:
    """Who gets the bye: the last of those with the fewest, without whom nobody must meet again."""
    had, met = byes_of(tournament), met_in(tournament)
    fewest = min(had[number] for number in ranked)
    best = None
    for number in reversed([number for number in ranked if had[number] == fewest]):
        others = [other for other in ranked if other != number]
        again = rarest([0.0] * len(others), partial(_between, others, met))
        if not again:
            return number
        best = min(best, (again, number), key=lambda one: one[0]) if best else (again, number)
    assert best is not None  # somebody has the fewest
    return best[1]


def _between(numbers: Sequence[int], met: Met, one: int, other: int) -> int:
    return met(numbers[one], numbers[other])
