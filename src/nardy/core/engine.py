"""The place of a fast engine: whoever has one offers it, and the rule book asks it first.

Core knows no engine. `import nardy` offers the compiled kernel where it is installed; with
NARDY_ENGINE=off, or after `clear`, the rule book answers alone. Both ways say the same, in
content, order and text.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from nardy.core.dice import DiceList
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.turn import Turn


class Engine(Protocol):
    """A faster way to the answers of the rule book."""

    def legal_turns(
        self, rules: Rules, position: Position, dice: DiceList, limit: int
    ) -> Mapping[Turn, Position] | None:
        """What `canonical.legal_turns` returns, in its order; None where the rule book must answer."""
        ...


Load = Callable[[], Engine | None]
"""Gives the engine, or None while it is not ready; it is asked again the next time."""


class _Offered:
    """The one engine of this process, as there is one rule book."""

    def __init__(self) -> None:
        self.load: Load | None = None
        self.engine: Engine | None = None


_offered = _Offered()


def offer(load: Load) -> None:
    """Have an engine loaded when it is first needed, in the place of any offered before."""
    _offered.load, _offered.engine = load, None


def clear() -> None:
    """Answer by the rule book alone from now on."""
    _offered.load = _offered.engine = None


def current() -> Engine | None:
    """The engine, loaded if it was not; None where there is none, or none that is ready."""
    if _offered.engine is None and _offered.load is not None:
        _offered.engine = _offered.load()
    return _offered.engine
