"""Opening books: the best first turns of a game, and the best replies to them, by rollout.

A book is a JSON file of `nardy/data/books`, made from the labels of a game by `scripts/books` (CC0).
Its header says what made it. Numbers are whole ten-thousandths, so that a book is small.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Self

from nardy.core.dice import Roll
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.data import book_files, unpacked
from nardy.errors import NardyError

VERSION = 1
UNITS = 10_000
"""Parts of a point, or of a chance of 1, in which a book counts."""
LICENSE = "CC0-1.0"
_KEY = "nardy book"
Figure = tuple[float, float]
"""A mean and its standard error."""


class OpeningBookError(NardyError):
    """There is no book of a game, it lacks the roll asked for, or its file is damaged."""


class BookTurn(NamedTuple):
    """A turn with its value, in points for the mover, without the cube."""

    turn: str
    equity: Figure
    behind: Figure
    """How much less it is worth than the best; the error is that of the difference."""
    is_equal: bool
    """Whether it is the best, or not surely worse: by fewer than three standard errors."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A decision of the book: a roll at one position."""

    trials: int
    chances: Mapping[str, float]
    """Of the mover after the best turn, by name; larger wins are counted among the smaller."""
    turns: tuple[BookTurn, ...]
    """The best first; of a reply only those that are equally good."""
    replies: "Mapping[str, BookEntry]"
    """The opponent's decisions after the best turn, by roll; none after a reply."""

    @property
    def best(self) -> BookTurn:
        return self.turns[0]

    @property
    def equals(self) -> tuple[BookTurn, ...]:
        """The turns that are as good as the best within the errors, without the best."""
        return tuple(turn for turn in self.turns[1:] if turn.is_equal)


class BookSummary(NamedTuple):
    """What the first move is worth if both play by the book; without the cube."""

    by_replies: Figure
    """Points that the player who moves first wins a game, by the replies.

    Too low where replies are alike: the best of several noisy values is too high.
    """
    by_first: Figure
    """The same by the first turns; too high where these are alike."""
    wins: Figure
    """Their part of the games; the error is at most this, as for games that are played and counted."""
    gammons: Figure
    """The part of all games that count double or more, whoever wins; its error likewise."""


@dataclass(frozen=True, slots=True)
class OpeningBook:
    """The first turns of a game and the replies to them."""

    game: str
    """The game without its cube, as in position text."""
    made: Mapping[str, Any]
    """What made it: the bot, a hash of its network, and the precision asked for."""
    first: Mapping[str, BookEntry]
    """By roll, the higher die first: '31'. Rolls that cannot be the first are missing."""

    def entry(self, first: str, reply: str | None = None) -> BookEntry:
        """The decision after a first roll, or after it and a second one.

        Raises:
            OpeningBookError: no such roll is in the book.
        """
        found = _among(self.first, first, "a first roll")
        return found if reply is None else _among(found.replies, reply, f"a reply to {first}")

    def summary(self) -> BookSummary:
        """The value of the first move; each roll is weighted by how often it comes."""
        found = list(self._seen_by_first())

        def mean(figure: Callable[[Mapping[str, float]], float]) -> Figure:
            shares = [(weight, figure(chances), trials) for weight, chances, _, trials in found]
            # Luck is subtracted, so the errors are smaller than those of games that are counted.
            variance = sum(w * w * p * (1 - p) / trials for w, p, trials in shares if trials)
            return sum(weight * share for weight, share, _ in shares), variance**0.5

        replies = _mean((weight, equity) for weight, _, equity, _ in found)
        first = _mean((weight, entry.best.equity) for weight, entry in _weighted(self.first))
        return BookSummary(replies, first, mean(_win), mean(_gammon))

    def _seen_by_first(self) -> Iterator[tuple[float, Mapping[str, float], Figure, int]]:
        """Weight, chances, equity and trials of every line of the book, for the player who moves first."""
        for weight, entry in _weighted(self.first):
            if not entry.replies:
                yield weight, entry.chances, entry.best.equity, entry.trials
            for part, reply in _weighted(entry.replies):
                worth, error = reply.best.equity
                yield weight * part, _flipped(reply.chances), (-worth, error), reply.trials

    def as_text(self) -> str:
        """The book as its file holds it, a line for each first roll."""
        names = list(next(iter(self.first.values())).chances)
        head = {_KEY: VERSION, "license": LICENSE, "game": self.game, "made": self.made}
        lines = [
            f"{_json(roll)}:{_json(_entry_json(entry, names))}"
            for roll, entry in self.first.items()
        ]
        joined = ",\n".join(lines)
        return f'{_json({**head, "chances": names})[:-1]},"first":{{\n{joined}\n}}}}\n'

    @classmethod
    def of_text(cls, text: str) -> Self:
        """Read a book as its file holds it.

        Raises:
            OpeningBookError: it is no book, or of another version.
        """
        try:
            content = json.loads(text)
            version = content[_KEY]
        except (ValueError, KeyError, TypeError):
            raise OpeningBookError(
                "expected an opening book, got another file; make it again by scripts/books"
            ) from None
        if version != VERSION:
            raise OpeningBookError(
                f"expected a book of version {VERSION}, got {version!r:.20}; make it again by "
                "scripts/books"
            )
        try:
            names = tuple(map(str, content["chances"]))
            first = {roll: _entry_of(entry, names) for roll, entry in content["first"].items()}
            return cls(str(content["game"]), content["made"], first)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise OpeningBookError(
                f"expected an opening book, got a damaged one ({error!r:.60}); make it again by "
                "scripts/books"
            ) from None


def find_book(rules: Rules) -> OpeningBook:
    """The book of a game; its cube makes no difference.

    Raises:
        OpeningBookError: there is none for this game with these options.
    """
    text = rules_text(cubeless(rules))
    found = books().get(rules.id)
    if found is None or found.game != text:
        known = ", ".join(sorted(book.game.partition(",")[0] for book in books().values()))
        raise OpeningBookError(
            f"expected a game with an opening book, got {text}; the books are of {known or 'none'}"
        )
    return found


def has_book(rules: Rules) -> bool:
    """Whether there is a book of this game with these options."""
    found = books().get(rules.id)
    return found is not None and found.game == rules_text(cubeless(rules))


@cache
def books() -> Mapping[str, OpeningBook]:
    """All books, by the id of the game."""
    return {
        file.name.removesuffix(".json.bz2"): OpeningBook.of_text(unpacked(file).decode())
        for file in sorted(book_files(), key=lambda file: file.name)
    }


def cubeless(rules: Rules) -> Rules:
    """The game that a book is of: without its cube, and so without the Jacoby rule."""
    plain = not (rules.cube_play or rules.jacoby)
    return rules if plain else rules.replace(cube_play=False, jacoby=False)


def _weighted(entries: Mapping[str, BookEntry]) -> Iterator[tuple[float, BookEntry]]:
    """Each entry with the chance of its roll among those that are here."""
    weights = {roll: 1 if Roll.parse(roll).is_double else 2 for roll in entries}
    total = sum(weights.values())
    for roll, entry in entries.items():
        yield weights[roll] / total, entry


def _mean(weighted: Iterable[tuple[float, Figure]]) -> Figure:
    """The sum of weighted means, and its error if they share no dice."""
    found = list(weighted)
    worth = sum(weight * mean for weight, (mean, _) in found)
    return worth, sum((weight * error) ** 2 for weight, (_, error) in found) ** 0.5


def _win(chances: Mapping[str, float]) -> float:
    return chances["win"]


def _gammon(chances: Mapping[str, float]) -> float:
    return chances.get("win_gammon", 0.0) + chances.get("lose_gammon", 0.0)


def _flipped(chances: Mapping[str, float]) -> dict[str, float]:
    """Chances as the other player has them."""
    other = {"win": "lose", "lose": "win"}

    def renamed(name: str) -> str:
        result, line, size = name.partition("_")
        return f"{other.get(result, result)}{line}{size}"

    return {renamed(name): chance for name, chance in chances.items()}


def _among(entries: Mapping[str, BookEntry], roll: str, what: str) -> BookEntry:
    if roll not in entries:
        known = ", ".join(entries) or "none"
        raise OpeningBookError(
            f"expected {what} that is in the book, got {roll}; there are {known}"
        )
    return entries[roll]


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _whole(*numbers: float) -> list[int]:
    return [round(number * UNITS) for number in numbers]


def _entry_json(entry: BookEntry, names: list[str]) -> list[Any]:
    chances = _whole(*(entry.chances[name] for name in names))
    turns = [
        [turn.turn, *_whole(*turn.equity, *turn.behind), int(turn.is_equal)] for turn in entry.turns
    ]
    replies = {roll: _entry_json(reply, names) for roll, reply in entry.replies.items()}
    return [entry.trials, chances, turns, *([replies] if replies else [])]


def _entry_of(content: list[Any], names: tuple[str, ...]) -> BookEntry:
    trials, chances, turns, *replies = content
    found = dict(zip(names, (chance / UNITS for chance in chances), strict=True))
    below = replies[0].items() if replies else ()
    return BookEntry(
        int(trials),
        found,
        tuple(map(_turn_of, turns)),
        {roll: _entry_of(reply, names) for roll, reply in below},
    )


def _turn_of(content: list[Any]) -> BookTurn:
    turn, equity, error, behind, behind_error, is_equal = content
    figures = (equity / UNITS, error / UNITS), (behind / UNITS, behind_error / UNITS)
    return BookTurn(str(turn), *figures, bool(is_equal))
