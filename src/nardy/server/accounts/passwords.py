"""Passwords and the codes for who forgets one: slow hashes, made beside the event loop."""

import asyncio
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from nardy.server.errors import WeakPasswordError

LEAST, MOST = 8, 200
FIRST_TRIED = ("password", "passwort", "qwerty", "asdf", "йцукен", "пароль", "letmein", "admin")
"""How the passwords begin that are tried before all others; and those of digits alone."""
SIDE_BY_SIDE = 2
"""How many hashes are made at a time: each takes a core and 19 MiB for a moment."""
CODES = 8
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of recovery codes: nothing that looks like something else."""

# The least that OWASP advises for argon2id: on two cores people should not wait for each other.
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_nobodys = _hasher.hash(secrets.token_hex())


class Passwords:
    """Hashes and checks, a few at a time."""

    def __init__(self) -> None:
        """Nothing is being hashed."""
        self._room = asyncio.Semaphore(SIDE_BY_SIDE)

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        async with self._room:
            return await asyncio.to_thread(_hasher.hash, normal(password))

    async def is_right(self, password: str, kept: str | None) -> bool:
        """Whether it is the one; nobody's takes as long, so that nothing is told by the time."""
        async with self._room:
            return await asyncio.to_thread(_is_right, normal(password), kept)


def needs_new_hash(kept: str) -> bool:
    """Whether a hash was made with other settings than today's."""
    return _hasher.check_needs_rehash(kept)


def _is_right(password: str, kept: str | None) -> bool:
    try:
        return _hasher.verify(kept or _nobodys, password) and bool(kept)
    except (VerificationError, InvalidHashError):
        return False


def normal(password: str) -> str:
    """The same password, however a keyboard wrote its letters."""
    return unicodedata.normalize("NFKC", password)


def require_good(password: str, name: str) -> None:
    """Refuse what anybody would guess.

    Raises:
        WeakPasswordError: it is too short, too long, a few letters again and again, digits, or the name.
    """
    if not LEAST <= len(password) <= MOST:
        raise WeakPasswordError(
            f"expected a password of {LEAST} to {MOST} letters, got {len(password)}; "
            "three words that have nothing to do with each other are good"
        )
    written = normal(password).casefold()
    is_first_tried = written.startswith(FIRST_TRIED) or written.isdigit()
    if len(set(written)) <= LEAST // 2 or is_first_tried or written == name.casefold():
        raise WeakPasswordError(
            "expected a password that nobody guesses; "
            "three words that have nothing to do with each other are good"
        )


def new_codes() -> list[str]:
    """Codes that each let somebody in once who has forgotten the password.

    >>> {len(code) for code in new_codes()}
    {14}
    """
    return ["-".join(_letters(4) for _ in range(3)) for _ in range(CODES)]


def _letters(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def code_of(text: str) -> str:
    """A code as it was given, however it was typed."""
    letters = [letter for letter in normal(text).casefold() if letter in LETTERS]
    return "-".join("".join(letters[i : i + 4]) for i in range(0, len(letters), 4))
