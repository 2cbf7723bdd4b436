"""Whether the other processes of a club are reached over the relay, and share this one's secret.

A process that has another secret would take rooms that nobody reaches. So one that joins asks the others first, and
does not begin if one of them refuses it. What is found later is told to the host: in the log, and by the metrics.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from time import monotonic

import httpx

from nardy.server.relay.headers import HOST, SECRET
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
MEND = "give all processes of the club the same file with --relay-secret"
_log = logging.getLogger(__name__)


class Reach(StrEnum):
    """How a process answers at its relay."""

    REACHED = "reached"
    REFUSED = "refused"
    """It has another secret."""
    SILENT = "silent"


_TOLD = {
    Reach.REFUSED: f"expected the secret of this process at another one's relay (%s), got a refusal; {MEND}",
    Reach.SILENT: "expected another process to answer at its relay (%s), got nothing; its --relay must be an "
    "address that this machine reaches",
}


async def ask(
    addresses: Iterable[str], secret: str, seconds: float = ANSWER_SECONDS
) -> dict[str, Reach]:
    """How the processes with these relays answer to a secret, within so many seconds."""
    async with new_client(seconds) as client:
        asked = list(addresses)
        found = await asyncio.gather(*(_ask(client, one, secret, seconds) for one in asked))
    return dict(zip(asked, found, strict=True))


async def _ask(client: httpx.AsyncClient, address: str, secret: str, seconds: float) -> Reach:
    headers = [(SECRET, secret.encode()), (HOST, b"localhost")]
    try:
        async with asyncio.timeout(seconds):
            answer = await client.get(f"http://{address}/health/live", headers=headers)
    except (httpx.HTTPError, TimeoutError):
        return Reach.SILENT
    return Reach.REFUSED if is_refusal(answer) else Reach.REACHED


def require_same_secret(found: Mapping[str, Reach]) -> None:
    """Check that nobody has refused this process.

    Raises:
        RelayError: another process has another secret.
    """
    if refusing := sorted(one for one, reach in found.items() if reach is Reach.REFUSED):
        raise RelayError(
            "expected the secret that the other processes of this club have, got another one, which "
            f"{refusing[0]} refuses; {MEND}"
        )


def is_to_end(me: str, found: Mapping[str, Reach]) -> bool:
    """Whether *me*, of processes that began at once with two secrets, is one of those that end.

    The smaller part ends; of equal ones the part without the least address. Both come to the same answer.

    >>> is_to_end("b", {"a": Reach.REFUSED}), is_to_end("a", {"b": Reach.REFUSED})
    (True, False)
    """
    mine = [me, *(one for one, reach in found.items() if reach is Reach.REACHED)]
    theirs = [one for one, reach in found.items() if reach is Reach.REFUSED]
    return bool(theirs) and (len(theirs), min(mine)) > (len(mine), min(theirs))


class Neighbors:
    """Looks round among the other processes now and then, and tells what is wrong."""

    def __init__(self, others: Callable[[], frozenset[str]], secret: str) -> None:
        """*others* tells the relays of the other processes."""
        self._others, self._secret = others, secret
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
        """How many processes are reached, refuse this one, or are silent."""
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
        self.found = await ask(self._others(), self._secret, seconds)
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
