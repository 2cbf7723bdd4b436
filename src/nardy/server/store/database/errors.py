"""Errors of SQLite as sentences for users; its own text goes to the log only."""

import logging
import sqlite3

from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError

_log = logging.getLogger(__name__)


_CAUSES = {
    "locked": ("another program holds it", "close that or choose another with --database"),
    "readonly": ("it is read-only", "make it writable or choose another with --database"),
    "read-only": ("it is read-only", "make it writable or choose another with --database"),
    "full": ("the disk is full", "make room and try again"),
    "not a database": ("it is no database", "choose another with --database"),
    "malformed": ("it is damaged", "restore a backup with nardy restore"),
    "unable to open": ("it cannot be opened", "choose another with --database"),
    "disk I/O": ("the disk fails", "check the disk, and restore a backup if needed"),
}
_UNKNOWN = ("SQLite reported an error", "see the club's log")


def refusal(error: DBAPIError) -> StoreError:
    """The error for a database that cannot be opened."""
    cause, way_out = _CAUSES.get(_word_of(error), _UNKNOWN)
    if cause == _UNKNOWN[0]:
        _log.error("the database failed: %s", _first(error).orig)
    return StoreError(f"expected a database that can be written, but {cause}; {way_out}")


def failure(error: DBAPIError) -> StoreError:
    """The error for a read or write that failed while the club runs."""
    _log.error("the database failed: %s", _first(error).orig)
    cause, _ = _CAUSES.get(_word_of(error), _UNKNOWN)
    return StoreError(
        f"expected the database of the club to answer, but {cause}; nothing was changed: "
        "try again soon, or tell whoever runs the club"
    )


def is_busy(error: DBAPIError) -> bool:
    code: int = getattr(error.orig, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY  # higher bits say which lock


def _word_of(error: DBAPIError) -> str:
    told = str(_first(error).orig)
    return next((word for word in _CAUSES if word in told), "")


def _first(error: DBAPIError) -> DBAPIError:
    """The original error: a failed rollback of a savepoint hides it."""
    first, before = error, error.__context__
    while before is not None:
        first, before = before if isinstance(before, DBAPIError) else first, before.__context__
    return first
