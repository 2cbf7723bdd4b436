"""The position id: 80 bits; for each place of each side one bit for each checker and a zero."""

from nardy.core.position import BAR, Counts
from nardy.errors import NotationError
from nardy.formats.gnubg.bits import bits_of, id_text

CHARACTERS = 14
_BITS = 80
_MOST = 15


def read_position_id(text: str) -> tuple[Counts, Counts]:
    """Decode the checkers of the player not on roll and of the player on roll, in own numbering.

    Raises:
        NotationError: not 14 characters, an impossible board, or more than 15 checkers.
    """
    bits = bits_of(text, CHARACTERS, _BITS, "position id")
    first, rest = _read_side(bits, text)
    second, rest = _read_side(rest, text)
    if any(rest):
        raise NotationError(
            f"expected zeros after both sides in the position id {text!r}, got ones"
        )
    return first, second


def _read_side(bits: list[int], text: str) -> tuple[Counts, list[int]]:
    """One side, from its 1-point up to the bar, and the remaining bits."""
    counts, at = [0] * (BAR + 1), 0
    for place in range(1, BAR + 1):
        while at < len(bits) and bits[at]:
            counts[place] += 1
            at += 1
        at += 1
    if at > len(bits) or sum(counts) > _MOST:
        raise NotationError(
            f"expected at most {_MOST} checkers a side on 25 places in the position id {text!r}, "
            "got more"
        )
    return tuple(counts), bits[at:]


def position_id(not_on_roll: Counts, on_roll: Counts) -> str:
    """Encode a position id as 14 characters.

    >>> position_id(*read_position_id("4HPwATDgc/ABMA"))
    '4HPwATDgc/ABMA'
    """
    bits: list[int] = []
    for counts in (not_on_roll, on_roll):
        for place in range(1, BAR + 1):
            bits += [1] * counts[place] + [0]
    return id_text(bits, _BITS)
