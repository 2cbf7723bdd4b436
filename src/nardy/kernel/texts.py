"""Checkers as text, and certain moves, for the JSON lines of all final positions."""

import numpy as np
from numpy.typing import NDArray

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.jit import entry, inlined
from nardy.kernel.layout import Bytes, Flags, Ints, Pins
from nardy.kernel.side import sides_of

Letters = NDArray[np.uint8]

LONGEST = 200
"""Upper bound of the letters of one side: 25 groups such as '24:127,'."""
ZERO, COLON, COMMA, PINNED = (ord(letter) for letter in "0:,p")
BAR_LETTERS = tuple(b"bar")
OFF_LETTERS = tuple(b"off")


@entry
def write_sides(boards: Bytes, pins: Pins, letters: Letters, ends: Ints) -> None:
    """Write both sides of every position, one after the other, as core/text.side_text does.

    `letters` uint8[2 * n * LONGEST] takes ASCII, `ends` int64[2 * n + 1] where each side ends;
    the first is 0.
    """
    where = number(0)
    ends[0] = 0
    for k in range(boards.shape[0]):
        for side in range(2):
            begun = where
            where = put_places(letters, where, boards[k, side], number(pins[k, side]))
            if where == begun:
                for letter in OFF_LETTERS:
                    where = put(letters, where, number(letter))
                where = put(letters, where, number(COLON))
                where = put_number(letters, where, number(boards[k, side, at.OFF]))
            ends[2 * k + side + 1] = where


@inlined
def put_places(letters: Letters, where: int, counts: Bytes, mask: int) -> int:
    """Write the checkers of one side from the bar down; `mask` has the pinned ones."""
    begun = where
    for place in range(at.BAR, at.OFF, -1):
        count = number(counts[place])
        if count == 0:
            continue
        if where > begun:
            where = put(letters, where, number(COMMA))
        if place == at.BAR:
            for letter in BAR_LETTERS:
                where = put(letters, where, number(letter))
        else:
            where = put_number(letters, where, place)
        where = put(letters, where, number(COLON))
        if mask >> place & 1:
            where = put(letters, where, number(PINNED))
        else:
            where = put_number(letters, where, count)
    return where


@inlined
def put(letters: Letters, where: int, letter: int) -> int:
    """Write a letter; return the next index."""
    letters[where] = letter
    return where + 1


@inlined
def put_number(letters: Letters, where: int, value: int) -> int:
    """Write a number of up to three digits; return the next index."""
    if value >= 100:
        where = put(letters, where, ZERO + value // 100)
    if value >= 10:
        where = put(letters, where, ZERO + value // 10 % 10)
    return put(letters, where, ZERO + value % 10)


@entry
def surely_move(rules: Ints, boards: Bytes, pins: Pins, can: Flags) -> None:
    """Fill bool[n]: whether the opponent, who rolls next, can certainly move a checker.

    Blocks, pins and the bar are checked; bearing off and other laws are not. So True is certain in
    games without laws on the head and on formations, and False never means that no move exists.
    """
    for k in range(can.shape[0]):
        them, _ = sides_of(rules, boards, pins, k, number(at.OPPONENT))
        held = them.held if them.bar == 0 else 1 << at.BAR
        found = 0
        for die in range(1, 7):
            found |= (held >> die) & them.free
        can[k] = found != 0
