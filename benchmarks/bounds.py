"""Figures as lines, each beside its bound; a script ends with status 1 if one is missed."""

import sys
from collections.abc import Iterable
from typing import NoReturn


class Bounds:
    """The figures of a benchmark, and the bounds that they miss."""

    def __init__(self) -> None:
        self.is_missed = False

    def tell(self, what: str, figure: float, unit: str = "s", *, most: float | None = None) -> None:
        """Print a figure, and whether it is at most so much, either way."""
        told = f"{what:52} {figure:9.2f} {unit}"
        if most is not None:
            is_missed = not abs(figure) <= most
            told += f"  (at most {most:g}){'  MISSED' if is_missed else ''}"
            self.is_missed |= is_missed
        print(told, flush=True)

    def require_none(self, faults: Iterable[str], otherwise: str) -> None:
        """Print faults, one a line, or what is true where there is none."""
        found = list(faults)
        print("\n".join(found) or otherwise, flush=True)
        self.is_missed |= bool(found)

    def leave(self) -> NoReturn:
        """End the program."""
        sys.exit(self.is_missed)
