"""Bit packing of GNU Backgammon: the lowest bit of each byte first, six bits to a character."""

import string
from collections.abc import Sequence

from nardy.errors import NotationError

_CHARACTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"


def bits_of(text: str, characters: int, count: int, name: str) -> list[int]:
    """The first *count* bits of an id with this many characters; padding must be zero.

    Raises:
        NotationError: another length, an invalid character, or nonzero padding.
    """
    if len(text) != characters:
        hint = "; it may have been cut short" if len(text) < characters else ""
        raise NotationError(
            f"expected a {name} of {characters} characters, got {len(text)}: {text[:40]!r}{hint}"
        )
    for character in text:
        if character not in _CHARACTERS:
            raise NotationError(
                f"expected letters, digits, '+' and '/' in a {name}, got {character!r} in {text!r}"
            )
    sixes = [_CHARACTERS.index(character) for character in text]
    stream = [six >> bit & 1 for six in sixes for bit in range(5, -1, -1)]
    if any(stream[count:]):
        raise NotationError(
            f"expected zeros to fill the last character of a {name}, got {text[-1]!r} in {text!r}"
        )
    # Within a byte the characters have the highest bit first, the key the lowest.
    return [bit for at in range(0, count, 8) for bit in reversed(stream[at : at + 8])]


def id_text(bits: Sequence[int], count: int) -> str:
    """The id of bits, padded with zeros to *count* and then to whole characters."""
    filled = [*bits, *[0] * (count - len(bits))]
    stream = [bit for at in range(0, count, 8) for bit in reversed(filled[at : at + 8])]
    stream += [0] * (-count % 6)
    return "".join(
        _CHARACTERS[int("".join(map(str, stream[at : at + 6])), 2)]
        for at in range(0, len(stream), 6)
    )
