"""How fast passwords may be guessed, without whoever guesses shutting out the owner.

From one address few attempts at a name are enough, and these are counted for the two together: wrong
passwords sent from elsewhere cost the owner nothing. Who has many addresses is slowed by what a name may
be tried from all of them. That bound does not hold where its owner has been signed in, by address or by the
cookie of the browser. Once it is reached, strangers are not refused but have three attempts for each block
of addresses, and one more every eight hours: so no attacker shuts the owner out, wherever they come from,
and one with a thousand blocks has three thousand guesses a day. Addresses are kept in memory, as all that
is counted is.
"""

from collections import OrderedDict

from nardy.server.errors import BesiegedError, TooOftenError
from nardy.server.names import key_of
from nardy.server.rate_limits import Limits, block_of

MOST_KNOWN = 10_000
"""Of names with addresses that are remembered, those seen last."""


class LoginThrottle:
    """Counts attempts to sign in."""

    def __init__(self, limits: Limits) -> None:
        """Nobody has been seen yet."""
        self._limits = limits
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def count(self, name: str, address: str, *, is_known: bool = False) -> None:
        """One more for a name; *is_known* is a browser in which its owner has signed in.

        Raises:
            TooOftenError: it is one too many.
        """
        name = key_of(name)
        # First what is counted of one address: what is refused there is no attempt at the name.
        self._limits.take("sign-in", person=f"{name} from {address}", address=address)
        if is_known or (name, address) in self._known:
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
        """One more recovery code for a name: nobody guesses one, so an address is slow enough.

        Raises:
            TooOftenError: it is one too many.
        """
        self._limits.take("sign-in", person=f"{key_of(name)} from {address}", address=address)

    def know(self, name: str, address: str) -> None:
        """Whoever has this name is signed in there."""
        place = (key_of(name), address)
        self._known[place] = None
        self._known.move_to_end(place)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
