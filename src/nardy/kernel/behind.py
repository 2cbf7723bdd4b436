"""Compile the kernel behind a game, so that nobody waits for it.

Compiling takes some 20 seconds, once for each version. A program that must answer at once calls
`warm_behind`; until the other process has filled the cache `is_ready` says no, and the rule
book answers instead.
"""

import subprocess
import sys

from nardy.kernel import cache, is_available

_waited_for: list[subprocess.Popen[bytes]] = []


def warm_behind() -> bool:
    """Begin to compile in a process of low priority; False where there is nothing to compile.

    The process outlives this one: what it has compiled is there the next time.
    """
    if not is_available() or cache.is_complete() or _waited_for:
        return False
    _waited_for.append(
        subprocess.Popen(
            [sys.executable, "-m", "nardy.kernel.warm", "--behind"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    )
    return True


def is_ready() -> bool:
    """Whether the kernel answers at once: it is installed, and nobody is compiling it for us."""
    if _waited_for and _waited_for[0].poll() is not None:
        # Whether it went well or not, there is no more to wait for.
        _waited_for.clear()
    return is_available() and not _waited_for


def warm_now() -> None:
    """Compile at once what is not compiled, and say so: for commands that cannot begin without."""
    if cache.is_complete():
        return
    from nardy.kernel import warm  # noqa: PLC0415 (imports Numba)

    warm.main()
