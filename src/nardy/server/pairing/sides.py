"""Choice of sides, such that nobody plays White much more often than Black."""

from collections import Counter
from collections.abc import Iterable

from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing


def sided(tournament: Tournament, pairs: Iterable[tuple[int, int]]) -> list[Pairing]:
    """Assign sides to pairs that are given with the higher place first.

    White is the player who was White less often than Black; among equals, who was Black last; then the
    higher place at the first table, the lower at the second, and so on.
    """
    surplus, last = white_surplus(tournament), _last_sides(tournament)
    found: list[Pairing] = []
    for place, (one, other) in enumerate(pairs):
        alternating = (0, 1) if place % 2 == 0 else (1, 0)
        first = (surplus[one], last.get(one, 0), alternating[0])
        second = (surplus[other], last.get(other, 0), alternating[1])
        found.append(Pairing(one, other) if first < second else Pairing(other, one))
    return found


def white_surplus(tournament: Tournament) -> Counter[int]:
    """Games as White minus games as Black, by entrant."""
    surplus: Counter[int] = Counter()
    for meeting in tournament.meetings:
        if meeting.black is not None:
            surplus[meeting.white] += 1
            surplus[meeting.black] -= 1
    return surplus


def _last_sides(tournament: Tournament) -> dict[int, int]:
    """Side in the last game by entrant: 1 is White, -1 is Black."""
    last: dict[int, int] = {}
    for meeting in tournament.meetings:
        if meeting.black is not None:
            last |= {meeting.white: 1, meeting.black: -1}
    return last
