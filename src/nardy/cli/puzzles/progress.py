"""What somebody knows of the puzzles: a JSON file beside the saved games."""

import contextlib
import json
import os
import sys
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nardy.cli.play.saving import saved_games
from nardy.errors import EventsError

VERSION = 1
_KEY = "nardy puzzles tried, version"


def progress_file() -> Path:
    """The file of whoever runs the command."""
    return saved_games().parent / "puzzles.json"


@dataclass
class PuzzleProgress:
    """The puzzles that were tried, by id."""

    path: Path
    known: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """The state of the scheduler (`card`), when it comes again in seconds since 1970 (`due`), and how
    often it was `tried` and `solved` in its time. Puzzles that were right at once do not come again: `due` is null."""

    @classmethod
    def read(cls, path: Path | None = None) -> "PuzzleProgress":
        """Read the file; without one nothing was tried.

        Raises:
            EventsError: it is damaged, or of another version.
        """
        place = path or progress_file()
        try:
            told = json.loads(place.read_text("utf-8"))[f"{_KEY} {VERSION}"]
            return cls(place, {str(one): dict(facts) for one, facts in told.items()})
        except FileNotFoundError:
            return cls(place)
        except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
            raise EventsError(
                f"expected what was solved before in {place}, got another file ({error}); "
                "move it away to begin anew"
            ) from None

    def due(self, now: int) -> list[str]:
        """The puzzles that come again now, the one that has waited longest first."""
        waiting = [
            (facts["due"], one) for one, facts in self.known.items() if facts["due"] is not None
        ]
        return [one for due, one in sorted(waiting) if due <= now]

    def note(self, puzzle: str, now: int, *, is_right: bool) -> None:
        """Remember an answer, on disk before this returns.

        What other sittings have written meanwhile is read first, and stays. Before a missed puzzle
        is due, an answer moves nothing: it may just have been read.

        Raises:
            EventsError: the file was damaged meanwhile.
        """
        from nardy.coach.repetition import answered, begun  # noqa: PLC0415 (imports the scheduler)

        self.path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(self.path):
            self.known = PuzzleProgress.read(self.path).known
            new: dict[str, Any] = {"card": None, "due": None, "tried": 0, "solved": 0}
            before = self.known.get(puzzle, new)
            if before["due"] is not None and now < before["due"]:
                return
            facts = {**before, "tried": before["tried"] + 1, "solved": before["solved"] + is_right}
            if not is_right or before["card"] is not None:
                card = str(before["card"] or begun(len(self.known), now * 1000).card)
                again = answered(card, now * 1000, is_right=is_right)
                facts |= {"card": again.card, "due": again.due // 1000}
            self.known[puzzle] = facts
            self._write()

    def _write(self) -> None:
        """Replace the file as a whole, so that a crash leaves the one before."""
        # Of this process alone: where nothing can be locked, two may write at once.
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            with part.open("w", encoding="utf-8") as file:
                json.dump({f"{_KEY} {VERSION}": self.known}, file)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path)
        finally:
            part.unlink(missing_ok=True)


@contextlib.contextmanager
def _alone(path: Path) -> Generator[None]:
    """Wait until no other sitting is writing the file; without locks go on at once."""
    # The lock file is never deleted: two processes could otherwise lock different files of one name.
    with path.with_name(path.name + ".lock").open("ab") as file:
        # Some file systems have no locks. An answer matters more.
        with contextlib.suppress(OSError):
            _lock(file.fileno())
        yield


# Closing the file releases the lock, also when the process dies.
if sys.platform == "win32":  # pragma: no cover (the tests run on Linux)
    import msvcrt

    def _lock(descriptor: int) -> None:
        # It waits for ten seconds at most.
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
