"""Turn text: words such as 13/7*/5, 8/4(2), bar/22 and 6/off, read and written.

Source: P. Magriel's notation (S4), with the variations of programs and people.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nardy.core.position import BAR, OFF
from nardy.errors import BackwardsError, NotationError

DANCE_TEXT = "(no move)"
# The longest turns, cascades of 24 dice, stay far below; longer texts would only cost time.
MOST_CHARACTERS = 1_000
_DANCES = {"(no move)", "no move", "cannot move", "dance", "ø", "-", "–", "—", "fans"}
# Some records end with a dance for the dice that could not be played.
_DANCE_BEHIND = re.compile(rf"[,;\s](?:{'|'.join(map(re.escape, sorted(_DANCES)))})[,;\s]*$")
_ROLL_IN_FRONT = re.compile(r"^\s*\(?[1-6]\s*[-–, ]?\s*[1-6]\)?\s*:\s*")
# People write '8 / 4' and '8/4 *'; spaces separate words, so those inside a word go first.
_GLUE = re.compile(r"\s*(/)\s*|\s+(\*)|\s*(\()\s*|\s+(\))")
_WORD = re.compile(
    r"(?P<places>(?:bar|off|\d{1,2})\*?(?:/(?:bar|off|\d{1,2})\*?)+)(?:\((?P<count>\d{1,2})\)\*?)?",
    re.ASCII,
)


PLACE_TEXTS = ("off", *map(str, range(1, BAR)), "bar")


class Word(NamedTuple):
    """One checker's way in a turn, as written."""

    places: tuple[int, ...]
    """Origin, named points, target: falling, at least two."""
    hits: frozenset[int] = frozenset()
    """Places marked with a star, or that should be."""
    times: int = 1
    """How many checkers go this way."""


def join_moves(moves: Iterable[tuple[int, int, int]]) -> list[Word]:
    """Join moves, in the order played, into words: a checker's further moves extend its word.

    Moves are (origin, target, hits). Points on the way are kept only after a hit.
    """
    ways: list[tuple[list[int], set[int]]] = []
    for origin, target, hits in moves:
        way = next((way for way in ways if way[0][-1] == origin), None)
        if way is None:
            way = ([origin], set[int]())
            ways.append(way)
        way[0].append(target)
        if hits:
            way[1].add(target)
    return sorted_words(Word(tuple(places), frozenset(hits)) for places, hits in ways)


def net_displacement(words: Iterable[Word]) -> Counter[int]:
    """How many checkers more stand on each point after these words; points without a change are left out.

    >>> net_displacement(read_words("13/8/5 6/5(2)")) == Counter({13: -1, 6: -2, 5: 3})
    True
    """
    change = Counter[int]()
    for word in words:
        change[word.places[0]] -= word.times
        change[word.places[-1]] += word.times
    return Counter({point: count for point, count in change.items() if count})


def sorted_words(ways: Iterable[Word]) -> list[Word]:
    """Words in canonical order, by origin and target, both falling; equal words are merged."""
    merged: list[Word] = []
    for word in sorted(map(_shown, ways), key=_falling):
        latest = merged[-1] if merged else None
        if latest and latest.places == word.places and not (word.hits and len(word.places) > 2):
            merged[-1] = latest._replace(times=latest.times + word.times)
        else:
            merged.append(word)
    return merged


def _falling(word: Word) -> tuple[int, int, int]:
    return -word.places[0], -word.places[-1], -len(word.hits)


def _shown(word: Word) -> Word:
    """The word without the points on the way where nothing was hit."""
    if len(word.places) == 2:
        return word
    first, *between, last = word.places
    return word._replace(places=(first, *(p for p in between if p in word.hits), last))


def words_text(words: Sequence[Word]) -> str:
    """The text of words as given; no word is a dance.

    >>> words_text([Word((13, 7, 5), frozenset({7})), Word((8, 4), times=2)])
    '13/7*/5 8/4(2)'
    """
    return " ".join(map(_word_text, words)) or DANCE_TEXT


def _word_text(word: Word) -> str:
    names = [PLACE_TEXTS[place] + "*" * (place in word.hits) for place in word.places]
    text = "/".join(names)
    return f"{text}({word.times})" if word.times > 1 else text


def place_text(place: int) -> str:
    """'bar', 'off' or the point's number."""
    return PLACE_TEXTS[place] if OFF <= place <= BAR else str(place)


def read_words(text: str) -> list[Word]:
    """Read the words of a turn in any accepted notation; an empty list is a dance.

    >>> read_words("4-2: 8/4, 6 / 4")
    [Word(places=(8, 4), hits=frozenset(), times=1), Word(places=(6, 4), hits=frozenset(), times=1)]
    >>> read_words("6/1, Ø")
    [Word(places=(6, 1), hits=frozenset(), times=1)]

    Raises:
        NotationError: the message names the part that could not be read.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"expected a turn, got {len(text):,} characters (for example '8/5 6/5')"
        )
    plain = _ROLL_IN_FRONT.sub("", text.strip().casefold())
    if plain in _DANCES or not plain:
        if not text.strip():
            raise NotationError(
                "expected a turn, got nothing (for example '8/5 6/5' or '(no move)')"
            )
        return []
    plain = _GLUE.sub(lambda match: match[0].strip(), _DANCE_BEHIND.sub("", plain))
    parts = [part for part in re.split(r"[,;\s]+", plain) if part]
    if not parts:
        raise NotationError(f"expected a turn, got {text!r} (for example '8/5 6/5')")
    return [_read_word(part, text) for part in parts]


def _read_word(part: str, text: str) -> Word:
    match = _WORD.fullmatch(part)
    if match is None:
        raise NotationError(
            f"expected origin/target, got {part!r} in {text!r} (for example '13/7*' or 'bar/22')"
        )
    places: list[int] = []
    hits: set[int] = set()
    for name in match["places"].split("/"):
        place = _read_place(name.removesuffix("*"), part)
        places.append(place)
        if name.endswith("*"):
            hits.add(place)
    # In '8/5(2)*' the star follows the count.
    if part.endswith("*"):
        hits.add(places[-1])
    if any(later >= earlier for earlier, later in itertools.pairwise(places)):
        raise BackwardsError(
            f"expected a move from a larger number to a smaller one, got {part!r} in {text!r}"
        )
    count = int(match["count"] or 1)
    if not 1 <= count <= 24:
        raise NotationError(f"expected a count from 1 to 24, got {part!r} in {text!r}")
    return Word(tuple(places), frozenset(hits), count)


def _read_place(name: str, part: str) -> int:
    place = {"bar": BAR, "off": OFF}.get(name)
    place = int(name) if place is None else place
    if not OFF <= place <= BAR:
        raise NotationError(
            f"expected a point from 1 to 24, 'bar' or 'off', got {name!r} in {part!r}"
        )
    return place
