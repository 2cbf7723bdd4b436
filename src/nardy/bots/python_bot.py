"""A custom bot: a Python class with the two methods of `Bot`, loaded from a file or module."""

import importlib
import importlib.util
import inspect
import sys
import traceback
import weakref
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar
from uuid import uuid4

from nardy.bots.bot import Bot, PositionBot, final_of
from nardy.bots.turns import Moves
from nardy.bots.ubgi.external import is_legal_act
from nardy.bots.ubgi.process import ExternalBotError
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.errors import NardyError

PREFIX = "python:"
SUFFIX = ".py"
EXAMPLE = "python:my_bot.py:MyBot"
Answer = TypeVar("Answer")


class PythonBot(PositionBot):
    """Plays by a custom class; an illegal answer or an exception of it is an ExternalBotError."""

    def __init__(self, place: str, seed: int | None = None) -> None:
        """Load FILE.py:NAME or MODULE:NAME; the class gets the seed if it takes one.

        Raises:
            ExternalBotError: the file, module or class is missing, or fails.
        """
        self.place = place
        self.name = f"{PREFIX}{place}"
        self._bot = self._made(seed)

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The final position of its turn, and the moves to it."""
        try:
            return final_of(self._bot, situation)
        except NardyError as error:
            raise ExternalBotError(f"expected a legal turn from {self.name}: {error}") from error
        except Exception as error:
            raise self._failed(error) from error

    def choose_act(self, situation: Situation) -> str:
        act = self._guarded(lambda: self._bot.choose_act(situation))
        if not is_legal_act(situation, act):
            raise ExternalBotError(f"expected a legal act from {self.name}, got {act!r:.60}")
        return act

    def _made(self, seed: int | None) -> Bot:
        where, _, name = self.place.rpartition(":")
        if not where or not name:
            raise ExternalBotError(
                f"expected a file or module and a class, got {self.place!r:.200} "
                f"(for example {EXAMPLE!r})"
            )
        module = self._guarded(lambda: _module(where))
        if where.endswith(SUFFIX):
            # Each bot has a module of its own, which goes with it: an arena makes many bots.
            weakref.finalize(self, sys.modules.pop, module.__name__, None)
        made = getattr(module, name, None)
        if made is None:
            raise ExternalBotError(f"expected {name!r} in {where}, and it is not there")
        bot = self._guarded(lambda: _instance(made, seed))
        for method in ("choose_turn", "choose_act"):
            if not callable(getattr(bot, method, None)):
                raise ExternalBotError(
                    f"expected a bot with choose_turn and choose_act, got {self.place!r:.200} "
                    f"without {method}; see docs/guide/writing-a-bot.md"
                )
        return bot

    def _guarded(self, call: Callable[[], Answer]) -> Answer:
        try:
            return call()
        except NardyError:
            raise
        # Custom code may raise anything; the report names the place.
        except Exception as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> ExternalBotError:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return ExternalBotError(
            f"{self.name} failed: {type(error).__name__}: {error} "
            f"({Path(last.filename).name}, line {last.lineno})"
        )


def _module(where: str) -> ModuleType:
    if not where.endswith(SUFFIX):
        return importlib.import_module(where)
    path = Path(where)
    if not path.is_file():
        raise ExternalBotError(f"expected a Python file, and {where!r} is not there")
    # Not the name of the file alone, which a module of Python may have.
    name = f"{path.stem}_{uuid4().hex}"
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise ExternalBotError(f"expected a Python file, got {where!r}")
    module = importlib.util.module_from_spec(found)
    # `dataclass` and `typing` look up the module of a class there.
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except BaseException:  # also Ctrl-C and sys.exit: no half-made module stays
        sys.modules.pop(name, None)
        raise
    return module


def _instance(made: Any, seed: int | None) -> Any:
    """Call a class or factory; return a finished bot as it is.

    A class without a parameter `seed` is called without one: a bot that uses no chance needs none.
    """
    if not callable(made):
        return made
    takes_seed = "seed" in inspect.signature(made).parameters
    return made(seed=seed) if takes_seed else made()
