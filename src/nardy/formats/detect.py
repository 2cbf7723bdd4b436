"""Detect the notation of a position or a match."""

from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats.catalogue import MATCHES, POSITIONS, Find
from nardy.formats.record import Record
from nardy.games import find_game

# A board that two programs have written has both codes; an XGID says more than GNU ids, and begins plainly.
_ORDER = sorted(POSITIONS.values(), key=lambda form: form.name != "xgid")


def read_position(
    text: str, rules: Rules | None = None, find: Find = find_game
) -> tuple[Situation, str]:
    """Read a position in any notation; return the situation and the title of the notation.

    *rules* are the game for codes that do not name one; position text names its game for *find*.

    >>> read_position("4HPwATDgc/ABMA")[1]
    'GNU id'

    Raises:
        NotationError: no known notation, or the error of the notation that the text resembles.
    """
    for form in _ORDER:
        if form.is_like(text):
            return form.read(text, rules, find), form.title
    *others, last = (form.example for form in POSITIONS.values())
    raise NotationError(f"expected {', '.join(others)} or {last}, got {text.strip()[:80]!r}")


def read_match(data: bytes, rules: Rules | None = None, find: Find = find_game) -> Record:
    """Read a match in any format.

    *rules* are the game of a file that does not name one; a file names its game for *find*.

    Raises:
        NotationError: the error of the format that the file resembles.
    """
    form = next(form for form in MATCHES.values() if form.is_like(data))
    return form.read(data, rules, find)
