"""How hard tests try: a little in `./check`, more in `./check all`, for hours in `./check flood`."""

import os
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")
CHECK = os.environ.get("NARDY_CHECK", "quick")
THOROUGH = CHECK != "quick"


def tries(quick: int, thorough: int, flood: int) -> int:
    """How many examples, by what was asked for."""
    return {"quick": quick, "all": thorough, "flood": flood}[CHECK]


def some(values: Iterable[Value], quick: int) -> list[Value]:
    """All of these; in the quick suite only so many of them, spread evenly."""
    found = list(values)
    return found if THOROUGH else found[:: max(1, -(-len(found) // quick))]
