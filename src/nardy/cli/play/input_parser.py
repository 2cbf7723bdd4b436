"""Parser of typed input: words for acts in every language, and moves one by one."""

import difflib
import re

from nardy.core.draft import Draft
from nardy.core.words import Word, read_words
from nardy.errors import AmbiguousTurn, IllegalTurnError, NardyError, NotationError
from nardy.translations import LANGUAGES, SOURCE, read, say

ACTS = (
    *("roll", "double", "take", "pass", "beaver", "raccoon", "resign", "accept", "refuse", "bomb"),
    *("undo", "?", "hint", "help", "why", "pips", "history", "board", "plain", "save", "quit"),
)
"""Every act. An offer has no one-letter answers: p could be pass or pips."""


def _typed(prefix: str = "") -> dict[str, str]:
    """The meaning of each word of all languages."""
    return {
        word: meaning.removeprefix(prefix)
        for language in LANGUAGES
        for meaning, words in read(language, "typed").items()
        if meaning.startswith(prefix) and (prefix or "." not in meaning)
        for word in words
    }


SYNONYMS = _typed()
"""Synonyms of acts; any other input may be a turn."""
SIZES = _typed("size.")
PUZZLE_ACTS = _typed("puzzle.")
_PLACES = _typed("place.")
_LONGEST_ECHO = 60
_LONGEST_ANSWERED = 200


def read_line(line: str) -> tuple[str, str]:
    """Split a line into act and argument: ('why', '8/5 6/5').

    >>> read_line("сдаюсь марс"), read_line("8/5 6/5"), read_line("?8/5")
    (('resign', 'gammon'), ('8/5', '6/5'), ('?', '8/5'))
    """
    first, _, rest = re.sub(r"^\s*\?", "? ", line).strip().partition(" ")
    act = SYNONYMS.get(first.casefold(), first.casefold())
    rest = rest.strip()
    return act, SIZES.get(rest.casefold(), rest)


def is_turn(line: str) -> bool:
    """Whether a line looks like a turn: it contains a slash or stands for a dance.

    >>> is_turn("8/5"), is_turn("(no move)"), is_turn("hello")
    (True, True, False)
    """
    return "/" in line or line.strip().casefold() in ("-", "–", "—", "ø", "no move", "(no move)")


def in_latin(line: str) -> str:
    """Translate the names of bar and off in a turn: 'бар/22' becomes 'bar/22'."""
    for word, place in _PLACES.items():
        line = re.sub(rf"\b{word}\b", place, line, flags=re.IGNORECASE)
    return line


def nearest(act: str) -> str | None:
    """The closest known word, for "did you mean"."""
    near = difflib.get_close_matches(act, [*ACTS, *filter(None, SYNONYMS)], n=1, cutoff=0.75)
    return near[0] if near else None


def shown(text: str) -> str:
    """Shorten typed text and replace its control characters, to echo it.

    >>> shown("8/5" + chr(27) + "[2J")
    '8/5�[2J'
    """
    clean = "".join(sign if sign.isprintable() else "\ufffd" for sign in text.strip())
    return clean if len(clean) <= _LONGEST_ECHO else clean[:_LONGEST_ECHO] + "..."


def unread(line: str, error: NardyError, language: str, *, unknown: str) -> str:
    """The answer to input that cannot be read, in the person's language; *unknown* says that it is no turn."""
    if isinstance(error, AmbiguousTurn):
        readings = "; ".join(error.readings)
        return say(language, "play", "ambiguous", text=shown(line), readings=readings)
    if language == SOURCE and len(line) < _LONGEST_ANSWERED:
        return "".join(sign if sign.isprintable() else "\ufffd" for sign in str(error))
    return unknown if isinstance(error, NotationError) else str(error)


def advance(draft: Draft, text: str) -> None:
    """Add the moves of a text to a draft; add none of them if one fails.

    Raises:
        NotationError: the text cannot be read.
        IllegalTurnError: names the law that the first failing move breaks.
    """
    made = 0
    words = read_words(text)
    if not words:
        # An empty text is a dance; where a move is legal, this raises the law that it breaks.
        draft.turn()
    try:
        for word in words:
            for _ in range(word.times):
                made += _advance_word(draft, word)
    except IllegalTurnError:
        for _ in range(made):
            draft.undo()
        raise


def _advance_word(draft: Draft, word: Word) -> int:
    """Move one checker along the word; return the number of moves."""
    before = len(draft.moves)
    origin = word.places[0]
    for target in word.places[1:]:
        if not _go(draft, origin, target):
            for _ in range(len(draft.moves) - before):
                draft.undo()
            draft.move(origin, target)
        origin = target
    return len(draft.moves) - before


def _go(draft: Draft, origin: int, target: int) -> bool:
    """Move a checker from *origin* to *target* with one or more dice; return whether it can."""
    for move in draft.legal_moves:
        if move.origin == origin and move.target >= target:
            draft.move(move.origin, move.target)
            if move.target == target or _go(draft, move.target, target):
                return True
            draft.undo()
    return False
