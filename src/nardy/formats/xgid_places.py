"""The first part of an XGID: 26 places, with letters for each side's checkers.

Place 0 is the top player's bar, 1 to 24 are the bottom player's points, 25 is the bottom player's bar.
"""

from nardy.core.position import BAR, OFF, PLACES, Counts
from nardy.errors import NotationError

_EMPTY = "-"
_WHITE = "ABCDEFGHIJKLMNOP"
_BLACK = _WHITE.lower()


def read_places(text: str) -> tuple[Counts, Counts]:
    """White's and Black's checkers, each in the owner's numbering.

    Raises:
        NotationError: not 26 places, an invalid letter, or a checker on the other player's bar.
    """
    if len(text) != PLACES:
        raise NotationError(
            f"expected 26 places in an XGID, both bars and 24 points, got {len(text)}: {text!r}"
        )
    white, black = [0] * PLACES, [0] * PLACES
    for place, letter in enumerate(text):
        if letter in _WHITE:
            white[place] = _WHITE.index(letter) + 1
        elif letter in _BLACK:
            black[BAR - place] = _BLACK.index(letter) + 1
        elif letter != _EMPTY:
            raise NotationError(
                "expected '-', 'A' to 'P' or 'a' to 'p' for each place of an XGID, "
                f"got {letter!r} at place {place} of {text!r}"
            )
    for owner, counts, place in (("bottom", white, 0), ("top", black, BAR)):
        if counts[OFF]:
            raise NotationError(
                f"expected the other player's bar at place {place} of an XGID, "
                f"got the {owner} player's checkers, {text[place]!r}"
            )
    return tuple(white), tuple(black)


def places_text(white: Counts, black: Counts) -> str:
    """The 26 letters, with at most 16 checkers on a place.

    >>> places_text(*read_places("-b----E-C---eE---c-e----B-"))
    '-b----E-C---eE---c-e----B-'
    """
    return "".join(
        _letter(white[place] * (place > 0), black[BAR - place] * (place < BAR))
        for place in range(PLACES)
    )


def _letter(white: int, black: int) -> str:
    if white:
        return _WHITE[white - 1]
    return _BLACK[black - 1] if black else _EMPTY
