"""Errors of the club and their codes.

In English an error has its own sentence; locale/*/refusals.json has one for each code.
"""

from collections.abc import Mapping

from nardy.core.laws import LAWS
from nardy.errors import (
    AmbiguousTurn,
    IllegalError,
    NardyError,
    NotationError,
    RulesError,
    UnknownGameError,
)
from nardy.translations import LANGUAGES, fill, texts


class RefusedError(NardyError):
    """A request that the club refuses; *code* is a key of locale/*/refusals.json."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class StaleError(NardyError):
    """An action for an older state of the game."""


class NotHereError(NardyError):
    """An action by somebody without a seat in this room."""


class StoreError(NardyError):
    """The database cannot be used, or is full, locked or read-only."""


class MovedError(StoreError):
    """Another process of the club owns the room by now; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("expected a game of this process, got one that has just moved; try again")


class DamagedLogError(StoreError):
    """The stored log of a room cannot be read whole; nothing may be added to what is left of it."""

    def __init__(self, room: str, found: str) -> None:
        super().__init__(
            f"expected the whole log of room {room}, got {found}: the database is damaged; restore a backup"
        )

    @classmethod
    def of_packed(cls, room: str, error: StoreError) -> "DamagedLogError":
        """The error for a packed log, which may lie in a file that is away."""
        found = cls(room, "")
        found.args = (f"the log of room {room} cannot be read: {error}",)
        return found


class TooOftenError(NardyError):
    """A rate limit was exceeded; try again after *seconds*."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(f"expected fewer {what}; try again in {seconds} s")
        self.seconds = seconds


class BesiegedError(TooOftenError):
    """An account under a distributed password attack gets too many attempts from one network block."""

    def __init__(self, seconds: int) -> None:
        super().__init__("attempts to sign in", seconds)
        expected = (
            "expected fewer attempts to sign in from here, since this account is under attack"
        )
        ways = "a browser in which you have signed in before, a passkey or a recovery code"
        # Instead of the sentence of TooOftenError, which only advises to wait; `seconds` stay.
        self.args = (f"{expected}; use {ways}",)


class UnfitNameError(NardyError):
    """A name is empty or too long, or has no visible letters."""


class NameTakenError(NardyError):
    """A name belongs to another account."""


class ClosedAccountError(NardyError):
    """The club's admins closed an account."""


class UnprovenError(NardyError):
    """A sensitive change needs a recent login, and this account has no password to ask for."""


class WeakPasswordError(NardyError):
    """A password is too easy to guess."""


class CredentialsError(NardyError):
    """A name does not match its password or recovery code."""


class SessionEndedError(CredentialsError):
    """The session of the request has ended, or the password was changed after it was checked."""


CODES: Mapping[type[NardyError], str] = {
    StaleError: "stale",
    NotHereError: "not-here",
    StoreError: "store",
    AmbiguousTurn: "ambiguous",
    BesiegedError: "sign-in-besieged",
    TooOftenError: "too-often",
    UnfitNameError: "name",
    NameTakenError: "name-taken",
    WeakPasswordError: "password",
    CredentialsError: "credentials",
    SessionEndedError: "session-ended",
    ClosedAccountError: "account-closed",
    UnprovenError: "proof",
    UnknownGameError: "no-game",
    RulesError: "option",
    NotationError: "notation",
}
"""Codes by class; a subclass without an entry has the code of its nearest base."""


def code_of(error: NardyError) -> str:
    """The id of the broken law, or the code of the refusal.

    >>> code_of(UnknownGameError("expected a game, got 'chess'"))
    'no-game'
    """
    if isinstance(error, IllegalError):
        return error.law
    if isinstance(error, RefusedError):
        return error.code
    return next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), "message")


def says(error: NardyError) -> dict[str, str]:
    """The sentence of a refusal by language; only the English one names the details.

    >>> says(UnknownGameError("expected a game, got 'chess'"))["ru"]
    'Клуб не знает такой игры; выберите игру из списка.'
    """
    code = code_of(error)
    if isinstance(error, IllegalError):
        return dict(error.words or LAWS[code].words)
    return {language: _said(error, code, language) for language in LANGUAGES}


def _said(error: NardyError, code: str, language: str) -> str:
    known = texts(language, "refusals")
    sentence = known.get(code) or known.get("message")
    return fill(language, sentence, vars(error)) if sentence else str(error)
