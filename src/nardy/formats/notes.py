"""Notes on the acts of a game: comments, luck, and what a program computed, as a file states them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from nardy.errors import EventsError

CHANCES = 5
_MATCH_CHANCE = "match chance"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A turn or a cube action with its value for the player who acts."""

    act: str
    """Turn text in the player's numbering, "no double" or "double, take"."""
    chances: tuple[float, ...]
    """To win, win a gammon, win a backgammon, lose a gammon, lose a backgammon; 0 to 1."""
    equity: float
    """As the file states it."""
    cubeless: float | None = None
    """The equity without the cube, if stated."""
    method: str = ""
    """How it was computed, in the words of the program."""
    is_match_chance: bool = False
    """Whether `equity` is the chance to win the match: GNU Backgammon writes that for the cube."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What a file says about one act beyond the act."""

    comment: str = ""
    luck: float | None = None
    """Of the roll, as equity."""
    choices: tuple[Choice, ...] = ()
    """Turns that a program compared, the best first."""
    played: int | None = None
    """The index of the turn played among them."""
    cube: tuple[Choice, ...] = ()
    """Not doubling and doubling, before the roll."""

    def __bool__(self) -> bool:
        return self != _EMPTY


_EMPTY = Note()


def note_to_json(event: int, note: Note) -> dict[str, Any]:
    """A note on the event of this index in its game."""
    data: dict[str, Any] = {"event": event}
    if note.comment:
        data["comment"] = note.comment
    if note.luck is not None:
        data["luck"] = note.luck
    if note.played is not None:
        data["played"] = note.played
    for name, choices in (("choices", note.choices), ("cube", note.cube)):
        if choices:
            data[name] = [_choice_to_json(choice) for choice in choices]
    return data


def _choice_to_json(choice: Choice) -> dict[str, Any]:
    data: dict[str, Any] = {"act": choice.act, "chances": [*choice.chances]}
    data["equity"] = choice.equity
    if choice.cubeless is not None:
        data["cubeless"] = choice.cubeless
    if choice.method:
        data["method"] = choice.method
    return data | ({"unit": _MATCH_CHANCE} if choice.is_match_chance else {})


def notes_from_json(data: object, events: int) -> tuple[tuple[int, Note], ...]:
    """Notes with the indices of their events, of which the game has this many.

    Raises:
        EventsError: malformed, or an index that is no event's.
    """
    items = cast("list[object]", data) if isinstance(data, list) else [data]
    return tuple(_note(item, events) for item in items)


def _note(item: object, events: int) -> tuple[int, Note]:
    match item:
        case {"event": int(event)} if 0 <= event < events and not isinstance(event, bool):
            data = cast("dict[str, Any]", item)
        case _:
            raise EventsError(
                f"expected a note with its event, 0 to {events - 1}, got {item!r:.60}"
            )
    choices, played = _choices(data.get("choices", [])), data.get("played")
    comment, luck = data.get("comment", ""), data.get("luck")
    is_index = played is None or (type(played) is int and 0 <= played < len(choices))
    if not (isinstance(comment, str) and is_index and (luck is None or _is_number(luck))):
        raise EventsError(f"expected a note's comment, luck and turn played, got {item!r:.80}")
    cube = _choices(data.get("cube", []))
    return event, Note(comment=comment, luck=luck, choices=choices, played=played, cube=cube)


def _choices(data: object) -> tuple[Choice, ...]:
    items = cast("Iterable[object]", data) if isinstance(data, list) else [data]
    return tuple(_choice(item) for item in items)


def _choice(item: object) -> Choice:
    data = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
    act, method, unit = data.get("act"), data.get("method", ""), data.get("unit", "")
    chances, equity, cubeless = data.get("chances"), data.get("equity"), data.get("cubeless")
    is_unit = unit in ("", _MATCH_CHANCE)
    if is_unit and isinstance(act, str) and isinstance(method, str) and isinstance(chances, list):
        listed = tuple(cast("list[float]", chances))
        numbers = (*listed, equity, 0 if cubeless is None else cubeless)
        if len(listed) == CHANCES and all(map(_is_number, numbers)):
            return Choice(
                act=act,
                chances=listed,
                equity=cast("float", equity),
                cubeless=cubeless,
                method=method,
                is_match_chance=bool(unit),
            )
    raise EventsError(
        f"expected a choice with its act, {CHANCES} chances and equity, got {item!r:.80}"
    )


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(cast("float", value))
