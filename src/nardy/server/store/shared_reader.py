"""Reads by key, in which all who wait share one reading of the database."""

import asyncio
import itertools
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Generic, TypeVar

import sqlalchemy as sql

from nardy.server.store.database.writer import Writer

Value = TypeVar("Value")
AT_ONCE = 1.0
"""Seconds within which damage is found out."""


class SharedReader(Generic[Value]):
    """Values by their keys, one reading at a time for all who wait.

    When another process dies, its pages come to this one within a second. Each question to the database costs more
    than its answer. Threads that answer many of them at once leave hardly any time to the event loop, which
    answers health checks.
    """

    def __init__(
        self,
        store: Writer,
        read: Callable[[sql.Connection, Sequence[str]], Mapping[str, Value | Exception]],
        most: int,
        *,
        one_a_round: bool = False,
    ) -> None:
        """*read* finds the values of at most so many keys, and leaves out keys without one.

        With *one_a_round* each round of the event loop hands out one value, where whoever gets it has much to do.
        """
        self._store, self._read, self._most, self._one_a_round = store, read, most, one_a_round
        self._waiting = dict[str, asyncio.Future[Value | Exception | None]]()
        self._reading: asyncio.Task[None] | None = None

    async def read(self, key: str) -> Value | None:
        """The value of a key; None if it has none. It is read after this call.

        Raises:
            StoreError: it cannot be read.
        """
        asked = self._waiting.get(key)
        if asked is None:
            asked = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read_all())
        # Somebody else may wait for the same.
        found = await asyncio.shield(asked)
        if isinstance(found, Exception):
            raise found
        return found

    async def _read_all(self) -> None:
        while self._waiting:
            # Who asks from now on waits for the next reading, which sees what is written until then.
            keys = [*itertools.islice(self._waiting, self._most)]
            asked = {key: self._waiting.pop(key) for key in keys}
            found = await self._found(keys)
            for key, answer in asked.items():
                answer.set_result(found.get(key))
                if self._one_a_round:
                    await asyncio.sleep(0)

    async def _found(self, keys: Sequence[str]) -> Mapping[str, Value | Exception]:
        began = monotonic()
        try:
            return await self._store.read(lambda connection: self._read(connection, keys))
        except Exception as error:  # noqa: BLE001 (whoever waits is told)
            # A server that does not answer would keep each key waiting for as long, one after another.
            if len(keys) == 1 or monotonic() - began > AT_ONCE:
                return dict.fromkeys(keys, error)
        # A page of the disk that cannot be read keeps only its own values from being read.
        apart = await asyncio.gather(*(self._found([key]) for key in keys))
        return {key: value for found in apart for key, value in found.items()}
