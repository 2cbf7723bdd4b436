"""Knock-out tournaments. The best seeds meet last, and have the byes of the first round."""

from dataclasses import dataclass

from nardy.server.pairing.tally import seeded
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing


@dataclass(frozen=True, slots=True)
class BracketPair:
    """Two places of the bracket, and the winner."""

    white: int | None
    """None: the place is empty, or neither player of the feeding pair came."""
    black: int | None
    winner: int | None
    is_decided: bool


def places(count: int) -> list[int]:
    """The seeds (from 0) in bracket order, such that the two best can meet only in the final.

    >>> places(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return order


def bracket(tournament: Tournament) -> list[list[BracketPair]]:
    """All rounds known so far, the latest last."""
    seeds = seeded(tournament, tournament.starters)
    line = [seeds[place] if place < len(seeds) else None for place in places(len(seeds))]
    rounds: list[list[BracketPair]] = []
    while len(line) > 1:
        duels = [
            duel(tournament, len(rounds) + 1, white, black)
            for white, black in zip(line[::2], line[1::2], strict=True)
        ]
        rounds.append(duels)
        if not all(one.is_decided for one in duels):
            break
        line = [one.winner for one in duels]
    return rounds


def tree(tournament: Tournament) -> dict[int, BracketPair]:
    """The whole bracket, including future rounds, by number: 1 is the final, 2 and 3 the semifinals.

    Pair n is fed by pairs 2n and 2n + 1.
    """
    rounds = bracket(tournament)
    count = len(rounds[0]) if rounds else 0
    while count > 1 and len(rounds[-1]) > 1:
        line = [one.winner for one in rounds[-1]]
        pairs = zip(line[::2], line[1::2], strict=True)
        rounds.append([BracketPair(*pair, None, is_decided=False) for pair in pairs])
    return {number: one for duels in rounds for number, one in enumerate(duels, len(duels))}


def duel(tournament: Tournament, number: int, white: int | None, black: int | None) -> BracketPair:
    """The state of a pair in a round; after a draw they play again."""
    if white is None or black is None:
        return BracketPair(white, black, white if black is None else black, is_decided=True)
    both = {white, black}
    met = [m for m in tournament.meetings if m.round == number and {m.white, m.black} == both]
    result = met[-1].result if met else None
    if result is None:
        return BracketPair(white, black, None, is_decided=False)
    if result.white == result.black:
        # Neither came, unless they drew or the club closed their game: then they play again.
        is_on = result.is_played or any(tournament.entrant(number).is_in for number in both)
        return BracketPair(white, black, None, is_decided=not is_on)
    winner = met[-1].white if result.white > result.black else met[-1].black
    return BracketPair(white, black, winner, is_decided=True)


def pair(tournament: Tournament) -> tuple[int, list[Pairing]]:
    """The current round and its open pairs; none when all is over. Replays swap sides."""
    rounds = bracket(tournament)
    number = len(rounds)
    open_duels = [one for one in rounds[-1] if not one.is_decided] if rounds else []
    return number, [_sides(tournament, number, one) for one in open_duels]


def _sides(tournament: Tournament, number: int, one: BracketPair) -> Pairing:
    assert one.white is not None  # an undecided pair is complete
    times = sum(
        meeting.round == number and meeting.holds(one.white) for meeting in tournament.meetings
    )
    return Pairing(one.white, one.black) if times % 2 == 0 else Pairing(one.black or 0, one.white)
