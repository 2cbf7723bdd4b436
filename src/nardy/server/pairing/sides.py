"""Who plays White: nobody much more often than Black."""

from collections import Counter
from collections.abc import Iterable

from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing


def sided(tournament: Tournament, pairs: Iterable[tuple[int, int]]) -> list[Pairing]:
    """Pairs, each the upper seat first, with who is White.

    It is whoever has been White less often than Black; of equals who was Black last; and where that
    is equal too the upper one at the first table, the lower at the second, and so on.
    """
    surplus, last = white_surplus(tournament), _last_sides(tournament)
    found: list[Pairing] = []
    for place, (one, other) in enumerate(pairs):
        by_turns = (0, 1) if place % 2 == 0 else (1, 0)
        first = (surplus[one], last.get(one, 0), by_turns[0])
        second = (surplus[other], last.get(other, 0), by_turns[1])
        found.append(Pairing(one, other) if first < second else Pairing(other, one))
    return found


def white_surplus(tournament: Tournament) -> Counter[int]:
    """How many times more often than Black everybody has been White."""
    surplus: Counter[int] = Counter()
    for meeting in tournament.meetings:
        if meeting.black is not None:
            surplus[meeting.white] += 1
            surplus[meeting.black] -= 1
    return surplus


def _last_sides(tournament: Tournament) -> dict[int, int]:
    """1 for who was White last, -1 for who was Black."""
    last: dict[int, int] = {}
    for meeting in tournament.meetings:
        if meeting.black is not None:
            last |= {meeting.white: 1, meeting.black: -1}
    return last
