"""Round robin tournaments by the Berger tables (FIDE Handbook C.05, annex 1)."""

from nardy.server.pairing.tally import seeded
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing


def berger(count: int) -> list[list[tuple[int, int]]]:
    """The rounds for players 1 to *count*: pairs with White first.

    If the number is odd, one player is free in each round.

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    even = count + count % 2
    rounds = [_round(even, number) for number in range(even - 1)]
    return [[pair for pair in pairs if max(pair) <= count] for pairs in rounds]


def _round(count: int, number: int) -> list[tuple[int, int]]:
    # Each round adds half the count, cyclically, to all numbers of the one before but the last player's.
    others = count - 1
    turned = [(place + number * (count // 2)) % others + 1 for place in range(others)]
    first = (turned[0], count) if number % 2 == 0 else (count, turned[0])
    return [first, *((turned[place], turned[-place]) for place in range(1, count // 2))]


def schedule(tournament: Tournament) -> list[list[Pairing]]:
    """All rounds of those who were in at the start; every second cycle with sides swapped."""
    numbers = seeded(tournament, tournament.starters)
    rounds: list[list[Pairing]] = []
    for time in range(tournament.terms.rounds):
        for pairs in berger(len(numbers)):
            sides = [(pair if time % 2 == 0 else pair[::-1]) for pair in pairs]
            rounds.append([Pairing(numbers[a - 1], numbers[b - 1]) for a, b in sides])
    return rounds


def pair(tournament: Tournament) -> list[Pairing]:
    """The next round; empty when all have been played, or everybody has left.

    Players who stay win against those who left, to the last round: the schedule is fixed at the start.
    """
    if not tournament.inside:
        return []
    rounds = schedule(tournament)
    return rounds[tournament.round] if tournament.round < len(rounds) else []
