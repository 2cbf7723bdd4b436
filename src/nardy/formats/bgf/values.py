"""Values of the JSON in a .bgf file, whatever stands there."""

import math
from typing import Any, cast

Json = dict[str, Any]
_NONE = -900
"""BGBlitz writes -999 for what it did not compute."""


def listed(value: object) -> list[Any]:
    """A list; an empty one in place of anything else."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def mapped(value: object) -> Json:
    """An object; an empty one in place of anything else."""
    return cast("Json", value) if isinstance(value, dict) else {}


def objects(value: object) -> list[Json]:
    """The objects of a list."""
    return [cast("Json", one) for one in listed(value) if isinstance(one, dict)]


def text_of(found: Json, name: str) -> str:
    """A text in one line; empty in place of anything else."""
    value = found.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""


def whole_of(found: Json, name: str) -> int:
    """A whole number; 0 in place of anything else."""
    value = found.get(name)
    return value if type(value) is int else 0


def number_of(found: Json, name: str) -> float | None:
    """A number, which BGBlitz writes as a text; None in place of anything else.

    >>> number_of({"emg": "0.25", "equity": "-999.00000000"}, "emg")
    0.25
    """
    value = found.get(name)
    try:
        number = float(value) if isinstance(value, str | int | float) else math.nan
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and number > _NONE else None
