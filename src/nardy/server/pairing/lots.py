"""Who is first where nothing else decides: by rating, and equal ones by lot."""

import hashlib
from collections.abc import Iterable

from nardy.server.pairing.tournament import Tournament


def lot(seed: str, what: object) -> str:
    """A lot that nobody can choose and that falls the same way each time."""
    return hashlib.sha256(f"{seed}/{what}".encode()).hexdigest()


def seeded(tournament: Tournament, numbers: Iterable[int]) -> list[int]:
    """Entrants by their seeds: the highest rating first, equal ones by lot."""

    def place(number: int) -> tuple[float, str]:
        return -tournament.entrant(number).rating, lot(tournament.seed, number)

    return sorted(numbers, key=place)


def seed_places(tournament: Tournament) -> dict[int, int]:
    """Which seed everybody has, from 0."""
    numbers = (entrant.number for entrant in tournament.entrants)
    return {number: place for place, number in enumerate(seeded(tournament, numbers))}
