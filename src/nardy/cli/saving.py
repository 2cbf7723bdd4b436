"""Saved games: a file of JSON lines, one event a line, on the disk before the next prompt.

The first line says what is played and by whom; each further line is an event of
core/events. A last line cut short by a crash is dropped: its act had not been confirmed.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from nardy.core.events import Event, event_from_json, event_to_json
from nardy.errors import EventsError

VERSION = 1
MOST_BYTES = 50_000_000


@dataclass(frozen=True)
class Setting:
    """What a table plays: everything of a saved match but its events."""

    games: tuple[str, ...]
    """The rotation, as position text names games."""
    length: int = 0
    white: str = "person"
    """'person', or a bot's spec."""
    black: str = "baseline"
    seed: str | None = None
    game_file: str | None = None
    """The TOML text of a game of one's own."""
    real_dice: bool = False


class SaveFile:
    """A file that holds every event as soon as it has happened."""

    def __init__(self, path: Path, written: int = 0) -> None:
        """A file that holds so many events already."""
        self.path = path
        self._written = written

    @classmethod
    def begin(cls, path: Path, setting: Setting) -> "SaveFile":
        """Make the file anew, with its first line.

        Raises:
            EventsError: it cannot be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(path.name + ".new")
            with fresh.open("w", encoding="utf-8") as file:
                _write(file, {"nardy": VERSION, **asdict(setting)})
            fresh.replace(path)
        except OSError as error:
            raise _cannot("write", path, error) from None
        return cls(path)

    def append(self, events: Sequence[Event]) -> None:
        """Write the events that the file does not hold yet, down to the disk."""
        if len(events) == self._written:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                for event in events[self._written :]:
                    _write(file, event_to_json(event))
        except OSError as error:
            raise _cannot("write", self.path, error) from None
        self._written = len(events)


def _write(file: Any, content: dict[str, Any]) -> None:
    file.write(json.dumps(content, ensure_ascii=False) + "\n")
    file.flush()
    os.fsync(file.fileno())


def load(path: Path) -> tuple[Setting, tuple[Event, ...], SaveFile]:
    """What a saved file holds. A line cut short at the end is dropped, from the file too.

    Raises:
        EventsError: no such file, or not one of nardy's.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise EventsError(f"expected a saved game, {path} is larger than any can be")
        text = path.read_bytes().decode("utf-8", errors="replace")
        whole, _, rest = text.rpartition("\n")
        if rest:
            with path.open("rb+") as file:
                file.truncate(len(whole.encode("utf-8")) + 1)
    except OSError as error:
        raise _cannot("read", path, error) from None
    lines = whole.split("\n") if whole else []
    setting = _setting(path, lines[0] if lines else "")
    events = tuple(_event(path, number, line) for number, line in enumerate(lines[1:], 2))
    return setting, events, SaveFile(path, len(events))


def _setting(path: Path, line: str) -> Setting:
    try:
        content: dict[str, Any] = json.loads(line)
        version = content.pop("nardy")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise EventsError(f"expected a game saved by nardy in {path}, got {line!r:.60}") from None
    if version != VERSION:
        raise EventsError(
            f"expected a saved game of version {VERSION} in {path}, got {version!r}; "
            "a newer nardy wrote it"
        )
    match content:
        case {
            "games": [str(), *_] as games,
            "length": int(length),
            "white": str(white),
            "black": str(black),
            "seed": str() | None as seed,
            "game_file": str() | None as game_file,
            "real_dice": bool(real_dice),
        } if length >= 0:
            names = tuple(map(str, cast("list[object]", games)))
            return Setting(names, length, white, black, seed, game_file, real_dice)
        case _:
            raise EventsError(f"expected who plays what in line 1 of {path}, got {line!r:.60}")


def _event(path: Path, number: int, line: str) -> Event:
    try:
        return event_from_json(json.loads(line))
    except ValueError as error:
        raise EventsError(f"line {number} of {path} is no event: {error}") from None


def _cannot(verb: str, path: Path, error: OSError) -> EventsError:
    return EventsError(f"cannot {verb} {path}: {error.strerror}; choose another with --save FILE")


def default_path() -> Path:
    """Where the latest game is kept when no file is named."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "nardy" / "latest.jsonl"
