"""Pending logins: each is valid once, in the same browser, for a short time."""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from nardy.server.errors import RefusedError
from nardy.server.lru_cache import Recent

LOGIN_SECONDS = 600.0
"""Seconds to complete a login."""
MOST = 10_000
"""Most pending logins; one more drops the oldest.

Anybody may begin a login, so memory needs a limit. The oldest one is the nearest to its expiry.
"""


@dataclass(frozen=True, kw_only=True)
class LoginRequest:
    """A login that was begun."""

    provider: str
    back: str
    """The redirect URI of this club."""
    guest: str = ""
    """The guest id of the account to which it adds the provider; '' to sign in."""
    take: bool = False
    """Move the games of the present guest to the account."""
    nonce: str = field(default_factory=secrets.token_urlsafe, repr=False)
    # 64 letters; RFC 7636, 4.1, asks for 43 to 128.
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48), repr=False)
    """The PKCE code verifier."""


@dataclass(frozen=True, slots=True)
class _Sent:
    login: LoginRequest
    browser: str
    until: float


class PendingLogins:
    """Kept in memory; after a restart, logins must be started again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._sent: Recent[str, _Sent] = Recent(MOST)

    def register(self, login: LoginRequest) -> tuple[str, str]:
        """Register a login; returns the `state` parameter and the token for the browser's cookie."""
        state, browser = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self._sent[state] = _Sent(login, _hashed(browser), self._clock() + LOGIN_SECONDS)
        return state, browser

    def fetch(self, provider: str, state: str, browser: str | None) -> LoginRequest:
        """Take a pending login.

        Raises:
            RefusedError: unknown state, another provider or browser, or expired.
        """
        sent = self._sent.get(state)
        if sent is not None and secrets.compare_digest(sent.browser, _hashed(browser or "")):
            self._sent.evict(state)  # another browser must not use up the login
            if sent.login.provider == provider and sent.until > self._clock():
                return sent.login
        message = "this sign-in was not started in this browser, or has expired; start again"
        raise RefusedError("outside-state", message)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
