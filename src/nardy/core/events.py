"""Events of a game, as values and as JSON: the schema of files, replays and servers.

Version 1. A list of events rebuilds a game; unknown kinds and versions are refused.
"""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, cast

from nardy.errors import EventsError

VERSION = 1

SIMPLE_ACTS = ("double", "take", "pass", "beaver", "raccoon", "accept", "refuse", "bomb")
"""Acts with no data except the player."""


@dataclass(frozen=True, slots=True)
class Started:
    """A game started: its position text, with score and options."""

    kind: ClassVar[str] = "started"
    position: str
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class RolledOff:
    """Each player rolled one die for the start."""

    kind: ClassVar[str] = "rolled-off"
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """A player rolled; the larger die first."""

    kind: ClassVar[str] = "rolled"
    player: str
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Played:
    """A turn was confirmed. Moves are (origin, target), one die each, in playable order.

    `accepted` marks an illegal turn of a record that the opponent accepted.
    """

    kind: ClassVar[str] = "played"
    player: str
    turn: str
    moves: tuple[tuple[int, int], ...]
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player offered to lose at this size.

    `accepted` marks a record of a player not on roll who resigned: the other agreed, and the game
    is over.
    """

    kind: ClassVar[str] = "resigned"
    player: str
    size: str
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Acted:
    """A double, an answer, or the bomb."""

    kind: ClassVar[str] = "acted"
    player: str
    act: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A player took back their last turn, and everything after it.

    The dice of that turn stand. The last `events` events are undone, without those that were undone before.
    """

    kind: ClassVar[str] = "taken-back"
    player: str
    events: int


Event = Started | RolledOff | Rolled | Played | Resigned | Acted | TakenBack
_KINDS: dict[str, type[Any]] = {
    kind.kind: kind for kind in (Started, RolledOff, Rolled, Played, Resigned, Acted, TakenBack)
}


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object; `accepted` is left out where it is false."""
    items = ((name, getattr(event, name)) for name in _names(type(event)))
    # Most turns are not accepted illegal ones, and files would repeat the field in each event.
    content = {name: value for name, value in items if value is not False}
    return {"kind": event.kind, **content}


@functools.cache
def _names(kind: type[Event]) -> tuple[str, ...]:
    # A page that comes gets a thousand events of a long match.
    return tuple(field.name for field in fields(kind))


def event_from_json(data: object) -> Event:
    """The event of a JSON object.

    Raises:
        EventsError: an unknown kind or version, or a missing, unknown or malformed field.
    """
    if not isinstance(data, dict):
        raise EventsError(f"expected an event as a JSON object, got {type(data).__name__}")
    # A copy, because `pop` must not change the caller's object.
    content = cast("dict[str, Any]", data).copy()
    kind = _KINDS.get(str(content.pop("kind", "")))
    if kind is None:
        raise EventsError(f"expected a kind of event ({', '.join(_KINDS)}), got {data!r:.80}")
    if content.get("version", VERSION) != VERSION:
        raise EventsError(
            f"expected events of version {VERSION}, got {content['version']!r}; "
            "a newer nardy wrote this file"
        )
    return _event(kind, content)


def events_from_json(data: Iterable[object]) -> tuple[Event, ...]:
    """The events of JSON objects, in order."""
    return tuple(event_from_json(item) for item in data)


@functools.cache
def _fields_of(kind: type[Any]) -> dict[str, Any]:
    return {field.name: field.type for field in fields(kind)}


def _event(kind: type[Any], content: dict[str, Any]) -> Event:
    known = _fields_of(kind)
    try:
        return kind(**{name: _READERS[known[name]](value) for name, value in content.items()})
    except (KeyError, TypeError, ValueError) as error:
        raise EventsError(
            f"expected the fields {', '.join(known)} in an event {kind.kind!r}, got {content!r:.120}"
        ) from error


def _exactly(kind: type[Any]) -> Callable[[Any], Any]:
    def read(value: object) -> object:
        # Not `isinstance`: True would pass as an integer.
        if type(value) is not kind:
            raise TypeError(f"{value!r} is no {kind.__name__}")
        return value

    return read


_number = _exactly(int)


def _pair(value: Any) -> tuple[int, int]:
    first, second = value
    return _number(first), _number(second)


_READERS: dict[Any, Callable[[Any], Any]] = {
    str: _exactly(str),
    int: _number,
    bool: _exactly(bool),
    tuple[int, int]: _pair,
    tuple[tuple[int, int], ...]: lambda value: tuple(map(_pair, value)),
}
