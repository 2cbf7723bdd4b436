"""The moments of an opening book: every first roll, and every reply to the best turn of each.

`book_of` gathers their labels into the book (opening_book.py).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from nardy.core.acts import end_turn
from nardy.core.choices import Opening
from nardy.core.dice import ROLLS, Roll
from nardy.core.judge import find_turn
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.labels.drawing import Drawn
from nardy.labels.label_file import LabelFile, LabelFileError
from nardy.labels.opening_book import BookEntry, BookTurn, OpeningBook
from nardy.labels.truth import SURE, Label
from nardy.search.conversions import situation_at
from nardy.search.tables import GameTables, Tables, without_cube


def first_rolls(rules: Rules) -> list[Drawn]:
    """The decisions of the player who moves first; the class is the roll, as '31'.

    Where the opening roll is played, there are no doubles.
    """
    game = GameTables.of(without_cube(rules))
    start = Tables.begun(game, 1)
    can_double = rules.opening is not Opening.USE
    return [
        Drawn(name_of(roll), situation_at(game, start, 0, roll))
        for roll in ROLLS
        if can_double or not roll.is_double
    ]


def missing_replies(file: LabelFile) -> list[Drawn]:
    """The decisions after the best turn of every labelled first roll that the file lacks; the class is '31-42'."""
    known = {moment.kind for moment in file.moments}
    # Whoever stops the command may stop it while it writes replies.
    return [
        drawn
        for number in sorted(file.labels)
        if "-" not in file.moments[number].kind
        for drawn in _replies(file, number)
        if drawn.kind not in known
    ]


def size_of(file: LabelFile) -> int:
    """The number of moments of a label file, with the replies that a book still lacks.

    A first roll without its label counts 21 of them, though its best turn may end a tiny game.
    """
    if file.made.get("moments") != "book":
        return len(file.moments)
    unknown = sum("-" not in moment.kind for moment in file.missing)
    return len(file.moments) + len(missing_replies(file)) + len(ROLLS) * unknown


def is_finished(file: LabelFile) -> bool:
    """Whether a file of a book has all replies and all labels."""
    return not file.missing and not missing_replies(file)


def book_of(file: LabelFile) -> OpeningBook:
    """The book of a finished label file.

    Raises:
        LabelFileError: it is no file of a book, or some of its moments have no label yet.
    """
    if file.made.get("moments") != "book":
        raise LabelFileError(
            f"expected the labels of a book in {file.path}, got {file.made.get('moments')!r}; make "
            "them by nardy label --moments book"
        )
    if not is_finished(file):
        raise LabelFileError(
            f"expected a finished book in {file.path}, got {len(file.labels):,} labels; the command "
            "that made it continues"
        )
    first, replies = dict[str, Label](), defaultdict[str, dict[str, BookEntry]](dict)
    for moment in file.moments:
        label, (roll, _, reply) = file.labels[moment.number], moment.kind.partition("-")
        if reply:
            replies[roll][reply] = _entry(label, {}, equals=True)
        else:
            first[roll] = label
    entries = {roll: _entry(label, replies[roll]) for roll, label in first.items()}
    return OpeningBook(_game_of(file), _made(file), entries)


def _game_of(file: LabelFile) -> str:
    games = sorted(file.games)
    if len(games) != 1:
        raise LabelFileError(
            f"expected one game in {file.path}, got {', '.join(games)}; make it again"
        )
    return games[0]


def _made(file: LabelFile) -> dict[str, object]:
    """The header of the labels; how moments are drawn makes no difference to a book."""
    return {name: file.made[name] for name in ("bot", "network", "precision")}


def _entry(label: Label, replies: dict[str, BookEntry], *, equals: bool = False) -> BookEntry:
    """A label as an entry; a reply keeps only the turns that are equally good."""
    turns = tuple(
        BookTurn(one.turn, one.equity, one.behind, _is_equal(*one.behind)) for one in label.turns
    )
    kept = tuple(turn for turn in turns if turn.is_equal or not equals)
    return BookEntry(label.trials, dict(label.chances), kept, replies)


def _is_equal(gap: float, error: float) -> bool:
    return gap == 0 or gap < SURE * error


def _replies(file: LabelFile, number: int) -> Iterator[Drawn]:
    moment, label = file.moments[number], file.labels[number]
    turn, final = find_turn(moment.situation, label.turns[0].turn)
    after = end_turn(moment.situation, final, len(turn.moves))
    if after.phase is not Phase.ROLL:
        return
    for roll in ROLLS:
        yield Drawn(f"{moment.kind}-{name_of(roll)}", replace(after, roll=roll))


def name_of(roll: Roll) -> str:
    """The roll as players write it, the higher die first."""
    return f"{roll.high}{roll.low}"
