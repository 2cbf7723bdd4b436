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
MOST_TRIED = 3
"""Players who may be the one that waits, those first who played last."""
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
    """Pair the free players; if their number is odd, one of those who played last waits."""
    unpaired = free(tournament)
    scores = {number: arena_score(tournament, number) for number in unpaired}
    seeds = seed_places(tournament) if unpaired else {}
    order = sorted(unpaired, key=lambda number: (-scores[number], seeds[number]))
    last = {
        number: meeting.opponent(number)
        for number in order
        for meeting in tournament.meetings_of(number)[-1:]
    }

    def is_again(one: int, other: int) -> bool:
        return last.get(one) == other or last.get(other) == one

    def paired(players: Sequence[int]) -> list[tuple[int, int]]:
        in_order = [scores[number] for number in players]
        places = best_pairs(in_order, lambda a, b: is_again(players[a], players[b]))
        return [(players[a], players[b]) for a, b in places]

    if len(order) % 2:
        latest = sorted(order, key=lambda number: _since(tournament, number), reverse=True)
        tried = [paired([one for one in order if one != latest[0]])]
        # Another one waits if some of the others could only meet their last opponents again.
        for waiting in latest[1:MOST_TRIED]:
            if not any(is_again(*pair) for pair in tried[-1]):
                break
            tried.append(paired([one for one in order if one != waiting]))
        pairs = min(tried, key=lambda pairs: sum(is_again(*pair) for pair in pairs))
    else:
        pairs = paired(order)
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
