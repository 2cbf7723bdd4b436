"""Whether the other processes of a club are reached over the relay, and share this one's secret and game files.

A process that has another secret would take rooms that nobody reaches, and one with other games rooms that it cannot
read. So one that joins asks the others first, and does not begin if one of them refuses it. What is found later is told to the operator: in the log, and by the metrics.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from time import monotonic
from typing import NamedTuple

import httpx

from nardy.server.relay.headers import DIFFERENT, GAMES, HOST, SECRET
from nardy.server.relay.http_relay import is_refusal, new_client
from nardy.server.relay.port import RelayError

ANSWER_SECONDS = 5.0
"""The longest wait for an answer, as for that of a request that is passed on."""
AT_START_SECONDS = 1.0
"""The same while a process begins: it has its rooms already, and serves nobody yet."""
LOOK_SECONDS, LOOK_AGAIN_SECONDS = 15.0, 4.0
"""The time between two looks, and after one that has not reached everybody: the lease of a dead process ends earlier."""
STRANGER_SECONDS = 60.0
"""The least time between two lines of the log about strangers."""
MEND_GAMES = "give all processes of the club the same folder with --games"
MEND = "give all processes of the club the same file with --relay-secret"
_log = logging.getLogger(__name__)


class Reach(StrEnum):
    """How a process answers at its relay."""

    REACHED = "reached"
    REFUSED = "refused"
    """It has another secret."""
    OTHER_GAMES = "other games"
    SILENT = "silent"


_TOLD = {
    Reach.REFUSED: f"expected the secret of this process at another one's relay (%s), got a refusal; {MEND}",
    Reach.OTHER_GAMES: f"expected the game files of this process at another one (%s), got others; {MEND_GAMES}",
    Reach.SILENT: "expected another process to answer at its relay (%s), got nothing; its --relay must be an "
    "address that this machine reaches",
}


class Membership(NamedTuple):
    """The secret and the game files, which all processes of a club share."""

    secret: str
    games: str = ""
    """The digest of the game files."""


async def ask(
    addresses: Iterable[str], membership: Membership, seconds: float = ANSWER_SECONDS
) -> dict[str, Reach]:
    """How the processes with these relays answer to a process like this, within so many seconds."""
    async with new_client(seconds) as client:
        asked = list(addresses)
        found = await asyncio.gather(*(_ask(client, one, membership, seconds) for one in asked))
    return dict(zip(asked, found, strict=True))


async def _ask(
    client: httpx.AsyncClient, address: str, membership: Membership, seconds: float
) -> Reach:
    secret, games = (text.encode() for text in membership)
    headers = [(SECRET, secret), (GAMES, games), (HOST, b"localhost")]
    try:
        async with asyncio.timeout(seconds):
            answer = await client.get(f"http://{address}/health/live", headers=headers)
    except (httpx.HTTPError, TimeoutError):
        return Reach.SILENT
    if answer.status_code == DIFFERENT and GAMES.decode() in answer.headers:
        return Reach.OTHER_GAMES
    return Reach.REFUSED if is_refusal(answer) else Reach.REACHED


def require_alike(found: Mapping[str, Reach]) -> None:
    """Check that nobody has refused this process.

    Raises:
        RelayError: another process has another secret, or other game files.
    """
    if refusing := _with(found, Reach.REFUSED):
        raise RelayError(
            "expected the secret that the other processes of this club have, got another one, which "
            f"{refusing[0]} refuses; {MEND}"
        )
    if differing := _with(found, Reach.OTHER_GAMES):
        raise RelayError(
            "expected the game files that the other processes of this club have, got others than "
            f"{differing[0]}; {MEND_GAMES}"
        )


def is_to_end(me: str, found: Mapping[str, Reach]) -> bool:
    """Whether *me*, of processes that began at once and are not alike, is one of those that end.

    The smaller part ends; of equal ones the part without the least address. Both come to the same answer.

    >>> is_to_end("b", {"a": Reach.REFUSED}), is_to_end("a", {"b": Reach.REFUSED})
    (True, False)
    """
    mine = [me, *_with(found, Reach.REACHED)]
    theirs = _with(found, Reach.REFUSED, Reach.OTHER_GAMES)
    return bool(theirs) and (len(theirs), min(mine)) > (len(mine), min(theirs))


def _with(found: Mapping[str, Reach], *reaches: Reach) -> list[str]:
    return sorted(one for one, reach in found.items() if reach in reaches)


class Neighbors:
    """Looks round among the other processes now and then, and tells what is wrong."""

    def __init__(self, others: Callable[[], frozenset[str]], membership: Membership) -> None:
        """*others* tells the relays of the other processes."""
        self._others, self._membership = others, membership
        self.found: dict[str, Reach] = {}
        """By relay, what the last look has found."""
        self.strangers = 0
        """Requests that came to the relay of this process with another secret."""
        self._next_stranger = 0.0
        self._told: dict[str, Reach] = {}
        self._next = 0.0
        self._looking: asyncio.Task[None] | None = None

    @property
    def counts(self) -> Mapping[str, int]:
        """How many processes are reached, refuse this one, have other games, or are silent."""
        found = list(self.found.values())
        return {reach: found.count(reach) for reach in Reach}

    def look_round(self) -> None:
        """After a beat: look at whoever has come, and at all of them when it is time."""
        is_time = monotonic() >= self._next or bool(self._others() - self.found.keys())
        if is_time and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self.look())

    async def look(self, seconds: float = ANSWER_SECONDS) -> None:
        """Ask all of them, and wait so long for their answers."""
        before = self.found
        self.found = await ask(self._others(), self._membership, seconds)
        is_well = set(self.found.values()) <= {Reach.REACHED}
        self._next = monotonic() + (LOOK_SECONDS if is_well else LOOK_AGAIN_SECONDS)
        for address, reach in self.found.items():
            # One that dies or begins is silent for a moment.
            is_sure = reach is not Reach.SILENT or before.get(address) is Reach.SILENT
            if is_sure and self._told.get(address, Reach.REACHED) is not reach:
                self._tell(address, reach)
        self._told = {one: reach for one, reach in self._told.items() if one in self.found}

    def _tell(self, address: str, reach: Reach) -> None:
        self._told[address] = reach
        if reach is Reach.REACHED:
            _log.warning("another process answers at its relay again (%s)", address)
        else:
            _log.error(_TOLD[reach], address)

    def note_stranger(self) -> None:
        """Somebody came with another secret: a process of the club, or somebody who guesses."""
        self.strangers += 1
        if monotonic() >= self._next_stranger:
            self._next_stranger = monotonic() + STRANGER_SECONDS
            _log.error(
                "expected the secret of this process at its relay, got another one; %s", MEND
            )

    async def close(self) -> None:
        """Look no more."""
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
