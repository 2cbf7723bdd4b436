"""What happens next in a tournament, by its own rules."""

from nardy.server.pairing import arena, knock_out, round_robin, swiss
from nardy.server.pairing.events import Closed, Paired
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing

FEWEST = 2


def next_event(tournament: Tournament, at: int) -> Paired | Closed | None:
    """The next round, or the end; None as long as nothing is due.

    A tournament that has not begun is never begun here: that is its director's word. Rooms are
    given to the pairings by whoever opens them.

    Args:
        tournament: As it stands.
        at: Now, in milliseconds since 1970.
    """
    if tournament.closed is not None or tournament.begun is None:
        return None
    if tournament.terms.format == "arena":
        return _arena(tournament, at)
    return None if tournament.open else first_round(tournament, at)


def first_round(tournament: Tournament, at: int) -> Paired | Closed:
    """The next round, whether it is the first or not; the end where there is none."""
    number, pairings = _pairings(tournament, at)
    return Paired(at, number, tuple(pairings)) if pairings else Closed(at)


def _pairings(tournament: Tournament, at: int) -> tuple[int, list[Pairing]]:
    match tournament.terms.format:
        case "swiss":
            return tournament.round + 1, swiss.pair(tournament)
        case "round-robin":
            return tournament.round + 1, round_robin.pair(tournament)
        case "knock-out":
            return knock_out.pair(tournament)
        case "arena":
            return tournament.round + 1, arena.pair(tournament, at)


def _arena(tournament: Tournament, at: int) -> Paired | Closed | None:
    if at >= (arena.ends_at(tournament) or 0):
        return None if tournament.open else Closed(at)
    pairings = arena.pair(tournament, at)
    return Paired(at, tournament.round + 1, tuple(pairings)) if pairings else None


def may_enter(tournament: Tournament, at: int) -> bool:
    """Whether somebody may still enter: later than the start, in an arena and half of a Swiss."""
    if tournament.closed is not None:
        return False
    if tournament.begun is None:
        return True
    match tournament.terms.format:
        case "swiss":
            return 2 * tournament.round <= tournament.terms.rounds
        case "arena":
            return at < (arena.ends_at(tournament) or 0)
        case _:
            return False


def rounds_of(tournament: Tournament) -> int | None:
    """How many rounds there will be, as things stand; None for an arena."""
    count = len(tournament.starters)
    match tournament.terms.format:
        case "swiss":
            return swiss.rounds_of(tournament)
        case "round-robin":
            return tournament.terms.rounds * max(0, count - 1 + count % 2)
        case "knock-out":
            return max(0, count - 1).bit_length()
        case "arena":
            return None
