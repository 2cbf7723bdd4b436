"""Where compiled code is kept: a folder that can never be stale.

Numba notices a change of the file of a function, but not of a function that it calls in
another file: it would go on with the old code and give wrong answers. So the folder is
named by a hash of all sources of the kernel and of the versions that compile them.
"""

import contextlib
import hashlib
import os
import platform
import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path

SOURCES = Path(__file__).parent
KEPT = 4
"""How many folders of earlier sources are kept, so that two versions can take turns."""


def fingerprint() -> str:
    """A hash of everything that compiled code depends on."""
    digest = hashlib.sha256()
    for name in ("numba", "numpy", "llvmlite"):
        digest.update(f"{name} {version(name)}\n".encode())
    digest.update(f"{platform.python_implementation()} {platform.python_version()}\n".encode())
    # Bounds are checked, or not, in code that is compiled: the two must not be mixed.
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for source in sorted(SOURCES.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def home() -> Path:
    """The folder that holds one folder for each fingerprint.

    The user's own NUMBA_CACHE_DIR comes first, then the cache folder of the user, then a
    temporary folder where neither can be written.
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
    """Whether everything was compiled from these sources: `warm` came to its end."""
    return _mark().exists()


def mark_complete() -> None:
    """Say that everything is compiled, for `is_complete`."""
    with contextlib.suppress(OSError):
        _mark().touch()


def _mark() -> Path:
    return folder() / "complete"


def prune(keep: int = KEPT) -> None:
    """Remove the folders of earlier sources, but for the latest few."""
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
    """A folder in the temporary one that nobody else can have filled: code is loaded from it."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    place = Path(tempfile.gettempdir()) / f"nardy-kernel-{owner}"
    with contextlib.suppress(OSError):
        place.mkdir(mode=0o700)
    if place.is_dir() and not place.is_symlink():
        facts = place.stat()
        if facts.st_uid == owner and facts.st_mode & 0o077 == 0:
            return place
    return Path(tempfile.mkdtemp(prefix="nardy-kernel-"))
