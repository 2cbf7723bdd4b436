"""The Swiss system: each round pairs equal scores; nobody meets an opponent twice or has a second bye.

Both are FIDE's rules (Handbook C.04.1). The tournament ends early if no such round is left; to avoid
that, each round is chosen so that another one remains possible.
"""

from collections.abc import Collection, Iterable, Sequence

from nardy.server.pairing.choosing import Met, best_pairs, rarest
from nardy.server.pairing.tally import (
    byes_of,
    met_in,
    scores_of,
    seed_places,
    sided,
    won_without_a_game,
)
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import FEWEST, Pairing

NOBODY = 0
"""The opponent in a bye, which like any opponent is met only once."""

Opponents = tuple[int, int]


def rounds_of(tournament: Tournament) -> int:
    """The number of rounds, limited such that every player has a new opponent in each."""
    inside = [entrant.number for entrant in tournament.inside]
    playing = set(_playing(inside))

    def met(number: int) -> set[int]:
        return {meeting.opponent(number) or NOBODY for meeting in tournament.meetings_of(number)}

    new = (len(playing) - 1 - len(playing & met(number)) for number in inside if playing)
    return min(tournament.terms.rounds, tournament.round + min(new, default=0))


def pair(tournament: Tournament) -> list[Pairing]:
    """The next round, the bye at the last table; empty when all have been played."""
    rounds, paired, byes = rounds_of(tournament), met_in(tournament), byes_of(tournament)

    def met(one: int, other: int) -> int:
        return paired(one, other) if one and other else byes[one or other]

    if tournament.round >= rounds or not _can_pair(_playing(ranking(tournament)), met):
        return []
    pairs = _best(tournament, met)
    if tournament.round + 1 < rounds:
        pairs = _leaving_another(tournament, met, pairs)
    bye = [Pairing(one, None) for one, other in pairs if other == NOBODY]
    return [*sided(tournament, (one for one in pairs if NOBODY not in one)), *bye]


def ranking(tournament: Tournament) -> list[int]:
    """Active players, highest score first, equal ones in seeding order."""
    scores, places = scores_of(tournament), seed_places(tournament)
    inside = (entrant.number for entrant in tournament.inside)
    return sorted(inside, key=lambda number: (-scores[number], places[number]))


def _playing(ranked: Sequence[int]) -> list[int]:
    """Players to pair, plus NOBODY if their number is odd; empty for fewer than two."""
    if len(ranked) < FEWEST:
        return []
    return [*ranked, NOBODY] if len(ranked) % 2 else list(ranked)


def _can_pair(playing: Sequence[int], met: Met) -> bool:
    """Whether a round without repeated meetings is possible."""
    return not rarest([0.0] * len(playing), lambda a, b: met(playing[a], playing[b]))


def _best(tournament: Tournament, met: Met) -> list[Opponents]:
    """The best round possible."""
    ranked, scores = ranking(tournament), scores_of(tournament)
    lucky = won_without_a_game(tournament)
    bye = [(_free(ranked, met, lucky), NOBODY)] if len(ranked) % 2 else []
    playing = [number for number in ranked if (number, NOBODY) not in bye]
    in_order = [scores[one] for one in playing]
    places = best_pairs(in_order, lambda a, b: met(playing[a], playing[b]))
    return [*((playing[one], playing[other]) for one, other in places), *bye]


def _free(ranked: Sequence[int], met: Met, lucky: Collection[int]) -> int:
    """The lowest-ranked player without a bye so far whose absence leaves the others pairable.

    A full point without a game counts like a bye (FIDE's C.04.1), unless there is nobody else: the few
    players of a club's evening would have no round left.
    """
    lowest_first = list(reversed(ranked))
    return next(
        number
        for number in sorted(lowest_first, key=lambda number: number in lucky)
        if not met(number, NOBODY) and _can_pair([one for one in ranked if one != number], met)
    )


def _leaving_another(tournament: Tournament, met: Met, best: list[Opponents]) -> list[Opponents]:
    """The best round, or one without one of its pairs, after which another round is possible."""
    playing = _playing(ranking(tournament))
    if _can_pair(playing, _adding(met, best)):
        return best
    for unwanted in reversed(best):
        left = _adding(met, [unwanted])
        if _can_pair(playing, left):
            pairs = _best(tournament, left)
            if _can_pair(playing, _adding(met, pairs)):
                return pairs
    return best


def _adding(met: Met, pairs: Iterable[Opponents]) -> Met:
    """Counts these pairs as having met once more."""
    more = set(map(frozenset, pairs))
    return lambda one, other: met(one, other) + (frozenset((one, other)) in more)
