"""Match equity tables as files, in GNU Backgammon's XML format.

The authors' notices stay at the top of each file in nardy/data/met.
"""

import math
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from nardy.data import table_files, unpacked
from nardy.errors import NardyError
from nardy.evaluation.cube.equity_table import Chances, EquityTable

MOST_BYTES = 1_000_000
MOST_LENGTH = 200
STANDARD = "Kazaross-XG2"
"""The table that most programs use for backgammon."""


PACKED = ".xml.bz2"


class EquityTableError(NardyError):
    """A match equity table that cannot be used."""


def published_names() -> list[str]:
    """Names of the tables that come with nardy.

    >>> STANDARD in published_names()
    True
    """
    return sorted(file.name.removesuffix(PACKED) for file in table_files())


@lru_cache(maxsize=16)
def published(name: str = STANDARD) -> EquityTable:
    """The table of this name that comes with nardy.

    >>> f"{published().chance(2, 3):.3f}"
    '0.599'

    Raises:
        EquityTableError: no table has this name.
    """
    for file in table_files():
        if file.name.removesuffix(PACKED).casefold() == name.casefold():
            return loads(unpacked(file).decode(), file.name).locked()
    known = ", ".join(published_names())
    raise EquityTableError(f"expected a match equity table ({known}), got {name!r:.40}")


def load(path: Path | str) -> EquityTable:
    """Read a table from a file.

    Raises:
        EquityTableError: the file cannot be read, or holds no match equity table.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise EquityTableError(f"expected at most {MOST_BYTES:,} bytes, got more in {path}")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "binary data"
        raise EquityTableError(
            f"expected a match equity table, got {reason} for {path}; a table is an XML file"
        ) from None
    return loads(text, str(path))


def loads(text: str, where: str = "the text") -> EquityTable:
    """Read a table from the text of a file.

    Raises:
        EquityTableError: not XML, not one explicit table, not square, or a number is no chance.
    """
    root = _parsed(text, where)
    before = _before(root, where)
    trailing = _numbers(_only(root, "post-crawford-table", where), where)
    if trailing.shape[0] != 1 or trailing.shape[1] < len(before) - 1:
        raise EquityTableError(
            f"expected one row of {len(before)} chances after the Crawford game, got "
            f"{trailing.shape[0]} of {trailing.shape[1]} in {where}"
        )
    name = (root.findtext("info/name") or where).strip()
    return EquityTable.of(name, before, _of_length(trailing[0], len(before)))


def _parsed(text: str, where: str) -> ET.Element:
    # Custom XML entities may expand without limit; no table needs one.
    if len(text) > MOST_BYTES or "<!ENTITY" in text:
        raise EquityTableError(f"expected a plain XML file of a table, got another in {where}")
    try:
        root = ET.fromstring(text)  # noqa: S314 (entities are refused above)
    except ET.ParseError as error:
        raise EquityTableError(
            f"expected the XML of a match equity table, got {error} in {where}"
        ) from None
    if root.tag != "met":
        raise EquityTableError(f"expected <met> at the top, got <{root.tag:.40}> in {where}")
    return root


def _only(root: ET.Element, tag: str, where: str) -> ET.Element:
    found = root.findall(tag)
    if len(found) != 1 or found[0].get("type") != "explicit":
        kinds = ", ".join(str(table.get("type")) for table in found) or "none"
        raise EquityTableError(
            f"expected one explicit <{tag}> for both players, got {kinds:.60} in {where}"
        )
    return found[0]


def _before(root: ET.Element, where: str) -> Chances:
    before = _numbers(_only(root, "pre-crawford-table", where), where)
    if before.shape[0] != before.shape[1] or not 1 <= len(before) <= MOST_LENGTH:
        raise EquityTableError(
            f"expected as many rows as columns, 1 to {MOST_LENGTH}, got {before.shape[0]} of "
            f"{before.shape[1]} in {where}"
        )
    # Printed tables are rounded, so both players' chances add up to 1 only roughly; one table has a
    # misprint.
    if np.abs(before + before.T - 1).max() > 0.01:
        raise EquityTableError(
            f"expected both players' chances to add up to 1, got others in {where}"
        )
    # The mean of both readings gives chances that add up to 1 exactly.
    return (before + 1 - before.T) / 2


def _numbers(table: ET.Element, where: str) -> Chances:
    rows = [
        [_chance(cell.text, where) for cell in row.findall("me")] for row in table.findall("row")
    ]
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise EquityTableError(f"expected rows of one length in <{table.tag}>, got {where}")
    return np.array(rows)


def _chance(text: str | None, where: str) -> float:
    try:
        chance = float(text or "")
    except ValueError:
        chance = math.nan
    if not 0 <= chance <= 1:
        raise EquityTableError(f"expected a chance from 0 to 1, got {text!r:.40} in {where}")
    return chance


def _of_length(trailing: Chances, length: int) -> Chances:
    """The post-Crawford row at full length; some files leave out the last score."""
    return (
        np.append(trailing, trailing[-1:] / 2)[:length]
        if len(trailing) < length
        else trailing[:length]
    )
