"""What the club refuses, told in every language: by its law, or by a code.

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
    """A refusal of the club itself, by its code."""

    def __init__(self, code: str, message: str) -> None:
        """Remember the code beside the sentence."""
        super().__init__(message)
        self.code = code


class StaleError(NardyError):
    """An act for a moment that has passed."""


class NotHereError(NardyError):
    """An act of somebody who does not sit in this room."""


class StoreError(NardyError):
    """A database that cannot be used, or that is full, locked or read-only."""


class TooOftenError(NardyError):
    """Too much in too short a time; *seconds* is when to try again."""

    def __init__(self, what: str, seconds: int) -> None:
        """Remember the time beside the sentence."""
        super().__init__(f"expected {what} less often; try again in {seconds} s")
        self.seconds = seconds


class BesiegedError(TooOftenError):
    """A name that many guess at is tried too often from one neighborhood."""

    def __init__(self, seconds: int) -> None:
        """Name the ways that stay open."""
        super().__init__("attempts to sign in", seconds)
        told = "expected fewer attempts to sign in from here, since many guess at this password"
        ways = "a browser in which you have signed in before, a passkey or a recovery code"
        self.args = (f"{told}; use {ways}",)


class UnfitNameError(NardyError):
    """A name that is empty, too long, or cannot be seen."""


class NameTakenError(NardyError):
    """A name that somebody with an account has."""


class ClosedAccountError(NardyError):
    """An account that may not come in."""


class UnprovenError(NardyError):
    """Somebody without a password whose browser was signed in long ago."""


class WeakPasswordError(NardyError):
    """A password that anybody would guess."""


class CredentialsError(NardyError):
    """A name with a password or a code that do not belong together."""


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
    ClosedAccountError: "account-closed",
    UnprovenError: "proof",
    UnknownGameError: "no-game",
    RulesError: "option",
    NotationError: "notation",
}
"""The nearest class of an error tells its code."""


def code_of(error: NardyError) -> str:
    """The id of the law that forbids it, or what else was the matter.

    >>> code_of(UnknownGameError("expected a game, got 'chess'"))
    'no-game'
    """
    if isinstance(error, IllegalError):
        return error.law
    if isinstance(error, RefusedError):
        return error.code
    return next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), "message")


def says(error: NardyError) -> dict[str, str]:
    """The refusal by language: what is special here stands in the English one.

    >>> says(UnknownGameError("expected a game, got 'chess'"))["ru"]
    'Клуб не знает такой игры; выберите игру из списка.'
    """
    code = code_of(error)
    if isinstance(error, IllegalError):
        return LAWS[code].words
    return {language: _said(error, code, language) for language in LANGUAGES}


def _said(error: NardyError, code: str, language: str) -> str:
    known = texts(language, "refusals")
    told = known.get(code) or known.get("message")
    return fill(language, told, vars(error)) if told else str(error)
