"""Compile the kernel in a background process.

Compiling takes some 20 seconds, once for each version. A program that must answer at once calls
`warm_behind`. Until that process has filled the cache `is_ready` is False and the rule book answers.
"""

import subprocess
import sys

from nardy.kernel import cache, is_available, native

# A list, so that functions can change it without `global`.
_waited_for: list[subprocess.Popen[bytes]] = []


def warm_behind() -> bool:
    """Start to compile in a low-priority process; False if there is nothing to compile.

    The process outlives this one, so its work is not lost.
    """
    if native.library() or not is_available() or cache.is_complete() or _waited_for:
        return False
    _waited_for.append(
        subprocess.Popen(
            [sys.executable, "-m", "nardy.kernel.warm", "--behind"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # An interrupt from the terminal reaches the whole session, and this process must
            # survive it.
            start_new_session=True,
        )
    )
    return True


def is_ready() -> bool:
    """Whether the kernel answers at once: installed, and not being compiled in the background."""
    if _waited_for and _waited_for[0].poll() is not None:
        # The process has ended; even if it failed, there is nothing to wait for.
        _waited_for.clear()
    return is_available() and not _waited_for


def warm_now() -> None:
    """Compile now what is missing, with a message: for commands that need the kernel."""
    if native.library() or cache.is_complete():
        return
    from nardy.kernel import warm  # noqa: PLC0415 (imports Numba)

    warm.main()
