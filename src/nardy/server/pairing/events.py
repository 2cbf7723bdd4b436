"""Events of a tournament: an append-only log from which its state is rebuilt."""

import msgspec

from nardy.server.pairing.values import MeetingResult, Pairing


class Entered(msgspec.Struct, tag="entered", frozen=True):
    """A player entered, or came back after leaving."""

    at: int
    """Milliseconds since 1970, as in every event."""
    who: str
    rating: float = 0.0


class Left(msgspec.Struct, tag="left", frozen=True, omit_defaults=True):
    """A player withdrew or was removed, and is not paired any more."""

    at: int
    number: int
    removed: bool = False
    """By the director; they cannot enter again."""


class Paired(msgspec.Struct, tag="paired", frozen=True):
    """A round began, or an arena paired the free players. The first one starts the tournament."""

    at: int
    round: int
    pairings: tuple[Pairing, ...]


class MeetingEnded(msgspec.Struct, tag="ended", frozen=True):
    """The meeting at a table ended."""

    at: int
    table: int
    result: MeetingResult


class Closed(msgspec.Struct, tag="closed", frozen=True):
    """The tournament is over."""

    at: int


TournamentEvent = Entered | Left | Paired | MeetingEnded | Closed

_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(TournamentEvent).decode


def event_to_text(event: TournamentEvent) -> str:
    """The stored text of an event.

    >>> event_to_text(Left(at=7, number=2))
    '{"type":"left","at":7,"number":2}'
    """
    return _write(event).decode()


def event_from_text(text: str) -> TournamentEvent:
    """The event of a stored text."""
    return _read(text)
