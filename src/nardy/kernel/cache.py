"""The folder of compiled code, named so that it is never stale.

Numba notices a change in a function's own file, but not in a called function of another file; it would
then run old code. The folder is therefore named by a hash of all kernel sources and of the versions of
the compilers.
"""

import contextlib
import hashlib
import os
import platform
import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path

from nardy.kernel.native import SOURCES, compiled_sources

COMPLETE = "complete"
"""An empty file in a folder where everything is compiled."""
KEPT = 4
"""Folders of earlier sources to keep, so that two versions can alternate."""


def fingerprint() -> str:
    """A hash of everything that compiled code depends on."""
    digest = hashlib.sha256()
    for name in ("numba", "numpy", "llvmlite"):
        digest.update(f"{name} {version(name)}\n".encode())
    digest.update(f"{platform.python_implementation()} {platform.python_version()}\n".encode())
    # Bounds checks are compiled in; code with and without them must not be mixed.
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for source in [*compiled_sources(), SOURCES / "jit.py"]:
        # The zeros keep a name and the text after it apart.
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def home() -> Path:
    """The parent of the cache folders.

    NUMBA_CACHE_DIR comes first, then the user's cache folder, then a temporary folder if that
    cannot be written.
    """
    own = os.environ.get("NUMBA_CACHE_DIR")
    if own:
        return Path(own) / "nardy"
    usual = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    place = usual / "nardy" / "kernel"
    return place if _is_writable(place) else _temporary()


def folder() -> Path:
    """The folder for the code compiled from these sources."""
    return home() / fingerprint()


def is_complete() -> bool:
    """Whether everything was compiled from these sources, that is, `warm` has finished."""
    return (folder() / COMPLETE).exists()


def mark_complete() -> None:
    """Record that everything is compiled, for `is_complete`."""
    # Without the mark the next process only looks into the cache once more.
    with contextlib.suppress(OSError):
        (folder() / COMPLETE).touch()


def prune(keep: int = KEPT) -> None:
    """Remove the folders of earlier sources, except the latest few."""
    others = [place for place in home().glob("*") if place.is_dir() and place != folder()]
    others.sort(key=lambda place: place.stat().st_mtime, reverse=True)
    for place in others[keep:]:
        shutil.rmtree(place, ignore_errors=True)


def _is_writable(place: Path) -> bool:
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError:
        return False


def _temporary() -> Path:
    """A private temporary folder: code is loaded from it, so no other user may write there."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    place = Path(tempfile.gettempdir()) / f"nardy-kernel-{owner}"
    with contextlib.suppress(OSError):
        place.mkdir(mode=0o700)
    if place.is_dir() and not place.is_symlink():
        facts = place.stat()
        if facts.st_uid == owner and facts.st_mode & 0o077 == 0:
            return place
    return Path(tempfile.mkdtemp(prefix="nardy-kernel-"))
