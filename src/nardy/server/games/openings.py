"""The opening explorer: turns of the book, and those that were played at the club, side by side."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import msgspec

from nardy.core.acts import end_turn
from nardy.core.dice import ROLLS, Roll
from nardy.core.judge import find_turn
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.errors import NotationError
from nardy.labels.opening_book import BookEntry, cubeless, find_book, has_book
from nardy.server.store.openings import PlayedOpening


class OpeningTurn(msgspec.Struct):
    """A turn with its value by the book and its games at the club."""

    turn: str
    equity: float | None = None
    """In points for the mover, without the cube; None if the book does not have it."""
    loss: float | None = None
    """How much less it is worth than the best turn of the book."""
    is_best: bool = False
    """Whether it is the best turn of the book, or equally good within the errors."""
    played: int = 0
    """How many games of the club had it."""
    won: float | None = None
    """The part of them that its player won; a draw is half, and a match counts as a whole."""


class OpeningRoll(msgspec.Struct):
    """A roll with its turns, the best of the book first, then the most played."""

    roll: str
    turns: list[OpeningTurn]


class Openings(msgspec.Struct):
    """All rolls at the start of a game, or after one first turn."""

    position: str
    """As position text, seen by the player on roll."""
    book: bool
    """Whether the game has an opening book."""
    played: int
    """Games of the club that came here."""
    rolls: list[OpeningRoll]


def openings_of(
    rules: Rules, games: Sequence[PlayedOpening], roll: str = "", turn: str = ""
) -> Openings:
    """The explorer's page of a game: its first rolls, or the replies after a first *roll* and *turn*.

    Raises:
        NotationError: it is no roll with which the game begins.
        IllegalTurnError, AmbiguousTurnError: the turn is not legal, or could be several.
    """
    start = Situation(rules=cubeless(rules), position=rules.start)
    book: Mapping[str, BookEntry] = find_book(rules).first if has_book(rules) else {}
    if not roll:
        return _page(start, book, [(game.turns[:1], game.score) for game in games], has_book(rules))
    before = replace(start, roll=_roll(roll))
    found, final = find_turn(before, turn)
    text = found.text
    entry = book.get(roll)
    replies: Mapping[str, BookEntry] = entry.replies if entry and entry.best.turn == text else {}
    same = [
        (game.turns[1:], None if game.score is None else 1 - game.score)
        for game in games
        if game.turns[0] == (roll, text)
    ]
    return _page(end_turn(before, final, len(found.moves)), replies, same, has_book(rules))


def _roll(text: str) -> Roll:
    known = {f"{roll.high}{roll.low}": roll for roll in ROLLS}
    if text not in known:
        raise NotationError(
            f"expected a roll such as 31, got {text!r:.20}; write the higher die first"
        )
    return known[text]


def _page(
    situation: Situation,
    book: Mapping[str, BookEntry],
    games: Iterable[tuple[tuple[tuple[str, str], ...], float | None]],
    has_a_book: bool,
) -> Openings:
    counted = defaultdict[str, dict[str, list[float | None]]](lambda: defaultdict(list))
    for turns, score in games:
        for roll, turn in turns[:1]:
            counted[roll][turn].append(score)
    names = [name for roll in ROLLS if (name := f"{roll.high}{roll.low}") in {*book, *counted}]
    rolls = [OpeningRoll(name, _turns(book.get(name), counted.get(name, {}))) for name in names]
    played = sum(len(scores) for turns in counted.values() for scores in turns.values())
    return Openings(situation_text(situation), has_a_book, played, rolls)


def _turns(entry: BookEntry | None, counted: Mapping[str, list[float | None]]) -> list[OpeningTurn]:
    found = {
        turn.turn: OpeningTurn(turn.turn, turn.equity[0], turn.behind[0], turn.is_equal)
        for turn in (entry.turns if entry else ())
    }
    for turn, scores in counted.items():
        one = found.setdefault(turn, OpeningTurn(turn))
        known = [score for score in scores if score is not None]
        one.played, one.won = len(scores), sum(known) / len(known) if known else None
    # The book has them in its order, and the sort keeps it.
    return sorted(
        found.values(), key=lambda one: (one.equity is None, one.equity is None and -one.played)
    )
