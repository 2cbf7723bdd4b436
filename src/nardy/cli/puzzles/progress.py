"""What somebody knows of the puzzles: a JSON file beside the saved games."""

import json
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
    often it was `tried` and `solved`. Puzzles that were right at once do not come again: `due` is null."""

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
        """Remember an answer, on disk before this returns."""
        from nardy.coach.repetition import answered, begun  # noqa: PLC0415 (imports the scheduler)

        new: dict[str, Any] = {"card": None, "due": None, "tried": 0, "solved": 0}
        before = self.known.get(puzzle, new)
        facts = {**before, "tried": before["tried"] + 1, "solved": before["solved"] + is_right}
        if not is_right or before["card"] is not None:
            card = str(before["card"] or begun(len(self.known), now * 1000).card)
            again = answered(card, now * 1000, is_right=is_right)
            facts |= {"card": again.card, "due": again.due // 1000}
        self.known[puzzle] = facts
        self._write()

    def _write(self) -> None:
        """Replace the file as a whole, so that a crash leaves the one before."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_name(self.path.name + ".part")
        told = {f"{_KEY} {VERSION}": self.known}
        part.write_text(json.dumps(told), "utf-8")
        part.replace(self.path)
