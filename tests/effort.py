"""How hard tests try: a little in `./check`, more in `./check all`, for hours in `./check flood`."""

import functools
import inspect
import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Value = TypeVar("Value")
Test = Callable[..., None]
CHECK = os.environ.get("NARDY_CHECK", "quick")
THOROUGH = CHECK != "quick"
PATIENCE = 3 if THOROUGH else 1
"""By how much waits may take longer than usual: more tests run side by side than there are cores."""


def tries(quick: int, thorough: int, flood: int) -> int:
    """How many examples, by what was asked for."""
    return {"quick": quick, "all": thorough, "flood": flood}[CHECK]


def some(values: Iterable[Value], quick: int) -> list[Value]:
    """All of these; in the quick suite only so many of them, spread evenly."""
    found = list(values)
    return found if THOROUGH else found[:: max(1, -(-len(found) // quick))]


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`; in the quick suite a single test, which names each case that fails.

    Thousands of cheap tests cost more time around them than in them.
    """
    if THOROUGH:
        return pytest.mark.parametrize(names, cases)
    wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    tried = [case if len(wanted) > 1 else (case,) for case in cases]

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def all_of_them(*args: Any, **fixtures: Any) -> None:
            failures: list[Exception] = []
            for case in tried:
                given = dict(zip(wanted, case, strict=True))
                try:
                    test(*args, **given, **fixtures)
                except Exception as error:  # noqa: BLE001 (told below)
                    error.add_note(f"with {given}")
                    failures.append(error)
            if len(failures) > 1:
                message = f"{len(failures)} of {len(tried)} cases fail"
                raise ExceptionGroup(message, failures)
            if failures:
                raise failures[0]

        signature = inspect.signature(test)
        kept = [one for one in signature.parameters.values() if one.name not in wanted]
        all_of_them.__signature__ = signature.replace(parameters=kept)
        return all_of_them

    return decorate
