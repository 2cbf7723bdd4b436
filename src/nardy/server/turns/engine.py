"""The state of the kernel in the server: it loads in the background, since that takes seconds.

The states in order:

1. Not available (`is_available` is False): Numba is not installed, and the rule book always
   answers.
2. Being compiled (`is_ready` is False): another process fills the cache (kernel/behind.py).
3. Ready (`is_ready`): compiled. The first `is_loaded` after that calls `loading`, which starts a
   thread.
4. Loaded (`is_loaded`): graphs of moves come from the kernel; before, from the rule book.

Networks are awake (`is_awake`) once the kernel is ready and the thread of `wake` has loaded them.
Without a call of `wake` they are awake as soon as the kernel is ready.
"""

import gc
import threading
import time
from collections.abc import Callable
from functools import cache

from nardy.kernel import is_available
from nardy.kernel.behind import is_ready

LOOK = 0.5
"""Seconds between two checks whether the kernel is compiled."""
_loaded = threading.Event()
_waking = threading.Event()


def is_awake() -> bool:
    """Whether networks are ready: compiled, and loaded if `wake` was called."""
    return is_ready() and not _waking.is_set()


def wake(load: Callable[[], object]) -> threading.Thread | None:
    """Call *load* in a thread once the kernel is compiled; None if there is no kernel.

    Until *load* returns `is_awake` is false. Requests are then refused and do not wait for seconds.
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
    """Whether the kernel is loaded; starts to load it if it is compiled."""
    if not _loaded.is_set() and is_ready():
        loading()
    return _loaded.is_set()


@cache
def loading() -> threading.Thread:
    """The thread that loads the kernel, started once a process."""
    thread = threading.Thread(target=_load, name="kernel", daemon=True)
    thread.start()
    return thread


def _load() -> None:
    from nardy.server.turns.fast_move_graph import warm_up_graph  # noqa: PLC0415 (imports Numba)

    warm_up_graph()
    # Loaded modules stay for ever; scanning them takes the garbage collector 0.1 s.
    gc.freeze()
    _loaded.set()
