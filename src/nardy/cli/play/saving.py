"""Saved games: files of JSON lines, synced to disk before the next prompt.

The first line is the setting: games and players. Every other line is an event of core/events.
An incomplete last line, after a crash, is dropped: its act had not been confirmed.
"""

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, cast

from nardy.core.events import Event, event_from_json, event_to_json
from nardy.core.player import Player
from nardy.errors import EventsError
from nardy.formats.replacing import replacing

VERSION = 1
MOST_BYTES = 50_000_000
# The first line holds the match's game files, each of at most 100,000 bytes.
MOST_IN_FIRST_LINE = 1_000_000
_WAY_OUT = {"write": "choose another with --save FILE", "read": "choose another with --resume FILE"}


@dataclass(frozen=True)
class Setting:
    """Games, players and dice: everything of a saved match except its events."""

    games: tuple[str, ...]
    """The rotation; games are written as in position text."""
    length: int = 0
    white: str = "person"
    """'person', or the spec of a bot."""
    black: str = "baseline"
    seed: str | None = None
    game_file: str | None = None
    """The text of a game file (TOML)."""
    real_dice: bool = False

    def seat(self, player: Player) -> str:
        return self.white if player is Player.WHITE else self.black


class SaveFile:
    """A file to which every event is written as soon as it happens."""

    def __init__(self, path: Path, written: int = 0, whole: int = 0, size: int = 0) -> None:
        """A file of *size* bytes; the first *whole* bytes have *written* complete events."""
        self.path = path
        self.kept: Path | None = None
        """The new name of an earlier game in the same file."""
        # The next write drops what lies beyond `_whole`; another size than `_size` means that
        # another program has written.
        self._written = written
        self._whole = whole
        self._size = size

    @classmethod
    def begin(cls, path: Path, setting: Setting) -> "SaveFile":
        """Create the file with its first line; rename an earlier game in it.

        Raises:
            EventsError: the file cannot be written, or is not a saved game.
        """
        save = cls(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_file():
                save.kept = _put_aside(path)
            save._write([_first(setting)])
        except OSError as error:
            raise _cannot("write", path, error) from None
        return save

    def append(self, events: Sequence[Event]) -> None:
        """Append the new events and sync them to disk.

        Raises:
            EventsError: the file cannot be written, or another program has changed it.
        """
        if len(events) == self._written:
            return
        try:
            self._write([event_to_json(event) for event in events[self._written :]])
        except OSError as error:
            raise _cannot("write", self.path, error) from None
        self._written = len(events)

    def keep(self, count: int) -> None:
        """Remove all events after the first *count*, to undo dice.

        Raises:
            EventsError: the file cannot be written, or another program has changed it.
        """
        try:
            if self._size:
                lines = self.path.read_bytes().split(b"\n")
                self._whole = sum(len(line) + 1 for line in lines[: count + 1])
                self._write([])
        except OSError as error:
            raise _cannot("write", self.path, error) from None
        self._written = count

    def reseat(self, setting: Setting) -> None:
        """Replace the first line atomically, for new players.

        Raises:
            EventsError: the file cannot be written, or another program has changed it.
        """
        path = self.path.resolve()
        try:
            data = path.read_bytes()
            self._require_own(len(data))
            before, _, events = data[: self._whole].partition(b"\n")
            line = _line(_first(setting))
            # Only a complete file, already on disk, replaces the old one.
            with replacing(path) as file:
                shutil.copymode(path, file.name)
                file.write(line + events)
                _to_disk(file, is_regular=True)
        except OSError as error:
            raise _cannot("write", path, error) from None
        self._whole += len(line) - len(before) - 1
        self._size = self._whole

    def _require_own(self, size: int) -> None:
        if size != self._size:
            raise EventsError(
                f"another program has written to {self.path} during this game; "
                "continue the game there, or resume it later"
            )

    def _write(self, contents: Sequence[dict[str, Any]]) -> None:
        """Write lines after the first `_whole` bytes, and sync them to disk."""
        lines = [_line(content) for content in contents]
        with self.path.open("r+b" if self._size else "ab") as file:
            # A pipe or a device has no size to compare and cannot be synced.
            is_regular = self.path.is_file()
            if is_regular:
                self._require_own(file.seek(0, os.SEEK_END))
            if self._whole < self._size:
                # Overwrite an incomplete line of a crash, or undone events.
                file.truncate(self._whole)
                file.seek(self._whole)
            file.write(b"".join(lines))
            _to_disk(file, is_regular=is_regular)
            if is_regular:
                self._size = self._whole = file.tell()


def _first(setting: Setting) -> dict[str, Any]:
    return {"nardy": VERSION, **asdict(setting)}


def _line(content: dict[str, Any]) -> bytes:
    # A lone surrogate, from undecodable bytes of the command line, becomes a JSON escape.
    return (json.dumps(content, ensure_ascii=False) + "\n").encode(errors="backslashreplace")


def _to_disk(file: BinaryIO, *, is_regular: bool) -> None:
    file.flush()
    if is_regular:
        os.fsync(file.fileno())


def _put_aside(path: Path) -> Path | None:
    """Rename an earlier saved game; refuse any other file."""
    if not path.stat().st_size:
        return None
    with path.open("rb") as file:
        first = file.readline(MOST_IN_FIRST_LINE)
    if not is_saved(first):
        raise EventsError(
            f"expected a new file, or one with a saved game, got {path}, which is not a "
            f"saved game; {_WAY_OUT['write']}"
        )
    kept = path.with_name(path.name + ".old")
    path.replace(kept)
    return kept


def is_saved(head: bytes) -> bool:
    """Whether a file begins like a saved game; its first line must be complete."""
    try:
        content = json.loads(head.split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return False
    match content:
        case {"games": _, "nardy": version}:
            # A match as JSON may stand on one line too; it has "match" in place of the version.
            return version != "match"
        case _:
            return False


def load(path: Path) -> tuple[Setting, tuple[Event, ...], SaveFile]:
    """Load a saved game; skip an incomplete last line.

    Raises:
        EventsError: there is no such file, or it is not a saved game.
    """
    first, data = _read(path)
    setting, events, whole = _parsed(str(path), first, data)
    return setting, events, SaveFile(path, len(events), len(first) + whole, len(first) + len(data))


def loads(data: bytes, name: str) -> tuple[Setting, tuple[Event, ...]]:
    """Read the content of a saved game; *name* says in errors where it came from.

    Raises:
        EventsError: it is no saved game.
    """
    _check_size(data, name)
    end = data.find(b"\n") + 1 or len(data)
    setting, events, _ = _parsed(name, data[:end], data[end:])
    return setting, events


def _parsed(name: str, first: bytes, data: bytes) -> tuple[Setting, tuple[Event, ...], int]:
    """The setting, the events, and the size of the complete lines of events."""
    setting = _setting(name, first.decode("utf-8", errors="replace"))
    if not first.endswith(b"\n"):
        raise EventsError(f"expected games and players in line 1 of {name}, got an incomplete line")
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].decode("utf-8", errors="replace").split("\n")[:-1]
    return setting, tuple(_event(name, number, line) for number, line in enumerate(lines, 2)), whole


def _check_size(data: bytes, name: str) -> None:
    if len(data) > MOST_BYTES:
        raise EventsError(
            f"expected a saved game of at most {MOST_BYTES:,} bytes, got a larger {name}"
        )


def _read(path: Path) -> tuple[bytes, bytes]:
    """The first line and the rest; the rest is read only if the first may be JSON."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise EventsError(f"expected a saved game, got {path}, not a file; {_WAY_OUT['read']}")
        with path.open("rb") as file:
            first = file.readline(MOST_IN_FIRST_LINE)
            data = file.read(MOST_BYTES + 1) if first.startswith(b"{") else b""
    except OSError as error:
        raise _cannot("read", path, error) from None
    _check_size(data, str(path))
    if not first:
        raise EventsError(f"expected a saved game, got an empty {path}; {_WAY_OUT['read']}")
    return first, data


def _setting(name: str, line: str) -> Setting:
    try:
        content: dict[str, Any] = json.loads(line)
        version = content.pop("nardy")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise EventsError(
            f"expected a game saved by nardy in {name}, got {line!r:.60}; {_WAY_OUT['read']}"
        ) from None
    if version != VERSION:
        raise EventsError(
            f"expected a saved game of version {VERSION} in {name}, got {version!r:.20}; "
            "it was written by a newer nardy; resume it with that version"
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
            raise EventsError(f"expected games and players in line 1 of {name}, got {line!r:.60}")


def _event(name: str, number: int, line: str) -> Event:
    try:
        return event_from_json(json.loads(line))
    except (ValueError, RecursionError) as error:
        raise EventsError(
            f"expected an event in line {number} of {name}, got {line!r:.60} ({error!s:.200}); "
            "a copy without that line and the following ones can be resumed"
        ) from None


def _cannot(verb: str, path: Path, error: OSError) -> EventsError:
    return EventsError(f"cannot {verb} {path}: {error.strerror}; {_WAY_OUT[verb]}")


def saved_games() -> Path:
    """The default folder of saved games."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "nardy" / "games"


def new_path() -> Path:
    """An unused file name for a new game, from the current time."""
    now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    names = [f"{now}.jsonl", *(f"{now}-{number}.jsonl" for number in range(2, 1_000))]
    folder = saved_games()
    return next(folder / name for name in names if not (folder / name).exists())


def latest_path() -> Path:
    """The most recently played saved game.

    Raises:
        EventsError: there are no saved games.
    """
    files = list(saved_games().glob("*.jsonl"))
    if not files:
        raise EventsError(
            f"expected a saved game in {saved_games()}, got none; 'nardy play' begins one"
        )
    # The name, which begins with the time, decides where a file system keeps coarse times.
    return max(files, key=lambda file: (file.stat().st_mtime_ns, file.name))
