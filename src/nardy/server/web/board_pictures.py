"""Pictures of boards for links: painted one at a time, each in a process of its own, and kept for a while."""

import asyncio
import base64
import importlib.util
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import nardy
from nardy.server.errors import RefusedError
from nardy.server.lru_cache import Recent
from nardy.server.web import board_painter

MOST_KEPT = 200
"""Pictures in memory: some tens of kilobytes each, and an animation some hundreds."""
MOST_WAITING = 20
MOST_SECONDS = 60
SIZE = (1200, 630)
"""Pixels of the picture of a link, as messengers show it."""
END_SIZE = (640, 512)
"""Pixels of the animation of a game's end."""
_FOLDER = str(Path(nardy.__file__).parents[1])


def is_paintable() -> bool:
    """Whether the libraries are here that turn an SVG into a PNG."""
    return all(importlib.util.find_spec(name) for name in ("resvg_py", "PIL"))


@dataclass(frozen=True, slots=True)
class WantedPicture:
    """What to paint: one position, or several for an animation."""

    positions: tuple[str, ...]
    """As position text."""
    size: tuple[int, int]
    """Pixels."""
    logo: bytes = b""
    """A PNG for the margin beside the board."""


class BoardPictures:
    """Pictures of positions, painted on demand."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "board-pictures")
        self._kept: Recent[WantedPicture, bytes] = Recent(MOST_KEPT)
        self._waiting = 0

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def kept(self, wanted: WantedPicture) -> bytes | None:
        """The picture, if it was painted before."""
        return self._kept.get(wanted)

    async def paint(self, wanted: WantedPicture) -> bytes:
        """The picture of one position, or the animation of several.

        Raises:
            RefusedError: `busy`, or the libraries are missing.
        """
        if (known := self.kept(wanted)) is not None:
            return known
        if not is_paintable():
            reason = "expected the libraries for pictures, got none on the club's machine"
            raise RefusedError("busy", f"{reason}; the club's operator can install nardy[server]")
        if self._waiting >= MOST_WAITING:
            raise RefusedError("busy", "expected fewer pictures at once; ask again in a minute")
        self._waiting += 1
        try:
            found = await asyncio.wrap_future(self._thread.submit(_painted, wanted))
        finally:
            self._waiting -= 1
        self._kept[wanted] = found
        return found


def _painted(wanted: WantedPicture) -> bytes:
    # Isolated from the user's environment.
    command = [sys.executable, "-I", board_painter.__file__, _FOLDER]
    width, height = wanted.size
    logo = base64.b64encode(wanted.logo).decode()
    asked = {"positions": wanted.positions, "width": width, "height": height, "logo": logo}
    try:
        done = subprocess.run(  # noqa: S603 (our own program)
            command,
            input=json.dumps(asked).encode(),
            capture_output=True,
            timeout=MOST_SECONDS,
            check=True,
        )
    except (subprocess.SubprocessError, OSError):
        raise RefusedError("busy", "the picture could not be painted; ask again later") from None
    return done.stdout
