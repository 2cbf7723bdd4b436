"""Connections to PostgreSQL by psycopg, an extra that is imported when it is needed."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from nardy.errors import MissingExtraError
from nardy.server.errors import StoreError
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.postgresql.deadlines import answering_within, left_at_once

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
    # Of a process that was stopped in the middle of a job.
    "idle_in_transaction_session_timeout": "15s",
}


def connect(
    address: PostgresAddress,
    *,
    autocommit: bool = False,
    session: Mapping[str, str] | None = None,
    answer_seconds: float | None = None,
    name: str = "nardy",
) -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection with the settings of the club, and those of *session*.

    It waits at most *answer_seconds* for each answer (postgresql/deadlines.py); None is as long as the network is there.
    *name* is its `application_name`, unless the address has one.

    Raises:
        MissingExtraError: psycopg is not installed.
        StoreError: the address cannot be read.
        psycopg.Error: the server does not answer, or refuses.
    """
    psycopg = _driver()
    arguments = _arguments(address, session, answer_seconds, name)
    kind = answering_within(answer_seconds) if answer_seconds else psycopg.Connection
    return kind.connect(**arguments, autocommit=autocommit)


async def connect_async(address: PostgresAddress) -> "psycopg.AsyncConnection[tuple[Any, ...]]":
    """As `connect`, for use by the event loop; it is closed where a question is cancelled.

    Raises:
        MissingExtraError: psycopg is not installed.
        StoreError: the address cannot be read.
        psycopg.Error: the server does not answer, or refuses.
    """
    _driver()
    return await left_at_once().connect(**_arguments(address), autocommit=True)


def _driver() -> Any:
    try:
        import psycopg  # noqa: PLC0415 (an extra)
    except ImportError:
        raise MissingExtraError.of("psycopg for a database of PostgreSQL", "pg") from None
    return psycopg


def _arguments(
    address: PostgresAddress,
    session: Mapping[str, str] | None = None,
    answer_seconds: float | None = None,
    name: str = "nardy",
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
    settings = {**_SESSION, **_lock_timeout(answer_seconds), **(session or {})}
    ours = " ".join(f"-c {name}={value}" for name, value in settings.items())
    usual = {
        "application_name": name,
        # libpq's least are two seconds.
        "connect_timeout": max(2, math.ceil(min(answer_seconds or math.inf, CONNECT_SECONDS))),
        "keepalives_idle": ANSWER_SECONDS,
        "keepalives_interval": 1,
        "keepalives_count": ANSWER_SECONDS,
        "tcp_user_timeout": 1_000 * ANSWER_SECONDS,
    }
    options = f"{given.pop('options', '')} {ours}".strip()
    return {**usual, **given, "options": options, "client_encoding": "utf8"}


def _lock_timeout(answer_seconds: float | None) -> dict[str, str]:
    """Shorter than the wait for an answer, so that whoever waits hears the reason."""
    seconds = min(LOCK_SECONDS, 0.8 * (answer_seconds or math.inf))
    return {"lock_timeout": f"{seconds:g}s"}


def engine_of(
    address: PostgresAddress,
    *,
    size: int = 1,
    session: Mapping[str, str] | None = None,
    answer_seconds: float | None = None,
) -> sql.Engine:
    """An engine of *size* connections; none is opened yet.

    Raises:
        MissingExtraError: psycopg is not installed.
    """
    try:
        return sql.create_engine(
            "postgresql+psycopg://",
            creator=lambda: connect(address, session=session, answer_seconds=answer_seconds),
            poolclass=sql.pool.QueuePool,
            pool_size=size,
            max_overflow=0,
            # Values may be seeds or password hashes, which must not reach a log.
            hide_parameters=True,
        )
    except ImportError:
        raise MissingExtraError.of("psycopg for a database of PostgreSQL", "pg") from None


def writing_engine_of(address: PostgresAddress, answer_seconds: float | None = None) -> sql.Engine:
    """One connection, whose transactions behave as if they ran one after another (SERIALIZABLE)."""
    levels = {"default_transaction_isolation": "serializable"}
    return engine_of(address, session=levels, answer_seconds=answer_seconds)


def reading_engine_of(
    address: PostgresAddress, size: int, answer_seconds: float | None = None
) -> sql.Engine:
    """Connections that only read; each transaction sees one moment of the database."""
    levels = {
        "default_transaction_isolation": r"repeatable\ read",
        "default_transaction_read_only": "on",
    }
    return engine_of(address, size=size, session=levels, answer_seconds=answer_seconds)
