"""Puzzles: decisions with one good turn; a rollout has shown the next best to be worse. They need no engine.

The puzzles of a game are a packed JSON file of `nardy/data/puzzles`, made from label files by `scripts/puzzles`
(CC0). Its header says what made it. Every puzzle is a row, and gaps are whole ten-thousandths of a point.
"""

import bz2
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, Self

from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.data import puzzle_file
from nardy.errors import NardyError
from nardy.formats import position_text

VERSION = 1
UNITS = 10_000
"""Parts of a point in which a file counts."""
LICENSE = "CC0-1.0"
EASY, HARDER = 1200, 300
"""The first rating of a puzzle that every simple bot solves; more for each that misses it."""
_KEY = "nardy puzzles"


class PuzzleError(NardyError):
    """A game has no puzzles, or none with the id asked for."""


class PuzzleTurn(NamedTuple):
    """A turn that was rolled out, in points for the mover and without the cube."""

    turn: str
    behind: tuple[float, float]
    """How much less it is worth than the best, and the standard error of that."""


@dataclass(frozen=True)
class Puzzle:
    """A position with its dice, and the one good turn."""

    position: str
    """Position text, with the game and the dice."""
    turns: tuple[PuzzleTurn, ...]
    """The good turn first, then those next best."""
    plan: str
    """The id of the player's plan (coach/plans.py)."""
    reasons: tuple[str, ...]
    """The ids of the coach's reasons for the good turn against the next best; none where it has none."""
    missed: int
    """How many of two simple bots choose another turn: nardy without look-ahead, and baseline."""

    @cached_property
    def id(self) -> str:
        """Ten hex digits that follow from the position."""
        return puzzle_id(self.position)

    @property
    def best(self) -> str:
        return self.turns[0].turn

    @property
    def situation(self) -> Situation:
        return position_text.loads(self.position)

    @property
    def first_rating(self) -> int:
        """Where its rating begins: by how many simple bots miss it."""
        return EASY + HARDER * self.missed

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        turns = [
            {"turn": one.turn, "behind": one.behind[0], "error": one.behind[1]}
            for one in self.turns
        ]
        return {
            "id": self.id,
            "position": self.position,
            "best": self.best,
            "turns": turns,
            "plan": self.plan,
            "reasons": [*self.reasons],
            "rating": self.first_rating,
        }

    def row(self, game: str) -> list[Any]:
        """As a file holds it, without the text of the game."""
        turns = [
            [one.turn, *(round(UNITS * figure) for figure in one.behind)] for one in self.turns
        ]
        tail = self.position.removeprefix(game).strip()
        return [tail, turns, self.plan, [*self.reasons], self.missed]

    @classmethod
    def of_row(cls, game: str, row: list[Any]) -> Self:
        tail, turns, plan, reasons, missed = row
        told = tuple(PuzzleTurn(turn, (gap / UNITS, error / UNITS)) for turn, gap, error in turns)
        return cls(f"{game} {tail}", told, plan, tuple(reasons), missed)


def puzzle_id(position: str) -> str:
    """The id of the puzzle with this position text."""
    return hashlib.sha256(position.encode()).hexdigest()[:10]


class PuzzleSet:
    """The puzzles of one game."""

    def __init__(self, game: str, puzzles: Iterable[Puzzle], made: list[Mapping[str, Any]]) -> None:
        """*game* is the text of its rules; *made* are the headers of the label files."""
        self.game, self.made = game, made
        self.puzzles = tuple(sorted(puzzles, key=lambda one: one.id))
        """By id, which is in no order of difficulty or class."""
        self.by_id = {one.id: one for one in self.puzzles}

    def get(self, puzzle: str) -> Puzzle:
        """The puzzle with this id.

        Raises:
            PuzzleError: there is none.
        """
        if (found := self.by_id.get(puzzle)) is None:
            raise PuzzleError(
                f"expected the id of a puzzle of {self.game}, got {puzzle!r:.40}; take one from "
                "nardy puzzles --json"
            )
        return found

    def daily(self, day: int) -> Puzzle:
        """The puzzle of a day, counted from 1970 in UTC: each comes once before one comes again."""
        return self.puzzles[day % len(self.puzzles)]

    def as_bytes(self) -> bytes:
        """The file, packed by bzip2: two thirds of what gzip makes of it."""
        return bz2.compress(self.as_text().encode())

    def as_text(self) -> str:
        """The file unpacked: a header, then a line for each puzzle."""
        header = {_KEY: VERSION, "game": self.game, "license": LICENSE, "made": self.made}
        lines = ",\n".join(_compact(one.row(self.game)) for one in self.puzzles)
        return f'{_compact(header)[:-1]},"puzzles":[\n{lines}\n]}}\n'

    @classmethod
    def of_bytes(cls, content: bytes) -> Self:
        """Read a file.

        Raises:
            PuzzleError: it is damaged, or of another version.
        """
        try:
            text = bz2.decompress(content).decode()
        except (OSError, ValueError) as error:
            raise _damaged(error) from None
        return cls.of_text(text)

    @classmethod
    def of_text(cls, text: str) -> Self:
        """Read an unpacked file.

        Raises:
            PuzzleError: it is damaged, or of another version.
        """
        try:
            told = json.loads(text)
            if told[_KEY] != VERSION:
                raise PuzzleError(f"expected puzzles of version {VERSION}, got {told[_KEY]!r:.20}")
            rows = [Puzzle.of_row(told["game"], row) for row in told["puzzles"]]
            return cls(told["game"], rows, told["made"])
        except (ValueError, KeyError, TypeError) as error:
            raise _damaged(error) from None


def _damaged(error: Exception) -> PuzzleError:
    return PuzzleError(
        f"expected a file of puzzles, got one that is damaged ({error}); install nardy again"
    )


def _compact(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def has_puzzles(rules: Rules) -> bool:
    """Whether there are puzzles of a game, whatever its options."""
    return puzzle_file(rules.id).is_file()


@cache
def find_puzzles(game: str) -> PuzzleSet:
    """The puzzles of a game by its id.

    >>> from nardy.labels.puzzles import find_puzzles
    >>> found = find_puzzles("backgammon")
    >>> found.get(found.daily(20_000).id).missed in (0, 1, 2)
    True

    Raises:
        PuzzleError: there are none.
    """
    file = puzzle_file(game)
    if not file.is_file():
        raise PuzzleError(
            f"expected a game with puzzles, got {game!r:.40}; games with puzzles are "
            f"{', '.join(games_with_puzzles())}"
        )
    return PuzzleSet.of_bytes(file.read_bytes())


@cache
def games_with_puzzles() -> tuple[str, ...]:
    """The ids of games that have puzzles."""
    from nardy.games import GAMES  # noqa: PLC0415 (game files are read when they are needed)

    return tuple(game for game, rules in GAMES.items() if has_puzzles(rules))
