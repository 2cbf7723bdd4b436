"""How often is enough: each person and each address has so much at once, and more with time."""

import ipaddress
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nardy.server.errors import TooOftenError
from nardy.server.timestamps import monotonic

MOST_KEPT = 10_000
"""Of people and addresses that are remembered before those who owe nothing are forgotten."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more after so many seconds each."""

    most: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limit:
    """What one person may do, and what all people of one address may."""

    what: str
    person: Rate | None
    address: Rate | None


# A school or a club sits behind one address: what an address may do is enough for all of it.
LIMITS = {
    "ask": Limit("requests", None, Rate(400, 0.05)),
    "visit": Limit("new guests", None, Rate(100, 5)),
    "connect": Limit("connections", None, Rate(300, 0.2)),
    "make": Limit("new games", Rate(40, 3), Rate(400, 0.5)),
    "name": Limit("new names", Rate(10, 6), Rate(100, 1)),
    "picture": Limit("new pictures", Rate(20, 3), Rate(200, 0.5)),
    "sign-up": Limit("new accounts", Rate(10, 60), Rate(50, 30)),
    # By a name from one address; and to it from all where its owner has not been: see server/accounts/login_throttle.py.
    "sign-in": Limit("attempts to sign in", Rate(10, 30), Rate(20, 10)),
    "sign-in to": Limit("attempts to sign in", Rate(100, 3), None),
    # Where a name is tried from very many addresses, by a stranger's block of addresses: see server/accounts/login_throttle.py.
    "sign-in besieged": Limit("attempts to sign in", Rate(3, 8 * 3600), None),
    # In one browser, by who is signed in there and proves it once more.
    "prove": Limit("attempts to sign in", Rate(10, 30), Rate(20, 10)),
    # Ratings are counted anew as if one person had played: nobody shall choose from many guests the lucky.
    "take": Limit("guests taken along", Rate(3, 7 * 24 * 3600), None),
    "outside": Limit("journeys elsewhere", None, Rate(40, 5)),
    "tournament": Limit("new tournaments", Rate(5, 300), Rate(30, 60)),
    "enter": Limit("entries", Rate(20, 6), Rate(400, 0.5)),
    "say": Limit("messages", Rate(200, 0.03), None),
    "chat": Limit("words", Rate(5, 2), Rate(100, 0.25)),
}


class Limits:
    """Who owes how much time; kept in memory, since a restart may forgive it."""

    def __init__(self, hour: Callable[[], float] = monotonic) -> None:
        """Nobody has asked for anything."""
        self._hour = hour
        # Of each the moment at which it owes nothing any more (the generic cell rate algorithm).
        self._free_at: dict[tuple[str, str], float] = {}
        self._most_kept = MOST_KEPT

    def __len__(self) -> int:
        """Of how many people and addresses something is remembered."""
        return len(self._free_at)

    def take(self, name: str, *, person: str = "", address: str = "") -> None:
        """Count one more; what is refused is not counted.

        Raises:
            TooOftenError: it is one too many.
        """
        hour, asked = self._hour(), list(_asked(name, person, address))
        wait = max((self._wait(key, rate, hour) for key, rate in asked), default=0.0)
        if wait > 0:
            raise TooOftenError(LIMITS[name].what, math.ceil(wait))
        for key, rate in asked:
            self._count(key, rate, hour)

    def pause(self, name: str, person: str) -> float:
        """Count one more, whatever it is; how many seconds whoever said it is to be kept waiting."""
        hour, wait = self._hour(), 0.0
        for key, rate in _asked(name, person, ""):
            wait = max(wait, self._wait(key, rate, hour))
            self._count(key, rate, hour)
        return wait

    def _wait(self, key: tuple[str, str], rate: Rate, hour: float) -> float:
        owed = max(self._free_at.get(key, hour), hour) - hour
        return owed - (rate.most - 1) * rate.seconds

    def _count(self, key: tuple[str, str], rate: Rate, hour: float) -> None:
        if len(self._free_at) >= self._most_kept:
            self._free_at = {who: free for who, free in self._free_at.items() if free > hour}
            self._most_kept = max(MOST_KEPT, 2 * len(self._free_at))
        self._free_at[key] = max(self._free_at.get(key, hour), hour) + rate.seconds


def _asked(name: str, person: str, address: str) -> Iterator[tuple[tuple[str, str], Rate]]:
    limit = LIMITS[name]
    if person and limit.person:
        yield (f"{name} by", person), limit.person
    if address and limit.address:
        yield (f"{name} from", address), limit.address


def block_of(network: str) -> str:
    """The neighborhood of an address, as one provider hands it out: of version 4 its /24, of 6 its /48.

    >>> block_of("192.0.2.7"), block_of("2001:db8:1:2::/64")
    ('192.0.2.0/24', '2001:db8:1::/48')
    """
    try:
        found = ipaddress.ip_network(network)
    except ValueError:
        return network
    return str(found.supernet(new_prefix=24 if found.version == 4 else 48))


def network_of(host: str) -> str:
    """An address as limits see it: of version 6 the network, which one household has whole.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
