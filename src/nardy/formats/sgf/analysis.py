"""The analysis that GNU Backgammon writes to SGF: turns compared, cube actions, luck and comments.

`A[n][letters E ver 3 ...]` lists turns with five chances, the equity and how they were found; n is the
one played. `DA[E ver 3 ...]` has chances, cubeless and cubeful equity without and with a double; in a match
match-winning chances stand in place of the cubeful equity. `LU[...]` is equity in matches too.
Results of rollouts are read by their chances and equity alone. Source: GNU Backgammon (sgf.c, analysis.c).
"""

import math
import re
from collections.abc import Sequence

from nardy.core.player import Player
from nardy.core.words import read_words
from nardy.errors import NotationError
from nardy.formats.notes import CHANCES, Choice, Note
from nardy.formats.sgf.points import move_letters, read_moves
from nardy.formats.sgf.tree import SgfNode, escaped, plain

NO_DOUBLE, DOUBLE_TAKE = "no double", "double, take"
ROLLOUT = "rollout"
_TURN_METHOD, _CUBE_METHOD = "0C 0 1 0.000000 1", "0C 1 0.000000 1"
"""Written where the program's own words are missing: no look-ahead, with the cube."""
# A turn without moves has no letters, and nothing stands before its E or R.
_TURN = re.compile(r"((?:[a-z]{2}){0,4})\s*E\s+ver\s+\d+\s+(.*)", re.DOTALL)
_ROLLED_TURN = re.compile(r"((?:[a-z]{2}){0,4})\s*[RX](?=\s)")
_SCORE, _OUTPUT = re.compile(r"\bScore\s+(\S+)"), re.compile(r"\bOutput\s+")
_CUBE = re.compile(r"E\s+ver\s+\d+\s+(\S+ \S+ \S+ \S+)\s+(.*)", re.DOTALL)
_WORD = re.compile(r"\d{1,9}C?(?:\.\d{1,9})?", re.ASCII)
_CUBE_NUMBERS = CHANCES + 2


def note_of(node: SgfNode, player: Player, *, is_match: bool = False) -> Note | None:
    """What a node says beyond its act."""
    listed = [*map(plain, node.values.get("A", ()))]
    choices = [_choice(text, player) for text in listed[1:]]
    read = [choice for choice in choices if choice]
    note = Note(
        comment=node.first("C").strip(),
        luck=_number(node.first("LU")),
        choices=tuple(read),
        played=_index(listed[0], choices) if listed else None,
        cube=_cube(node.first("DA"), is_match=is_match),
    )
    return note or None


def _index(text: str, choices: Sequence[Choice | None]) -> int | None:
    """The index of the turn played among those that could be read."""
    if not re.fullmatch(r"\s*\d{1,5}\s*", text, re.ASCII) or int(text) >= len(choices):
        return None
    at = int(text)
    return None if choices[at] is None else sum(choice is not None for choice in choices[:at])


def _choice(text: str, player: Player) -> Choice | None:
    text = text.strip()
    found, rolled = _TURN.fullmatch(text), None
    if found is None:
        rolled = _ROLLED_TURN.match(text)
        words = _rolled_words(text, rolled.end()) if rolled else []
    else:
        words = found[2].split()
    numbers = [_number(word) for word in words[: CHANCES + 1]]
    if len(numbers) <= CHANCES or None in numbers:
        return None
    *chances, equity = (number or 0.0 for number in numbers)
    turn = read_moves((found or rolled or [""] * 2)[1], player)
    method = ROLLOUT if rolled else " ".join(words[CHANCES + 1 :])
    return Choice(act=turn, chances=tuple(chances), equity=equity, method=method)


def _rolled_words(text: str, begin: int) -> list[str]:
    """The chances and the equity of a rollout; words apart, or a hostile text takes its square."""
    score = _SCORE.search(text, begin)
    output = _OUTPUT.search(text, score.end()) if score else None
    return [*text[output.end() :].split()[:CHANCES], score[1]] if score and output else []


def _cube(text: str, *, is_match: bool) -> tuple[Choice, ...]:
    found = _CUBE.fullmatch(text.strip())
    numbers = [_number(word) for word in found[2].split()] if found else []
    if found is None or len(numbers) < 2 * _CUBE_NUMBERS or None in numbers:
        return ()
    values = [number or 0.0 for number in numbers]
    return tuple(
        Choice(
            act=act,
            chances=tuple(values[begin : begin + CHANCES]),
            cubeless=values[begin + CHANCES],
            equity=values[begin + CHANCES + 1],
            method=found[1],
            is_match_chance=is_match,
        )
        for act, begin in ((NO_DOUBLE, 0), (DOUBLE_TAKE, _CUBE_NUMBERS))
    )


def _number(text: str) -> float | None:
    """A finite number; GNU Backgammon writes -inf for what it did not compute."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def properties_of(note: Note, player: Player, *, is_match: bool = False) -> str:
    """The properties of a note."""
    parts: list[str] = []
    if len(note.cube) == 2 and not has_other_unit(note, is_match=is_match):
        parts.append(f"DA[E ver 3 {_method(note.cube[0], _CUBE_METHOD)} {_values(note.cube)}]")
    parts += _turns(note, player)
    if note.luck is not None:
        parts.append(f"LU[{note.luck:+.5f}]")
    if note.comment:
        parts.append(f"C[{escaped(note.comment)}]")
    return "".join(parts)


def _values(cube: Sequence[Choice]) -> str:
    return " ".join(
        f"{value:.6f}"
        for choice in cube
        for value in (*choice.chances, choice.cubeless or 0.0, choice.equity)
    )


def _turns(note: Note, player: Player) -> list[str]:
    """The list of turns; those by rollout, whose settings are not kept, are left out."""
    written = [
        (index, text)
        for index, choice in enumerate(note.choices)
        if choice.method != ROLLOUT and (text := _turn(choice, player)) is not None
    ]
    indices = [index for index, _ in written]
    if note.played not in indices:
        return []
    return [f"A[{indices.index(note.played)}]", *(text for _, text in written)]


def _turn(choice: Choice, player: Player) -> str | None:
    try:
        words = read_words(choice.act) if choice.act else []
    except NotationError:
        return None
    pairs = [
        pair
        for word in words
        for _ in range(word.times)
        for pair in zip(word.places, word.places[1:], strict=False)
    ]
    if len(pairs) > 4:
        return None
    numbers = " ".join(f"{number:.6f}" for number in (*choice.chances, choice.equity))
    return (
        f"[{move_letters(tuple(pairs), player)} E ver 3 {numbers} {_method(choice, _TURN_METHOD)}]"
    )


def _method(choice: Choice, usual: str) -> str:
    """How a choice was computed, in the words of GNU Backgammon; others would not be read there."""
    words = choice.method.split(" ")
    is_alike = len(words) == len(usual.split()) and all(map(_WORD.fullmatch, words))
    return choice.method if is_alike else usual


def has_other_unit(note: Note, *, is_match: bool) -> bool:
    """Whether the values of the cube have another unit than GNU Backgammon's, and are not written."""
    # Only both values together have a place in SGF.
    return len(note.cube) == 2 and any(
        choice.is_match_chance is not is_match for choice in note.cube
    )


def lost_in(note: Note) -> bool:
    """Whether SGF cannot hold a part of this note."""
    return any(choice.method == ROLLOUT for choice in note.choices)


def is_shortened(note: Note) -> bool:
    """Whether compared turns are not written, besides results of rollouts."""
    evaluated = [choice for choice in note.choices if choice.method != ROLLOUT]
    # A list of turns begins with the index of the one played.
    return len(evaluated) > len(_turns(note, Player.WHITE)[1:])
