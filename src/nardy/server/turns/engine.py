"""The kernel of a club: loaded beside it, since that takes seconds, and used once it is there."""

import gc
import threading
import time
from collections.abc import Callable
from functools import cache

from nardy.kernel import is_available
from nardy.kernel.behind import is_ready

LOOK = 0.5
"""Seconds between two looks whether everything is compiled."""
_loaded = threading.Event()
_waking = threading.Event()


def is_awake() -> bool:
    """Whether networks think at once: compiled, and loaded too where `wake` was told to see to it."""
    return is_ready() and not _waking.is_set()


def wake(load: Callable[[], object]) -> threading.Thread | None:
    """As soon as the kernel is compiled let *load* try it out, beside everything else.

    Until that is done networks sleep, so that nobody waits seconds for the first thought without being
    told. None where there is no kernel.
    """
    if not is_available():
        return None
    _waking.set()
    thread = threading.Thread(target=_wake, args=(load,), name="waking", daemon=True)
    thread.start()
    return thread


def _wake(load: Callable[[], object]) -> None:
    while not is_ready():
        time.sleep(LOOK)
    try:
        load()
    finally:
        _waking.clear()


def is_loaded() -> bool:
    """Whether the kernel answers at once; where it is ready but not loaded, that begins now."""
    if not _loaded.is_set() and is_ready():
        loading()
    return _loaded.is_set()


@cache
def loading() -> threading.Thread:
    """The thread that loads the kernel, once a process."""
    thread = threading.Thread(target=_load, name="kernel", daemon=True)
    thread.start()
    return thread


def _load() -> None:
    from nardy.server.turns.fast_move_graph import try_out  # noqa: PLC0415 (imports Numba)

    try_out()
    # What is loaded stays: whoever collects garbage need not look at it again, which takes 0.1 s.
    gc.freeze()
    _loaded.set()
