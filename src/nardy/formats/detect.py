"""Detect the notation of a position (position text, XGID or GNU ids) and the format of a match."""

import re
from collections.abc import Callable

from nardy.core.reading import MOST_CHARACTERS
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats import gnubg, mat, match_json, position_text, xgid
from nardy.formats.gnubg import has_ids
from nardy.formats.record import Record
from nardy.formats.xgid import has_code
from nardy.games import find_game
from nardy.games.catalogue import named_options

_SIDE = re.compile(r"(?:bar|off|\d{1,2}):(?:\d+|p)(?:,|$)")
POSITION_TEXT, XGID, GNU_ID = "position text", "XGID", "GNU id"
_EXAMPLES = (
    "position text ('backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31'), "
    "an XGID ('XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10') "
    "or a GNU id ('4HPwATDgc/ABMA:cAkAAAAAAAAA')"
)


def read_position(
    text: str, rules: Rules | None = None, find: Callable[[str], Rules] = find_game
) -> tuple[Situation, str]:
    """Read a position in any notation; return the situation and the name of the notation.

    *rules* are the game for codes that do not name one; position text names its game for *find*.

    >>> read_position("4HPwATDgc/ABMA")[1]
    'GNU id'

    Raises:
        NotationError: no known notation, or the error of the notation that the text resembles.
    """
    if has_code(text):
        return xgid.loads(text, rules), XGID
    if _is_position_text(text):
        return position_text.loads(text, _finder(rules, find)), POSITION_TEXT
    if has_ids(text):
        return gnubg.loads(text, rules), GNU_ID
    raise NotationError(f"expected {_EXAMPLES}, got {text.strip()[:80]!r}")


def read_match(
    data: str | bytes, rules: Rules | None = None, find: Callable[[str], Rules] = find_game
) -> Record:
    r"""Read a match in any format: JSON, or a .mat file in any dialect.

    *rules* are the game of a .mat file where no tag names one. *find* maps the games of JSON to rules.
    Bytes may have any encoding that .mat files have. Illegal turns are kept, each with a finding.

    >>> record = read_match(" 3 point match\n\n Game 1\n ann : 0  bob : 0\n  1) 31: 8/5 6/5\n")
    >>> record.players, record.match.length, len(record.events)
    (('ann', 'bob'), 3, 3)

    Raises:
        NotationError: the text is no match.
        EventsError: the JSON describes no match.
        RulesError: it names an unknown game.
    """
    if isinstance(data, bytes):
        # A byte order mark and empty lines may come before either format.
        if data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{":
            return read_match(data.decode("utf-8", errors="replace"), rules, find)
        return mat.loads(data, rules)
    text = data.removeprefix("\ufeff")
    return match_json.loads(text, find) if text.lstrip()[:1] == "{" else mat.loads(text, rules)


def _is_position_text(text: str) -> bool:
    """Whether the second word is a side, or one of the next words lists checkers on places."""
    words = text[:MOST_CHARACTERS].split()
    return len(words) > 2 and (words[1] in ("w", "b") or any(map(_SIDE.match, words[1:4])))


def _finder(rules: Rules | None, find_other: Callable[[str], Rules]) -> Callable[[str], Rules]:
    """A game lookup that also knows the given game by its id."""
    if rules is None:
        return find_other
    named = rules.published

    def find(text: str) -> Rules:
        known = {named.id, *named.aliases}
        return named_options(text, lambda name: named if name in known else find_other(name))

    return find
