"""The links of a hash chain, of which the last one is enough: each is the hash of the one after it."""

import hashlib
from collections.abc import Sequence
from typing import Any

LinkTexts = Sequence[str | None]
"""Links of one player by throw, in hexadecimal; None was not revealed in time."""


def pack_links(links: LinkTexts) -> Any:
    """The last link, and which throws have one; all links where they are no chain.

    Its JSON is [last, '1101'], null for a player without a link, or {"all": [...]}.
    """
    last = next((link for link in reversed(links) if link is not None), None)
    if last is None:
        return None
    packed = [last, "".join("0" if link is None else "1" for link in links)]
    return packed if unpack_links(packed, len(links)) == list(links) else {"all": list(links)}


def unpack_links(packed: Any, count: int) -> list[str | None]:
    """The links of *count* throws."""
    if packed is None:
        return [None] * count
    if isinstance(packed, dict):
        return list(packed["all"])  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    last, shown = packed
    try:
        link = bytes.fromhex(last)
    except ValueError:
        return []  # no chain; `pack_links` keeps all of them
    found: list[str | None] = []
    # The links after the last one that was revealed are unknown.
    end = shown.rindex("1") + 1
    for shows in reversed(shown[:end]):
        found.append(link.hex() if shows == "1" else None)
        link = hashlib.sha256(link).digest()
    return [*reversed(found), *[None] * (len(shown) - end)]
