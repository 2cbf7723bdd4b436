"""Everything that can go wrong, one class per kind of cause; all are ValueErrors.

A message says what was expected, what came, where, and one way out; the facts are
attributes too.
"""

from collections.abc import Mapping


class NardyError(ValueError):
    """Anything that nardy refuses, with a sentence for the person who asked."""


class NotationError(NardyError):
    """A text that cannot be read: a position, a turn, an id, a file."""


class BackwardsError(NotationError):
    """A move written from a smaller number to a larger one."""


class PositionError(NardyError):
    """A text that can be read, but describes what cannot stand on a board."""


class RulesError(NardyError):
    """A game, a preset, an option or a value that does not exist or does not fit."""


class UnknownGameError(RulesError):
    """A game that nardy does not know by this name."""


class IllegalError(NardyError):
    """Something that a law forbids; *law* is its id (rules, section 5)."""

    def __init__(self, law: str, message: str, words: Mapping[str, str] | None = None) -> None:
        """Remember the law beside the sentence; *words* say it by language, as these rules have it."""
        super().__init__(message)
        self.law = law
        self.words = words


class IllegalTurnError(IllegalError):
    """A turn, or a single move, that a law forbids."""


class IllegalActError(IllegalError):
    """A roll, a double, an answer or another act that a law forbids now."""


class AmbiguousTurn(NardyError):
    """A turn text that could mean two different turns; both are named."""

    def __init__(self, message: str, readings: tuple[str, ...]) -> None:
        """Remember the readings beside the sentence."""
        super().__init__(message)
        self.readings = readings


class TooManyTurns(NardyError):
    """More lawful turns than can be listed; play them move by move instead."""

    def __init__(self, limit: int) -> None:
        """Remember the limit beside the sentence."""
        super().__init__(
            f"more than {limit:,} lawful turns, too many to list; play move by move (Draft)"
        )
        self.limit = limit


class EventsError(NardyError):
    """A list of events that does not tell a game: wrong version, order or content."""


class MissingExtraError(NardyError):
    """A part of nardy that needs a package which is not installed."""
