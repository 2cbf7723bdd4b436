"""Leases of shards on PostgreSQL: who is alive, and who owns what.

All moments of leases are by the clock of the database, so the processes need no equal clocks. A process that is
not renewed in time is removed by another, in the statement that frees its shards: from then on it can neither renew
nor write, since the epochs have grown.

Nobody needs to wait for that where a process has been killed: the system closes its connections at once. Each process
holds an advisory lock as long as it is connected. Of one that takes no connections at its relay any more, and whose lock
is free, the lease ends at once.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, LiteralString

from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.postgresql.connecting import connect_async
from nardy.server.store.shard_tables import ALL

if TYPE_CHECKING:
    import psycopg


def _at_now(statement: LiteralString) -> LiteralString:
    """A statement with the time of the database, in milliseconds, for `:now`."""
    return statement.replace(":now", "(extract(epoch FROM clock_timestamp()) * 1000)::bigint")


_SHARDS = (
    "INSERT INTO shard_lease (shard, epoch) SELECT n, 0 FROM unnest(%s::int[]) AS n "
    "ON CONFLICT DO NOTHING"
)
_JOIN = _at_now(
    "INSERT INTO club_process (id, address, page, beat, until, bulletin) "
    "VALUES (%s, %s, %s, %s, :now + %s, '')"
)
# One round trip for a beat at which nothing has changed. All is seen as it was before the renewal.
_LOOK = _at_now("""
WITH renewed AS (
    UPDATE club_process SET beat = %s, until = :now + %s, bulletin = %s
    WHERE id = %s AND until > :now RETURNING id
)
SELECT id, address, page, bulletin, until - :now,
    EXISTS (SELECT FROM renewed), (SELECT sum(epoch) FROM shard_lease)
FROM club_process
""")
_RENEW = _at_now(
    "UPDATE club_process SET beat = %s, until = :now + %s, bulletin = %s "
    "WHERE id = %s AND until > :now RETURNING (SELECT sum(epoch) FROM shard_lease)"
)
# A process that was frozen in the middle of a transaction still locks rows: nobody waits for those, since all
# other processes would lose their leases with it. They are freed once the database has ended that transaction.
_BURY = _at_now("""
WITH dead AS MATERIALIZED (
    SELECT id, beat FROM club_process WHERE until <= :now FOR UPDATE SKIP LOCKED
), theirs AS MATERIALIZED (
    SELECT shard, dead.beat AS last FROM shard_lease JOIN dead ON owner = dead.id
    FOR UPDATE OF shard_lease SKIP LOCKED
)
UPDATE shard_lease SET owner = NULL, epoch = epoch + 1, beat = theirs.last FROM theirs
WHERE shard_lease.shard = theirs.shard
""")
_FORGET = _at_now("""
DELETE FROM club_process WHERE id IN (
    SELECT id FROM club_process WHERE until <= :now FOR UPDATE SKIP LOCKED
) AND NOT EXISTS (SELECT FROM shard_lease WHERE owner = club_process.id)
""")
_PATIENCE = "SET idle_in_transaction_session_timeout = '1s'; SET lock_timeout = '1s'"
"""All that is locked here is locked for some milliseconds, unless a process is frozen."""
_TAKE = """
UPDATE shard_lease SET owner = %s, epoch = epoch + 1 WHERE shard IN (
    SELECT shard FROM shard_lease WHERE owner IS NULL ORDER BY shard DESC LIMIT %s FOR UPDATE SKIP LOCKED
) RETURNING shard, epoch, beat
"""
_LOCK = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
"""Held until the connection ends, whatever becomes of the transaction."""
# Here the locks are free again at the end of the transaction.
_GONE = "SELECT id FROM unnest(%s::text[]) AS id WHERE pg_try_advisory_xact_lock(hashtextextended(id, 0))"
_END_LEASE = _at_now("UPDATE club_process SET until = :now WHERE id = ANY(%s)")
_RELEASE = """
UPDATE shard_lease SET owner = NULL, epoch = epoch + 1, beat = NULL WHERE owner = %s AND shard = ANY(%s)
"""
_END = "UPDATE club_process SET page = '' WHERE id = %s"
_LEAVE = "DELETE FROM club_process WHERE id = %s"
_PROCESSES = _at_now("SELECT id, address, page, bulletin, until - :now FROM club_process")
_OWNERS = (
    "SELECT owner, array_agg(shard), array_agg(epoch) FROM shard_lease "
    "WHERE owner IS NOT NULL GROUP BY owner"
)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a process is reached, each as HOST:PORT."""

    relay: str
    """By the other processes."""
    page: str
    """By the proxy in front; empty for a process that ends, whose part belongs to the others."""


@dataclass(frozen=True, slots=True)
class OtherProcess:
    """A process of the club that is alive."""

    at: Addresses
    bulletin: str
    left: int
    """Milliseconds until its leases end, unless it renews them."""


@dataclass(frozen=True, slots=True)
class LeaseState:
    """What the tables say after a renewal."""

    processes: Mapping[str, OtherProcess]
    """By id, all that are alive, this one among them."""
    owned: Mapping[str, Mapping[int, int]]
    """The epochs of shards, by owner and shard."""
    taken: Mapping[int, int | None]
    """The shards taken now, and the last beat of the owner before if it died."""


class LeaseTable:
    """The leases, by a connection of its own: no act of the club waits in front of a renewal."""

    def __init__(self, address: PostgresAddress, lease_ms: int) -> None:
        """*lease_ms* is how long a renewal is valid; nothing is opened yet."""
        self._address, self._lease = address, lease_ms
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._me = ""
        """The process that was noted last: its lock is held as long as there is a connection."""
        self._known: tuple[int, dict[str, Mapping[int, int]]] | None = None
        """The sum of all epochs, and the owners that were read after it. Any change of an owner makes it grow."""

    async def join(self, me: str, at: Addresses, beat: int) -> None:
        """Note a new process, and all shards in a database that has none.

        Raises:
            psycopg.Error: the database does not answer.
        """
        self._me = me
        async with self._transaction() as connection:
            await connection.execute(_LOCK, [me])
            await connection.execute(_SHARDS, [list(ALL)])
            await connection.execute(_JOIN, [me, at.relay, at.page, beat, self._lease])

    async def relays(self) -> frozenset[str]:
        """The relays of all processes that are alive, and do not end.

        Raises:
            psycopg.Error: the database does not answer.
        """
        async with self._connected() as connection:
            processes = _processes(await (await connection.execute(_PROCESSES)).fetchall())
        return frozenset(one.at.relay for one in processes.values() if one.left > 0 and one.at.page)

    async def renew(
        self,
        me: str,
        beat: int,
        bulletin: str,
        *,
        takes: bool = True,
        suspects: Collection[str] = (),
    ) -> LeaseState | None:
        """Renew all leases; one that *takes* any takes free shards up to this process's part.

        The *suspects* take no connections any more: the leases of those that have lost theirs to the database end now.
        None if this process is no member any more, since others thought it dead.

        Raises:
            psycopg.Error: the database does not answer.
        """
        if not suspects and (state := await self._unchanged(me, beat, bulletin, takes=takes)):
            return state
        async with self._transaction() as connection:
            renewed = await connection.execute(_RENEW, [beat, self._lease, bulletin, me])
            if (found := await renewed.fetchone()) is None:
                return None
            if suspects:
                gone = await (await connection.execute(_GONE, [list(suspects)])).fetchall()
                await connection.execute(_END_LEASE, [[row[0] for row in gone]])
            all_of_them = _processes(await (await connection.execute(_PROCESSES)).fetchall())
            processes = {name: one for name, one in all_of_them.items() if one.left > 0}
            is_any_dead = len(processes) < len(all_of_them)
            if is_any_dead:
                await connection.execute(_BURY)
                await connection.execute(_FORGET)
            if is_any_dead or self._known is None or self._known[0] != found[0]:
                self._known = found[0], await self._owned(connection)
            owned = dict(self._known[1])
            lacks = part_of(staying(processes)) - len(owned.get(me, {}))
            taken = dict[int, int | None]()
            if takes and lacks > 0:
                rows = await (await connection.execute(_TAKE, [me, lacks])).fetchall()
                taken = {row[0]: row[2] for row in rows}
                owned[me] = {**owned.get(me, {}), **{row[0]: row[1] for row in rows}}
        return LeaseState(processes, owned, taken)

    async def _unchanged(
        self, me: str, beat: int, bulletin: str, *, takes: bool
    ) -> LeaseState | None:
        """Renew alone; None where more is to be done, such as to bury a process or to take a shard."""
        if self._known is None:
            return None
        async with self._connected() as connection:
            asked = [beat, self._lease, bulletin, me]
            rows = await (await connection.execute(_LOOK, asked)).fetchall()
        processes, (epochs, owned) = _processes(rows), self._known
        is_same = rows and rows[0][5] and rows[0][6] == epochs
        lacks = part_of(staying(processes)) - len(owned.get(me, {}))
        if not is_same or (takes and lacks > 0) or any(o.left <= 0 for o in processes.values()):
            return None
        processes[me] = replace(processes[me], bulletin=bulletin, left=self._lease)
        return LeaseState(processes, dict(owned), {})

    async def release(self, me: str, shards: Collection[int]) -> None:
        """Free shards whose clocks have been handed over."""
        async with self._transaction() as connection:
            await connection.execute(_RELEASE, [me, list(shards)])

    async def begin_to_end(self, me: str) -> None:
        """Let the others take what this process releases from now on."""
        async with self._transaction() as connection:
            await connection.execute(_END, [me])

    async def leave(self, me: str) -> None:
        """Remove a process that has released everything."""
        async with self._transaction() as connection:
            await connection.execute(_LEAVE, [me])

    def close(self) -> None:
        """Disconnect without a word; the next use connects again.

        Nobody may be waiting for an answer: whoever does not want to wait any longer cancels it.
        """
        if self._connection is not None:
            self._connection.pgconn.finish()
            self._connection = self._known = None

    @staticmethod
    async def _owned(
        connection: "psycopg.AsyncConnection[tuple[Any, ...]]",
    ) -> dict[str, Mapping[int, int]]:
        rows = await (await connection.execute(_OWNERS)).fetchall()
        return {row[0]: dict(zip(row[1], row[2], strict=True)) for row in rows}

    @contextlib.asynccontextmanager
    async def _transaction(
        self,
    ) -> AsyncGenerator["psycopg.AsyncConnection[tuple[Any, ...]]"]:
        async with self._connected() as connection, connection.transaction():
            yield connection

    @contextlib.asynccontextmanager
    async def _connected(
        self,
    ) -> AsyncGenerator["psycopg.AsyncConnection[tuple[Any, ...]]"]:
        """The connection; whatever fails with it, also a timeout, ends it."""
        connection = self._connection
        try:
            if connection is None or connection.closed:
                self._connection = connection = await connect_async(self._address)
                await connection.execute(_PATIENCE)
                if self._me:
                    await connection.execute(_LOCK, [self._me])
            yield connection
        except (Exception, asyncio.CancelledError):
            # Who has been cancelled may end after the next one has connected again.
            if connection is self._connection:
                self.close()
            raise


def _processes(rows: Sequence[tuple[Any, ...]]) -> dict[str, OtherProcess]:
    return {row[0]: OtherProcess(Addresses(row[1], row[2]), row[3], left=row[4]) for row in rows}


def staying(processes: Mapping[str, OtherProcess]) -> int:
    """How many processes share all leases: those that do not end."""
    return max(1, sum(bool(one.at.page) for one in processes.values()))


def part_of(processes: int) -> int:
    """The most leases of a process when there are so many.

    >>> part_of(3)
    342
    """
    return -(-len(ALL) // max(1, processes))
