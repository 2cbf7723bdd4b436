"""How fast passwords may be guessed, without whoever guesses shutting out the owner.

From one address few attempts at a name are enough, and these are counted for the two together: wrong
passwords sent from elsewhere cost the owner nothing. Who has many addresses is slowed by what a name may
be tried from all of them, but for those where its owner has been signed in: there the owner comes in
however many guess. Where that was is kept in memory, as all that is counted is.
"""

from collections import OrderedDict

from nardy.server.limits import Limits
from nardy.server.names import key_of

MOST_KNOWN = 10_000
"""Of names with addresses that are remembered, those seen last."""


class Attempts:
    """Counts attempts to sign in."""

    def __init__(self, limits: Limits) -> None:
        """Nobody has been seen yet."""
        self._limits = limits
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def count(self, name: str, address: str) -> None:
        """One more for a name.

        Raises:
            TooOftenError: it is one too many.
        """
        name = key_of(name)
        # First what is counted of one address: what is refused there is no attempt at the name.
        self._limits.take("sign-in", person=f"{name} from {address}", address=address)
        if (name, address) not in self._known:
            self._limits.take("sign-in to", person=name)

    def know(self, name: str, address: str) -> None:
        """Whoever has this name is signed in there."""
        place = (key_of(name), address)
        self._known[place] = None
        self._known.move_to_end(place)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
