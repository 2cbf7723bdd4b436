"""Who was sent to a provider and is expected back: each once, in the same browser, and soon."""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from nardy.server.errors import RefusedError

PATIENCE = 600.0
"""Seconds: so long one may take to sign in elsewhere."""
MOST = 10_000
"""Pending logins kept at most; one more drops the oldest."""


@dataclass(frozen=True, kw_only=True)
class LoginRequest:
    """What somebody was sent for."""

    provider: str
    back: str
    """Our address, to which the provider sends people."""
    kind: Literal["enter", "link"] = "enter"
    guest: str = ""
    """Of a link: whose account it is."""
    take: bool = False
    """The games of the guest who comes in are to go along."""
    nonce: str = field(default_factory=secrets.token_urlsafe, repr=False)
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48), repr=False)
    """What PKCE proves that we are who asked."""


@dataclass(frozen=True, slots=True)
class _Sent:
    login: LoginRequest
    browser: str
    until: float


class PendingLogins:
    """Kept in memory: after a restart one begins anew."""

    def __init__(self, hour: Callable[[], float] = time.monotonic) -> None:
        """Nobody was sent anywhere."""
        self._hour = hour
        self._sent: dict[str, _Sent] = {}

    def send(self, login: LoginRequest) -> tuple[str, str]:
        """The state that goes to the provider and back, and the token that the browser keeps."""
        state, browser, hour = secrets.token_urlsafe(32), secrets.token_urlsafe(32), self._hour()
        if len(self._sent) >= MOST:
            self._sent = {key: one for key, one in self._sent.items() if one.until > hour}
        while len(self._sent) >= MOST:
            self._sent.pop(next(iter(self._sent)))
        self._sent[state] = _Sent(login, _hashed(browser), hour + PATIENCE)
        return state, browser

    def fetch(self, provider: str, state: str, browser: str | None) -> LoginRequest:
        """The errand of who comes back, which is done with it.

        Raises:
            RefusedError: nobody was sent with it, to somebody else, in another browser, or long ago.
        """
        sent = self._sent.get(state)
        # Who has not been sent himself must not spoil the errand of who was.
        is_his = sent is not None and secrets.compare_digest(sent.browser, _hashed(browser or ""))
        if sent is not None and is_his:
            del self._sent[state]
        if sent is None or not is_his or sent.login.provider != provider:
            raise _unknown()
        if sent.until <= self._hour():
            raise _unknown()
        return sent.login


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _unknown() -> RefusedError:
    told = "expected somebody who was sent from this browser to sign in elsewhere; begin anew"
    return RefusedError("outside-state", told)
