"""Counts of a tournament so far: seeds, scores, byes, earlier meetings, sides."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from nardy.server.pairing.choosing import Met
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing


def lot(seed: str, what: object) -> str:
    """A random sort key, reproducible from the seed."""
    return hashlib.sha256(f"{seed}/{what}".encode()).hexdigest()


def seeded(tournament: Tournament, numbers: Iterable[int]) -> list[int]:
    """Entrants in seeding order: highest rating first, equal ones at random."""

    def place(number: int) -> tuple[float, str]:
        return -tournament.entrant(number).rating, lot(tournament.seed, number)

    return sorted(numbers, key=place)


def seed_places(tournament: Tournament) -> dict[int, int]:
    """Each entrant's seed, from 0."""
    numbers = (entrant.number for entrant in tournament.entrants)
    return {number: place for place, number in enumerate(seeded(tournament, numbers))}


def scores_of(tournament: Tournament) -> dict[int, float]:
    """Scores by entrant: 1 for a win or a bye, a half for a draw."""
    return {
        one.number: sum(m.points(one.number) or 0.0 for m in tournament.meetings_of(one.number))
        for one in tournament.entrants
    }


def byes_of(tournament: Tournament) -> Counter[int]:
    """Byes by entrant."""
    return Counter(meeting.white for meeting in tournament.meetings if meeting.black is None)


def won_without_a_game(tournament: Tournament) -> set[int]:
    """Entrants who had a bye, or won since their opponent did not come or had left."""
    without_a_game = (m for m in tournament.meetings if m.result and not m.result.is_played)
    sides = ((m, number) for m in without_a_game for number in (m.white, m.black) if number)
    return {number for meeting, number in sides if meeting.points(number) == 1}


def met_in(tournament: Tournament) -> Met:
    """Counts how often two have been paired, played or not."""
    counted = Counter(
        frozenset((meeting.white, meeting.black))
        for meeting in tournament.meetings
        if meeting.black is not None
    )
    return lambda one, other: counted[frozenset((one, other))]


def white_surplus(tournament: Tournament) -> Counter[int]:
    """Games as White minus games as Black, by entrant."""
    surplus: Counter[int] = Counter()
    for meeting in tournament.meetings:
        if meeting.black is not None:
            surplus[meeting.white] += 1
            surplus[meeting.black] -= 1
    return surplus


def sided(tournament: Tournament, pairs: Iterable[tuple[int, int]]) -> list[Pairing]:
    """Assign sides to pairs that are given with the higher place first.

    White is the player who was White less often than Black; among equals, who was Black last; then the
    higher place at the first table, the lower at the second, and so on.
    """
    surplus = white_surplus(tournament)
    last = {  # 1 is White, -1 is Black
        number: side
        for meeting in tournament.meetings
        if meeting.black is not None
        for number, side in ((meeting.white, 1), (meeting.black, -1))
    }
    found: list[Pairing] = []
    for place, (one, other) in enumerate(pairs):
        first = (surplus[one], last.get(one, 0), place % 2)
        second = (surplus[other], last.get(other, 0), 1 - place % 2)
        found.append(Pairing(one, other) if first < second else Pairing(other, one))
    return found
