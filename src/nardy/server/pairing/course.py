"""The next event of a tournament by the rules of its format."""

from nardy.server.pairing import arena, knock_out, round_robin, swiss
from nardy.server.pairing.events import Closed, Paired
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing


def next_event(tournament: Tournament, at: int) -> Paired | Closed | None:
    """The next round or the end; None if nothing is due.

    A tournament that has not begun is started by its director, not here. Rooms are added to the pairings
    by the caller.

    Args:
        tournament: The current state.
        at: The current time in milliseconds since 1970.
    """
    if tournament.closed is not None or tournament.begun is None:
        return None
    if tournament.terms.format == "arena":
        if at >= (arena.ends_at(tournament) or 0):
            return None if tournament.open else Closed(at)
        event = first_round(tournament, at)
        return event if isinstance(event, Paired) else None
    return None if tournament.open else first_round(tournament, at)


def first_round(tournament: Tournament, at: int) -> Paired | Closed:
    """The next round, also before the start; the end if there is none."""
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


def may_enter(tournament: Tournament, at: int) -> bool:
    """Whether players may still enter: until the start, in an arena to its end, in a Swiss through half of its rounds."""
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


def may_return(tournament: Tournament, number: int | None) -> bool:
    """Whether an entrant who left, for example as a no-show, may come back although it is too late for others.

    The rounds of a round robin are fixed, and a Swiss has counted their missed rounds. In a knock-out they
    are beaten.
    """
    if tournament.closed is not None or number is None or tournament.begun is None:
        return False
    if tournament.entrant(number).is_in:
        return False
    match tournament.terms.format:
        case "swiss":
            return True
        case "round-robin":
            return number in tournament.first
        case _:
            return False


def rounds_of(tournament: Tournament) -> int | None:
    """The number of rounds, as far as known now; None for an arena."""
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
