"""Connections to PostgreSQL by psycopg, an extra that is imported when it is needed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from nardy.errors import MissingExtraError
from nardy.server.errors import StoreError
from nardy.server.store.database.address import PostgresAddress

if TYPE_CHECKING:
    import psycopg

EXAMPLE = "postgresql://nardy@localhost/club"
CONNECT_SECONDS = 5
ANSWER_SECONDS = 5
"""Seconds after which a network that swallows everything counts as lost."""
LOCK_SECONDS = 5
"""Seconds to wait for what another transaction holds."""
_SESSION = {
    # Whatever the server's settings say: what is answered is on its disk.
    "synchronous_commit": "on",
    "lock_timeout": f"{LOCK_SECONDS}s",
    # Of a process that was stopped in the middle of a job.
    "idle_in_transaction_session_timeout": "60s",
}


def connect(
    address: PostgresAddress, *, autocommit: bool = False, session: Mapping[str, str] | None = None
) -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection with the settings of the club, and those of *session*.

    Raises:
        MissingExtraError: psycopg is not installed.
        StoreError: the address cannot be read.
        psycopg.Error: the server does not answer, or refuses.
    """
    psycopg = _driver()
    return psycopg.connect(**_arguments(address, session), autocommit=autocommit)


async def connect_async(address: PostgresAddress) -> "psycopg.AsyncConnection[tuple[Any, ...]]":
    """As `connect`, for use by the event loop.

    Raises:
        MissingExtraError: psycopg is not installed.
        StoreError: the address cannot be read.
        psycopg.Error: the server does not answer, or refuses.
    """
    psycopg = _driver()
    return await psycopg.AsyncConnection.connect(**_arguments(address), autocommit=True)


def _driver() -> Any:
    try:
        import psycopg  # noqa: PLC0415 (an extra)
    except ImportError:
        raise MissingExtraError.of("psycopg for a database of PostgreSQL", "pg") from None
    return psycopg


def _arguments(
    address: PostgresAddress, session: Mapping[str, str] | None = None
) -> dict[str, Any]:
    import psycopg  # noqa: PLC0415 (an extra)
    from psycopg import conninfo  # noqa: PLC0415

    try:
        given = conninfo.conninfo_to_dict(address.text)
    except psycopg.ProgrammingError:
        # Its message has the whole address, with the password.
        raise StoreError(
            f"expected an address such as {EXAMPLE}, got {address}, which cannot be read; "
            "write special letters of a password as %40 and so on"
        ) from None
    ours = " ".join(f"-c {name}={value}" for name, value in {**_SESSION, **(session or {})}.items())
    usual = {
        "application_name": "nardy",
        "connect_timeout": CONNECT_SECONDS,
        "keepalives_idle": ANSWER_SECONDS,
        "keepalives_interval": 1,
        "keepalives_count": ANSWER_SECONDS,
        "tcp_user_timeout": 1_000 * ANSWER_SECONDS,
    }
    options = f"{given.pop('options', '')} {ours}".strip()
    return {**usual, **given, "options": options, "client_encoding": "utf8"}


def engine_of(
    address: PostgresAddress, *, size: int = 1, session: Mapping[str, str] | None = None
) -> sql.Engine:
    """An engine of *size* connections; none is opened yet.

    Raises:
        MissingExtraError: psycopg is not installed.
    """
    try:
        return sql.create_engine(
            "postgresql+psycopg://",
            creator=lambda: connect(address, session=session),
            poolclass=sql.pool.QueuePool,
            pool_size=size,
            max_overflow=0,
            # Values may be seeds or password hashes, which must not reach a log.
            hide_parameters=True,
        )
    except ImportError:
        raise MissingExtraError.of("psycopg for a database of PostgreSQL", "pg") from None


def writing_engine_of(address: PostgresAddress) -> sql.Engine:
    """One connection, whose transactions behave as if they ran one after another (SERIALIZABLE)."""
    return engine_of(address, session={"default_transaction_isolation": "serializable"})


def reading_engine_of(address: PostgresAddress, size: int) -> sql.Engine:
    """Connections that only read; each transaction sees one moment of the database."""
    levels = {
        "default_transaction_isolation": r"repeatable\ read",
        "default_transaction_read_only": "on",
    }
    return engine_of(address, size=size, session=levels)
