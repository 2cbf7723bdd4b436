"""Rate limits per person and per address: a burst, then a steady rate."""

import ipaddress
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from nardy.server.errors import TooOftenError

MOST_KEPT = 10_000
"""Counters in memory before the idle ones are removed."""
WHOLE = 10
"""A burst up to this is allowed at every process: its requests may all come to one by chance."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A burst of *most*, then one every *seconds*."""

    most: int
    seconds: float

    def part_of(self, processes: int) -> "Rate":
        """The rate at each of several processes, among which a proxy spreads requests."""
        most = max(math.ceil(self.most / processes), min(self.most, WHOLE))
        return Rate(most, self.seconds * processes)


@dataclass(frozen=True, slots=True)
class Limit:
    """The rate of one person and of all people of one address; None is no limit."""

    what: str
    person: Rate | None
    address: Rate | None
    is_at_one: bool = False
    """Whether one process of the club sees all of them: the one that leads, or that of a page or room."""


# A whole school may share one address, so the rate of an address is enough for all of it.
LIMITS = {
    "ask": Limit("requests", None, Rate(400, 0.05)),
    "visit": Limit("new guests", None, Rate(100, 5)),
    "connect": Limit("connections", None, Rate(300, 0.2)),
    "make": Limit("new games", Rate(40, 3), Rate(400, 0.5)),
    "challenge": Limit("challenges", Rate(10, 20), Rate(200, 1)),
    "people": Limit("searches of players", None, Rate(60, 0.5)),
    "group": Limit("groups made or joined", Rate(40, 3), Rate(400, 0.5)),
    "name": Limit("new names", Rate(10, 6), Rate(100, 1)),
    "choice": Limit("changed choices", Rate(20, 3), Rate(200, 0.5)),
    "e-mail": Limit("e-mails", Rate(5, 3600), Rate(50, 300)),
    "e-mail to": Limit("e-mails", Rate(3, 24 * 3600), None),
    "picture": Limit("new pictures", Rate(20, 3), Rate(200, 0.5)),
    "sign-up": Limit("new accounts", Rate(10, 60), Rate(50, 30), is_at_one=True),
    # To one name from one address, then to it from all strangers: see server/accounts/login_throttle.py.
    "sign-in": Limit("attempts to sign in", Rate(10, 30), Rate(20, 10), is_at_one=True),
    "sign-in to": Limit("attempts to sign in", Rate(100, 3), None, is_at_one=True),
    # To a name under attack, from one block of addresses: see server/accounts/login_throttle.py.
    "sign-in besieged": Limit("attempts to sign in", Rate(3, 8 * 3600), None, is_at_one=True),
    # Confirmations of a password by somebody who is signed in.
    "prove": Limit("attempts to sign in", Rate(10, 30), Rate(20, 10), is_at_one=True),
    # A guest's rated games join the account's: nobody shall choose the luckiest of many guests.
    "take": Limit("guests merged into one account", Rate(3, 7 * 24 * 3600), None, is_at_one=True),
    # Each request may bring twenty games, which are replayed.
    "offline": Limit("requests that bring games along", Rate(60, 6), Rate(400, 1)),
    # Each is read in a process of its own, and its review takes a core for minutes, after all other work.
    "upload": Limit("uploaded matches", Rate(20, 600), Rate(200, 60)),
    "upload-review": Limit("reviews of uploaded matches", Rate(20, 600), Rate(200, 60)),
    "real-board": Limit("acts at real boards", None, Rate(300, 0.2)),
    # Each picture is painted in a process of its own, for half a second.
    "board-picture": Limit("pictures", None, Rate(60, 2)),
    # Each reads all of a person's games on one of a few threads.
    "export": Limit("exports of your data", Rate(3, 600), Rate(20, 60)),
    "preview": Limit("previews of links", None, Rate(100, 0.5)),
    "outside": Limit("sign-ins through other services", None, Rate(40, 5), is_at_one=True),
    # Each takes the thread of evaluations for some tenths of a second.
    "explain": Limit("explanations", Rate(60, 2), Rate(200, 0.5)),
    "opening": Limit("openings", Rate(100, 0.5), Rate(400, 0.1)),
    # Each takes a core for about a minute, after all other work.
    "rollout": Limit("rollouts", Rate(10, 360), Rate(100, 60)),
    "tournament": Limit("new tournaments", Rate(5, 300), Rate(30, 60)),
    "enter": Limit("entries", Rate(20, 6), Rate(400, 0.5)),
    # A page sends a note whenever its writer rests.
    "note": Limit("notes", Rate(60, 1), Rate(400, 0.25)),
    "puzzle": Limit("answers to puzzles", Rate(30, 2), Rate(200, 0.25)),
    "say": Limit("messages", Rate(200, 0.03), None, is_at_one=True),
    # Reports of few people must not hide those of others in the list.
    "report": Limit("reports", Rate(10, 60), Rate(30, 30)),
    "chat": Limit("chat messages", Rate(5, 2), Rate(100, 0.25), is_at_one=True),
}


class Limits:
    """The counters of all rate limits, in memory only: a restart may reset them.

    This is the generic cell rate algorithm: of each counter it keeps when it will be idle again.
    """

    def __init__(
        self, clock: Callable[[], float] = monotonic, processes: Callable[[], int] = lambda: 1
    ) -> None:
        """*processes* is the number of those of the club; each allows its part."""
        self._clock, self._processes = clock, processes
        self._free_at: dict[tuple[str, str], float] = {}
        self._most_kept = MOST_KEPT

    def __len__(self) -> int:
        return len(self._free_at)

    def take(self, name: str, *, person: str = "", address: str = "") -> None:
        """Count one more, unless it is refused.

        Raises:
            TooOftenError: the limit is exceeded.
        """
        now, rates = self._clock(), list(self._rates(name, person, address))
        wait = max((self._wait(key, rate, now) for key, rate in rates), default=0.0)
        if wait > 0:
            raise TooOftenError(LIMITS[name].what, math.ceil(wait))
        # Counted only if all limits allow it: a refusal must not use up the others.
        for key, rate in rates:
            self._count(key, rate, now)

    def pause(self, name: str, person: str) -> float:
        """Count one more without refusing it; returns the seconds by which to delay it."""
        now, wait = self._clock(), 0.0
        for key, rate in self._rates(name, person, ""):
            wait = max(wait, self._wait(key, rate, now))
            self._count(key, rate, now)
        return wait

    def _rates(
        self, name: str, person: str, address: str
    ) -> Iterator[tuple[tuple[str, str], Rate]]:
        limit = LIMITS[name]
        parts = 1 if limit.is_at_one else self._processes()
        if person and limit.person:
            yield (f"{name} by", person), limit.person.part_of(parts)
        if address and limit.address:
            yield (f"{name} from", address), limit.address.part_of(parts)

    def _wait(self, key: tuple[str, str], rate: Rate, now: float) -> float:
        busy = max(self._free_at.get(key, now), now) - now
        # GCRA: a counter may be ahead of the steady rate by a burst.
        return busy - (rate.most - 1) * rate.seconds

    def _count(self, key: tuple[str, str], rate: Rate, now: float) -> None:
        if len(self._free_at) >= self._most_kept:
            self._free_at = {who: free for who, free in self._free_at.items() if free > now}
            # The bound doubles with what is left, so that the cost of sweeps stays constant per counter.
            self._most_kept = max(MOST_KEPT, 2 * len(self._free_at))
        self._free_at[key] = max(self._free_at.get(key, now), now) + rate.seconds


def block_of(network: str) -> str:
    """The block of addresses that one provider hands out: /24 for IPv4, /48 for IPv6.

    >>> block_of("192.0.2.7"), block_of("2001:db8:1:2::/64")
    ('192.0.2.0/24', '2001:db8:1::/48')
    """
    try:
        found = ipaddress.ip_network(network)
    except ValueError:
        return network
    return str(found.supernet(new_prefix=24 if found.version == 4 else 48))


def ip_address_in(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that a text is; None for a host name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def network_of(host: str) -> str:
    """The key of an address for limits: IPv4 as it is, IPv6 by its /64, which one household owns.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7')
    """
    address = ip_address_in(host)
    if address is None or address.version == 4:
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
