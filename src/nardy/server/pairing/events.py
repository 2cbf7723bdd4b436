"""What happened in a tournament, as a list that only grows: everything is rebuilt from it."""

import msgspec

from nardy.server.pairing.values import MeetingResult, Pairing


class Entered(msgspec.Struct, tag="entered", frozen=True):
    """Somebody entered, or came back after leaving."""

    at: int
    """Milliseconds since 1970, as in every event."""
    who: str
    rating: float = 0.0


class Left(msgspec.Struct, tag="left", frozen=True):
    """Somebody withdrew, or was taken out, and is paired no more."""

    at: int
    number: int


class Paired(msgspec.Struct, tag="paired", frozen=True):
    """A round began, or an arena paired those who were free. The first one begins the tournament."""

    at: int
    round: int
    pairings: tuple[Pairing, ...]


class MeetingEnded(msgspec.Struct, tag="ended", frozen=True):
    """The meeting at a table ended."""

    at: int
    table: int
    result: MeetingResult


class Closed(msgspec.Struct, tag="closed", frozen=True):
    """Nothing more happens."""

    at: int


Event = Entered | Left | Paired | MeetingEnded | Closed

_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Event).decode


def event_to_text(event: Event) -> str:
    """An event as it is kept.

    >>> event_to_text(Left(at=7, number=2))
    '{"type":"left","at":7,"number":2}'
    """
    return _write(event).decode()


def event_from_text(text: str) -> Event:
    """The event that was kept."""
    return _read(text)
