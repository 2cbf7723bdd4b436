"""Challenges that passkeys sign: each is good once, for one purpose, and soon."""

import secrets
import time
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds: so long somebody may look for a finger."""
MOST = 10_000
SIZE = 32


class Challenges:
    """Kept in memory: after a restart one asks anew."""

    def __init__(self, hour: Callable[[], float] = time.monotonic) -> None:
        """Nothing is to be signed."""
        self._hour = hour
        self._open: dict[bytes, tuple[str, float]] = {}

    def ask(self, purpose: str) -> bytes:
        """A new one; who asks for many forgets the oldest."""
        while len(self._open) >= MOST:
            self._open.pop(next(iter(self._open)))
        challenge = secrets.token_bytes(SIZE)
        self._open[challenge] = (purpose, self._hour() + PATIENCE)
        return challenge

    def use(self, challenge: bytes, purpose: str) -> bool:
        """Whether it was asked for this purpose, not long ago, and is used for the first time."""
        asked, until = self._open.get(challenge, ("", 0.0))
        if asked != purpose:
            return False
        del self._open[challenge]
        return until > self._hour()
