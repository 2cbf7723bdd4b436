"""The logo of a club: from its admins' page, else from its settings, encoded anew before anybody sees it."""

import asyncio
import base64
import hashlib
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from nardy.server.club import logo_encoder
from nardy.server.club.logo_encoder import MOST_BYTES, MOST_PIXELS
from nardy.server.errors import RefusedError
from nardy.server.store import about
from nardy.server.store.database.writer import Connection, Writer

KEY = "logo"
"""Its name in the table `about`, where it is in base64."""
MOST_SECONDS = 30
ADDRESS = "/api/club/logo.png"


@dataclass(frozen=True, slots=True)
class Logo:
    """A PNG that nardy has encoded."""

    content: bytes
    tag: str
    """Changes with it."""

    @property
    def address(self) -> str:
        return f"{ADDRESS}?{self.tag}"


class ClubLogo:
    """Reads and keeps the logo."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._by_settings: Logo | None = None
        self.now: Logo | None = None
        """What everybody sees; None: the usual one."""
        self._encoding = asyncio.Lock()
        self.on_change: Callable[[], None] = lambda: None
        """Called when the admins' page has changed it."""

    async def open(self, by_settings: bytes) -> None:
        """Read what the admins' page has kept; it wins over the picture of the settings.

        Raises:
            RefusedError: the picture of the settings cannot be read.
        """
        self._by_settings = _logo(await encoded_anew(by_settings)) if by_settings else None
        await self.read_again()

    async def read_again(self) -> None:
        """Read the logo of an admins' page, perhaps that of another process."""
        text = await self._store.read(lambda c: about.get(c, KEY))
        self.now = _logo(base64.b64decode(text)) if text else self._by_settings

    async def write(
        self, content: bytes, also: Callable[[Connection], object] = lambda _: None
    ) -> None:
        """Keep a picture of the admins' page; b'' is that of the settings. *also* is part of the transaction.

        Raises:
            RefusedError: it is no PNG or WebP, or too large.
        """
        async with self._encoding:
            kept = await encoded_anew(content) if content else b""
            text = base64.b64encode(kept).decode()
            await self._store.run(lambda c: (about.put(c, KEY, text), also(c)))
            self.now = _logo(kept) if kept else self._by_settings
            self.on_change()


def _logo(content: bytes) -> Logo:
    return Logo(content, hashlib.sha256(content).hexdigest()[:16])


async def encoded_anew(content: bytes) -> bytes:
    """A picture of a stranger as a PNG of its pixels alone, decoded in a process of its own.

    Raises:
        RefusedError: it is no PNG or WebP, or too large; or the library is missing.
    """
    if importlib.util.find_spec("PIL") is None:
        reason = "expected the libraries for pictures, got none on the club's machine"
        raise RefusedError("busy", f"{reason}; the club's operator can install nardy[server]")
    return await asyncio.to_thread(_encoded, content)


def _encoded(content: bytes) -> bytes:
    command = [sys.executable, "-I", logo_encoder.__file__]
    try:
        done = subprocess.run(  # noqa: S603 (our own program)
            command, input=content, capture_output=True, timeout=MOST_SECONDS, check=True
        )
    except (subprocess.SubprocessError, OSError):
        raise _refused("one that takes more time or memory than a logo needs") from None
    found: dict[str, str] = json.loads(done.stdout)
    if "error" in found:
        raise _refused(found["error"])
    return base64.b64decode(found["png"])


def _refused(got: str) -> RefusedError:
    most = f"at most {MOST_BYTES // 1000} kB and {MOST_PIXELS} pixels a side"
    return RefusedError("club-logo", f"expected a PNG or WebP of {most}, got {got}; save it anew")
