"""Registry of a fast engine for legal turns, which the rule book asks first.

Core depends on no engine. `import nardy` registers the compiled kernel if it is installed. With
NARDY_ENGINE=off, or after `clear`, the rule book answers alone. Both give the same content, order and
text.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from nardy.core.dice import DiceList
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.turn import Turn


class Engine(Protocol):
    """A faster implementation of some answers of the rule book."""

    def legal_turns(
        self, rules: Rules, position: Position, dice: DiceList, limit: int
    ) -> Mapping[Turn, Position] | None:
        """The result of `canonical.legal_turns`, in its order; None leaves it to the rule book."""
        ...


Load = Callable[[], Engine | None]
"""Returns the engine, or None where it cannot run."""


class _Offered:
    """The engine of this process."""

    def __init__(self) -> None:
        self.load: Load | None = None
        self.engine: Engine | None = None
        self.lock = threading.Lock()
        """Held while an engine is registered or loaded, so that threads load it once."""


_offered = _Offered()


def offer(load: Load) -> None:
    """Register an engine to load on first use, replacing any earlier one."""
    with _offered.lock:
        _offered.load, _offered.engine = load, None


def clear() -> None:
    """Use the rule book alone from now on."""
    with _offered.lock:
        _offered.load = _offered.engine = None


def current() -> Engine | None:
    """The engine, loaded on first use; None without one."""
    # Read without the lock first: this is on the hot path of every list of turns.
    if _offered.load is not None:
        with _offered.lock:
            load = _offered.load
            if load is not None:
                _offered.engine = load()
                _offered.load = None
    return _offered.engine
