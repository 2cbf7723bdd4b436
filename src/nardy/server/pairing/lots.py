"""Seeding: by rating, equal ratings in random order."""

import hashlib
from collections.abc import Iterable

from nardy.server.pairing.tournament import Tournament


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
