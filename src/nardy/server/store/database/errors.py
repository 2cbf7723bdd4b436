"""Errors of the database as sentences for users; its own text goes to the log only."""

import json
import logging
import sqlite3

import msgspec
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
    "not decode to UTF-8": ("it is damaged", "restore a backup with nardy restore"),
    "unable to open": ("it cannot be opened", "choose another with --database"),
    "disk I/O": ("the disk fails", "check the disk, and restore a backup if needed"),
}
_UNKNOWN = ("the database reported an error", "see the club's log")
# The codes of PostgreSQL (its manual, appendix A), or their beginnings.
_CODES = {
    "": ("it cannot be reached", "start it, or check the address in --database"),
    "28": ("it refuses this user", "check name and password in --database"),
    "3D000": ("there is none of this name", "make it with createdb, or check --database"),
    "42501": ("its user may not do that", "give the user all rights on it"),
    "25006": ("it is read-only", "name the primary server in --database"),
    "53100": ("the disk is full", "make room and try again"),
    "53300": ("it has too many connections", "raise max_connections, or close other programs"),
    "57P03": ("it is just starting", "try again soon"),
    "57P": ("it is just ending", "try again soon"),
    "08": ("it cannot be reached", "start it, or check the address in --database"),
    "40": ("others write the same all the time", "try again"),
    "55P03": ("another program holds what is needed", "close that and try again"),
    "57014": ("it took too long", "try again"),
    "58": ("the disk fails", "check the disk, and restore a backup if needed"),
    "XX001": ("it is damaged", "restore a backup"),
    "XX002": ("it is damaged", "restore a backup, or build its indexes again with REINDEX"),
}
# Before it lets anybody in, PostgreSQL tells its reason in words alone.
_WHILE_CONNECTING = {
    "authentication failed": "28",
    "no password supplied": "28",
    "no pg_hba.conf entry": "28",
    "does not exist": "3D000",
    "too many clients": "53300",
    "starting up": "57P03",
    "shutting down": "57P",
}
UNREADABLE = (json.JSONDecodeError, msgspec.DecodeError)
"""What reading a stored text of JSON may end with."""
REPEATED = ("40001", "40P01")
"""A transaction of PostgreSQL that met another one, or was chosen to end a deadlock: it may be tried again."""


def refusal(error: DBAPIError) -> StoreError:
    """The error for a database that cannot be opened."""
    cause, way_out = _cause_of(error)
    if cause == _UNKNOWN[0]:
        _log.error("the database failed: %s", _said(error))
    return StoreError(f"expected a database that can be written, but {cause}; {way_out}")


def failure(error: DBAPIError, *, may_be_stored: bool = False) -> StoreError:
    """The error for a read or write that failed while the club runs.

    A write *may be stored* if its answer was lost, or not.
    """
    _log.error("the database failed: %s", _said(error))
    cause, _ = _cause_of(error)
    told = "nothing was changed: try again soon"
    if may_be_stored:
        told = "it is not known whether this was stored: look again soon"
    return StoreError(
        f"expected the database of the club to answer, but {cause}; {told}, or tell the club's operator"
    )


def as_damage(error: Exception) -> Exception:
    """The error of a job; that of a damaged database if the job met a stored text that cannot be read."""
    if not isinstance(error, UNREADABLE):
        return error
    _log.error("the database failed: a stored text cannot be read (%s)", error)
    return StoreError(
        "expected the database of the club to answer, but it is damaged; nothing was changed: "
        "tell the club's operator"
    )


def undoes_all(error: DBAPIError) -> bool:
    """Whether all that a transaction did is undone, and each of its jobs alone would meet the same."""
    return is_busy(error) or may_be_repeated(error) or error.connection_invalidated


def is_busy(error: DBAPIError) -> bool:
    code: int = getattr(error.orig, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY  # higher bits say which lock


def may_be_repeated(error: DBAPIError) -> bool:
    """Whether a transaction met another one, and may be tried again at once."""
    return getattr(_first(error).orig, "sqlstate", None) in REPEATED


def _cause_of(error: DBAPIError) -> tuple[str, str]:
    first = _first(error).orig
    if not hasattr(first, "sqlstate"):
        return next((told for word, told in _CAUSES.items() if word in str(first)), _UNKNOWN)
    code: str = getattr(first, "sqlstate", None) or _code_in(str(first))
    found = [begin for begin in _CODES if code.startswith(begin) and (begin or not code)]
    return _CODES[max(found, key=len)] if found else _UNKNOWN


def _code_in(told: str) -> str:
    return next((code for word, code in _WHILE_CONNECTING.items() if word in told), "")


def _said(error: DBAPIError) -> str:
    """What the database said, in one line; PostgreSQL's others may have values, such as a token."""
    return next(iter(str(_first(error).orig).splitlines()), "nothing")


def _first(error: DBAPIError) -> DBAPIError:
    """The original error: a failed rollback of a savepoint hides it."""
    first, before = error, error.__context__
    while before is not None:
        first, before = before if isinstance(before, DBAPIError) else first, before.__context__
    return first
