"""One club per database of PostgreSQL: an advisory lock, held by a connection until it ends."""

from typing import TYPE_CHECKING, Any

from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.postgresql.connecting import connect

if TYPE_CHECKING:
    import psycopg

KEY = 0x6E61726479
"""The number of the lock: the letters of nardy."""
_HOLDER = """
SELECT a.pid, coalesce(host(a.client_addr), '') FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
WHERE l.locktype = 'advisory' AND l.granted AND l.database = a.datid
AND l.classid = %s AND l.objid = %s AND a.datname = current_database()
"""


class AdvisoryLock:
    """The right to serve a database; it ends with its connection."""

    def __init__(self, address: PostgresAddress) -> None:
        """Connect.

        Raises:
            psycopg.Error: the server does not answer, or refuses.
        """
        self._connection: psycopg.Connection[tuple[Any, ...]] = connect(address, autocommit=True)

    def take(self, *, is_shared: bool = False) -> str | None:
        """Take the lock, alone or with others; None if it is taken, else who holds it."""
        kind = "_shared" if is_shared else ""
        query = f"SELECT pg_try_advisory_lock{kind}(%s)"
        taken = self._connection.execute(query, [KEY]).fetchone()  # type: ignore[arg-type]
        if taken and taken[0]:
            return None
        found = self._connection.execute(_HOLDER, [KEY >> 32, KEY & 0xFFFFFFFF]).fetchone()
        host = f" from {found[1]}" if found and found[1] else ""
        return f"another club{host}"

    def release(self) -> None:
        self._connection.close()
