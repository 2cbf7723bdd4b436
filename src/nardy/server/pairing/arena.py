"""Arena tournaments: for a fixed time, free players are paired at once with players of a similar score.

Scores as in the arenas of Lichess: 2 points for a win, 1 for a draw. After two wins in a row each game
counts double, until one is not won.
"""

from collections.abc import Sequence

from nardy.server.pairing.choosing import best_pairs
from nardy.server.pairing.tally import seed_places, sided
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import FEWEST, Pairing

A_MINUTE = 60_000
ON_FIRE = 2
"""Wins in a streak after which games count double."""
PAIRING_DELAY_MS = 15_000
"""Milliseconds to wait for an opponent other than the last one."""


def ends_at(tournament: Tournament) -> int | None:
    """When pairing ends, in milliseconds since 1970; None before the start."""
    if tournament.begun is None:
        return None
    return tournament.begun + tournament.terms.minutes * A_MINUTE


def arena_points(results: Sequence[float]) -> list[int]:
    """Points of each game, from results 1, 0.5 or 0, in order of play.

    >>> arena_points([1, 1, 1, 0.5, 1, 0])
    [2, 2, 4, 2, 2, 0]
    """
    found: list[int] = []
    streak = 0
    for won in results:
        found.append(int(2 * won) * (2 if streak >= ON_FIRE else 1))
        streak = streak + 1 if won == 1 else 0
    return found


def arena_score(tournament: Tournament, number: int) -> int:
    """An entrant's current score."""
    points = (meeting.points(number) for meeting in tournament.meetings_of(number))
    return sum(arena_points([won for won in points if won is not None]))


def pair(tournament: Tournament, at: int) -> list[Pairing]:
    """Pair the free players; if their number is odd, the one who played last waits."""
    waiting = free(tournament)
    scores = {number: arena_score(tournament, number) for number in waiting}
    seeds = seed_places(tournament) if waiting else {}
    order = sorted(waiting, key=lambda number: (-scores[number], seeds[number]))
    if len(order) % 2:
        order.remove(max(order, key=lambda number: _since(tournament, number)))
    last = {
        number: meeting.opponent(number)
        for number in order
        for meeting in tournament.meetings_of(number)[-1:]
    }

    def is_again(one: int, other: int) -> bool:
        return last.get(one) == other or last.get(other) == one

    places = best_pairs([scores[n] for n in order], lambda a, b: is_again(order[a], order[b]))
    pairs = [(order[a], order[b]) for a, b in places]
    # Two may meet again at once if both have waited long enough, or there is no one else.
    return sided(
        tournament,
        [
            pair
            for pair in pairs
            if not is_again(*pair)
            or len(tournament.inside) <= FEWEST
            or max(_since(tournament, number) for number in pair) + PAIRING_DELAY_MS <= at
        ],
    )


def free(tournament: Tournament) -> list[int]:
    """Entrants who have not left and are not playing."""
    busy = {number for meeting in tournament.open for number in (meeting.white, meeting.black)}
    return [one.number for one in tournament.inside if one.number not in busy]


def _since(tournament: Tournament, number: int) -> int:
    """When an entrant's last meeting ended; 0 before the first."""
    return max((meeting.ended for meeting in tournament.meetings_of(number)), default=0)
