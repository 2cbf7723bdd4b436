"""Detect the notation of a position or a match."""

from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats.catalog import MATCHES, POSITIONS, Find
from nardy.formats.other_files import other_file
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
    first, *others = POSITIONS.values()
    raise NotationError(
        f"expected a position such as {first.example!r}, got {text.strip()[:80]!r}; "
        f"other notations are {', '.join(form.title for form in others)} "
        "(docs/guide/formats.md has an example of each)"
    )


def read_match(data: str | bytes, rules: Rules | None = None, find: Find = find_game) -> Record:
    r"""Read a match in any format, detected by its content.

    *rules* are the game of a .mat file where no tag names one. *find* maps the games of JSON to rules.
    Bytes may have any encoding that .mat files have. Illegal turns are kept, each with a finding.

    >>> record = read_match(" 3 point match\n\n Game 1\n ann : 0  bob : 0\n  1) 31: 8/5 6/5\n")
    >>> record.players, record.match.length, len(record.events)
    (('ann', 'bob'), 3, 3)

    Raises:
        NotationError: it is no match; other kinds of files are named.
        EventsError: the JSON describes no match.
        RulesError: it names an unknown game.
    """
    content = data.encode() if isinstance(data, str) else data
    other = other_file(content)
    if other:
        known = ", ".join(f".{form.extensions[0]}" for form in MATCHES.values())
        raise NotationError(f"expected a match ({known}), got {other.name}; do {other.way_out}")
    form = next(form for form in MATCHES.values() if form.is_like(content))
    return form.read(content, rules, find)
