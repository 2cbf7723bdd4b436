"""Run the reader of .xg files as a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

from nardy.errors import NotationError
from nardy.formats.xg import extract
from nardy.formats.xg.extract import MOST_BYTES, Json

_WAY_OUT = "do open it in eXtreme Gammon and export it as .mat"


def extracted(data: bytes) -> Json:
    """The match and records of a file.

    Raises:
        NotationError: damaged, or it takes more time or memory than an .xg file needs.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(
            f"expected an .xg file of at most {MOST_BYTES:,} bytes, got more; {_WAY_OUT}"
        )
    # Isolated from the user's packages and environment.
    command = [sys.executable, "-I", "-S", str(Path(extract.__file__))]
    try:
        done = subprocess.run(  # noqa: S603 (our own program)
            command, input=data, capture_output=True, timeout=2 * extract.MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotationError(f"{_too_much('time')}; {_WAY_OUT}") from None
    if done.returncode:
        raise NotationError(f"{_too_much('time or memory')}; {_WAY_OUT}")
    return checked(json.loads(done.stdout))


def checked(found: Json) -> Json:
    """What the process found.

    Raises:
        NotationError: it found damage.
    """
    if "error" in found:
        raise NotationError(f"expected an .xg file: {found['error']}; {_WAY_OUT}")
    return found


def _too_much(what: str) -> str:
    return f"expected an .xg file, got one that takes more {what} than a match needs"
