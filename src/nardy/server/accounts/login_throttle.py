"""Login throttle: limits password guessing without locking out the owner.

Attempts are limited per pair of name and address, so that wrong passwords sent from elsewhere cost the
owner nothing. An attacker with many addresses is slowed by a limit per name. It does not apply to browsers
and addresses in which the owner has signed in before. Beyond that limit, strangers still have three
attempts for each block of addresses, and one more every eight hours: an attacker cannot lock the owner out,
and one with a thousand blocks has three thousand guesses a day. All of this is kept in memory.
"""

from nardy.server.errors import BesiegedError, TooOftenError
from nardy.server.lru_cache import Recent
from nardy.server.names import key_of
from nardy.server.rate_limits import Limits, block_of

MOST_KNOWN = 10_000
"""Most pairs of name and address remembered, by last use."""


class LoginThrottle:
    """Counts sign-in attempts."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: Recent[tuple[str, str], bool] = Recent(MOST_KNOWN)

    def count(self, name: str, address: str, *, is_known: bool = False) -> None:
        """Count an attempt; *is_known*: the owner has signed in with this browser before.

        Raises:
            TooOftenError: too many attempts.
        """
        name = key_of(name)
        # The address first: an attempt refused there must not count against the name.
        self._limits.take("sign-in", person=f"{name} from {address}", address=address)
        if is_known or self._known.get((name, address)):
            return
        try:
            self._limits.take("sign-in to", person=name)
        except TooOftenError:
            self._count_besieged(name, address)

    def _count_besieged(self, name: str, address: str) -> None:
        try:
            self._limits.take("sign-in besieged", person=f"{name} from {block_of(address)}")
        except TooOftenError as error:
            raise BesiegedError(error.seconds) from error

    def count_code(self, name: str, address: str) -> None:
        """Count an attempt with a recovery code, per address only: codes are too long to guess.

        Raises:
            TooOftenError: too many attempts.
        """
        self._limits.take("sign-in", person=f"{key_of(name)} from {address}", address=address)

    def know(self, name: str, address: str) -> None:
        """Remember that the owner of this name has signed in from this address."""
        self._known[key_of(name), address] = True
