"""The base of all errors, and those of the rule book: one class for each kind of cause.

`core`, `games`, `formats` and `render` raise no others. A part above them has its own beside what
raises them: the club in server/errors.py, the bots in bots/registry.py, and so on. All are NardyErrors,
so ValueErrors, and docs/reference/errors.md lists every one.

A message says what was expected, what came, where, and what to do; the facts are also
attributes.
"""

import sys
from collections.abc import Mapping
from pathlib import Path


class NardyError(ValueError):
    """The base class of nardy's errors, with a message for the user."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy the message and the attributes."""
        # Python would call the class with the message alone, whatever its constructor takes.
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[NardyError], args: tuple[object, ...]) -> NardyError:
    """An error as it was pickled, made without its constructor."""
    error = kind.__new__(kind)
    error.args = args
    return error


class NotationError(NardyError):
    """A text that cannot be read: a position, a turn, an id, a file."""


class BackwardsError(NotationError):
    """A move written from a smaller number to a larger one."""


class PositionError(NardyError):
    """A readable text that describes an impossible position."""


class RulesError(NardyError):
    """A game, a preset, an option or a value that does not exist or does not fit."""


class UnknownGameError(RulesError):
    """A game that nardy does not know by this name."""


class IllegalError(NardyError):
    """Something that a law forbids; *law* is its id, one of core/laws.py."""

    def __init__(self, law: str, message: str, words: Mapping[str, str] | None = None) -> None:
        """Keep the law; *words* are its text by language, in the words of these rules."""
        super().__init__(message)
        self.law = law
        self.words = words


class IllegalTurnError(IllegalError):
    """A turn, or a single move, that a law forbids."""


class IllegalActError(IllegalError):
    """A roll, a double, an answer or another act that a law forbids now."""


class AmbiguousTurn(NardyError):
    """A turn text that could mean two different turns; the message names both."""

    def __init__(self, message: str, readings: tuple[str, ...]) -> None:
        """Keep the possible readings."""
        super().__init__(message)
        self.readings = readings


class TooManyTurns(NardyError):
    """More legal turns than can be listed, or a search that takes too long; play move by move instead."""

    def __init__(self, limit: int, counted: str = "legal turns") -> None:
        """Keep the limit, and what was *counted*."""
        super().__init__(
            f"expected at most {limit:,} {counted}, got more; play move by move (game.draft())"
        )
        self.limit, self.counted = limit, counted


class EventsError(NardyError):
    """A list of events that describes no game: wrong version, order or content."""


class MissingExtraError(NardyError):
    """A feature that needs a package which is not installed."""

    @classmethod
    def of(cls, needed: str, extra: str) -> "MissingExtraError":
        """The error for something *needed* that the extra of this name installs.

        >>> print(MissingExtraError.of("Dask for --cluster", "cluster"))  # doctest: +ELLIPSIS
        expected Dask for --cluster, got none; do ...cluster...
        """
        return cls(f"expected {needed}, got none; do {way_to_install(extra)}")


def way_to_install(extra: str) -> str:
    """The command that installs an extra where this nardy runs.

    In a clone, `./nardy` runs from an environment of the clone's own, of which a pip elsewhere knows nothing.
    """
    root = Path(__file__).parents[2]
    if not (root / "scripts" / "extra").is_file():
        return f"pip install 'nardy[{extra}]'"
    if Path(sys.prefix) == root / ".venv":
        return f"{root / 'scripts' / 'extra'} {extra}"
    return f"{sys.executable} -m pip install -e '{root}[{extra}]'"
