"""Passwords and recovery codes; slow hashes are computed outside the event loop."""

import asyncio
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from nardy.server.errors import WeakPasswordError

LEAST, MOST = 8, 200
FIRST_TRIED = ("password", "passwort", "qwerty", "asdf", "йцукен", "пароль", "letmein", "admin")
"""Beginnings of the passwords that attackers try first; digits alone are refused too."""
SIDE_BY_SIDE = 2
"""Hashes computed at a time: each takes a core and 19 MiB for a moment."""
CODES = 8
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters of recovery codes: none that looks like another."""

# OWASP's minimum for argon2id, so that logins on a two-core machine do not wait long.
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_nobodys = _hasher.hash(secrets.token_hex())


class Passwords:
    """Hashes and verifies, a few at a time."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(SIDE_BY_SIDE)

    async def hash(self, password: str) -> str:
        """The hash to store."""
        async with self._room:
            return await asyncio.to_thread(_hasher.hash, normal(password))

    async def is_right(self, password: str, kept: str | None) -> bool:
        """Whether the password is right. Without a hash it takes as long, so that timing reveals no names."""
        async with self._room:
            return await asyncio.to_thread(_is_right, normal(password), kept)


def needs_new_hash(kept: str) -> bool:
    """Whether a hash was made with outdated parameters."""
    return _hasher.check_needs_rehash(kept)


def _is_right(password: str, kept: str | None) -> bool:
    try:
        return _hasher.verify(kept or _nobodys, password) and bool(kept)
    except (VerificationError, InvalidHashError):
        return False


def normal(password: str) -> str:
    """Unicode NFKC, so that a password is the same from every keyboard."""
    return unicodedata.normalize("NFKC", password)


def require_good(password: str, name: str) -> None:
    """Refuse weak passwords.

    Raises:
        WeakPasswordError: too short or too long, few different letters, digits only, or the name.
    """
    if not LEAST <= len(password) <= MOST:
        raise WeakPasswordError(
            f"expected a password of {LEAST} to {MOST} characters, got {len(password)}; "
            "use three unrelated words"
        )
    written = normal(password).casefold()
    is_first_tried = written.startswith(FIRST_TRIED) or written.isdigit()
    if len(set(written)) <= LEAST // 2 or is_first_tried or written == name.casefold():
        raise WeakPasswordError(
            "expected a password that is hard to guess; use three unrelated words"
        )


def new_codes() -> list[str]:
    """New recovery codes, each for one use.

    >>> {len(code) for code in new_codes()}
    {14}
    """
    # 12 of 31 letters are 59 random bits: more than anyone can try.
    return [_grouped([secrets.choice(LETTERS) for _ in range(12)]) for _ in range(CODES)]


def code_of(text: str) -> str:
    """Normalize a typed recovery code."""
    return _grouped([letter for letter in normal(text).casefold() if letter in LETTERS])


def _grouped(letters: list[str]) -> str:
    return "-".join("".join(letters[i : i + 4]) for i in range(0, len(letters), 4))
