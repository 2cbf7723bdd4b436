"""Seat texts: `guest:ID` for people and API clients, `bot:SPEC` for bots."""

from typing import TypeGuard

GUEST, BOT = "guest:", "bot:"


def guest_seat(guest_id: str) -> str:
    """The seat text of a guest or account.

    >>> guest_seat("7Q")
    'guest:7Q'
    """
    return GUEST + guest_id


def bot_seat(spec: str) -> str:
    """The seat text of a bot of the club.

    >>> bot_seat("nardy:0")
    'bot:nardy:0'
    """
    return BOT + spec


def is_guest(seat: str | None) -> TypeGuard[str]:
    """Whether a person or an API client sits there; a free seat (None) is nobody's."""
    return seat is not None and seat.startswith(GUEST)


def is_bot(seat: str | None) -> TypeGuard[str]:
    """Whether a bot of the club sits there."""
    return seat is not None and seat.startswith(BOT)


def guest_id_of(seat: str) -> str:
    """The id of a guest, with or without the prefix."""
    return seat.removeprefix(GUEST)


def bot_spec_of(seat: str) -> str:
    """The spec of a bot, from text with or without the prefix."""
    return seat.removeprefix(BOT)
