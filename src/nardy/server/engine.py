"""The kernel of a club: loaded beside it, since that takes a second, and used once it is there."""

import gc
import threading
from functools import cache

from nardy.kernel.behind import is_ready

_loaded = threading.Event()


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
    from nardy.server.quick_tree import try_out  # noqa: PLC0415 (imports Numba)

    try_out()
    # What is loaded stays: whoever collects garbage need not look at it again, which takes 0.1 s.
    gc.freeze()
    _loaded.set()
