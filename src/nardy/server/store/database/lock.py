"""One server per database: a lock that the operating system releases when its process dies."""

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlalchemy.exc import OperationalError

from nardy.server.errors import StoreError
from nardy.server.store.database.address import Database, PostgresAddress
from nardy.server.store.database.errors import refusal

if TYPE_CHECKING:
    from nardy.server.store.database.postgresql.lock import AdvisoryLock

SUFFIX = ".lock"
IN_MEMORY = ":memory:"
# No process id is longer: 2 to the power of 64 has 20 digits.
_MOST_DIGITS = 20


class HeldError(StoreError):
    """A database that another server has open."""


class DatabaseLock:
    """Exclusive right to serve a database, held until released or until the process ends.

    It locks a file beside the database, since SQLite's own locks are lost when any other descriptor of the
    database file is closed. The lock file is never deleted: two processes could otherwise lock different
    files of the same name. A database of PostgreSQL has an advisory lock.
    """

    def __init__(self, database: Database, *, is_shared: bool = False) -> None:
        """Take the lock; one that is shared keeps out only those who want it alone, and is of PostgreSQL.

        Raises:
            HeldError: another server holds it; the message names its process.
            StoreError: the lock file cannot be created.
        """
        self._descriptor: int | None = None
        self._remote: AdvisoryLock | None = None
        if isinstance(database, PostgresAddress):
            self._remote = _remote_lock(database, is_shared=is_shared)
            return
        if str(database) == IN_MEMORY:
            return
        file = lock_file(database)
        self._descriptor = _opened(file)
        if not _locked(self._descriptor):
            os.lseek(self._descriptor, 1, os.SEEK_SET)
            holder = os.read(self._descriptor, _MOST_DIGITS).decode(errors="replace").strip()
            self.release()
            process = f"process {holder}" if holder.isdecimal() else "another process"
            raise HeldError(
                f"expected a database that no club has open, got {database}, which {process} has; "
                "stop that one first, or choose another with --database"
            )
        # Only for the error message; on a full disk the lock holds all the same.
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, b" %d\n" % os.getpid())

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        if self._remote is not None:
            self._remote.release()
            self._remote = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def _remote_lock(address: PostgresAddress, *, is_shared: bool) -> "AdvisoryLock":
    """Take the lock of a database of PostgreSQL."""
    from nardy.server.store.database.postgresql.lock import AdvisoryLock  # noqa: PLC0415 (an extra)

    try:
        lock = AdvisoryLock(address)
        holder = lock.take(is_shared=is_shared)
    except StoreError:
        raise
    except Exception as error:
        if not hasattr(error, "sqlstate"):
            raise
        raise refusal(OperationalError("lock", None, error)) from error
    if holder is not None:
        lock.release()
        raise HeldError(
            f"expected a database that no club has open, got {address}, which {holder} has; "
            "stop that one first, or choose another with --database"
        )
    return lock


def lock_file(database: Path) -> Path:
    """The lock file of a database, the same through whatever link the path leads.

    >>> lock_file(Path("/srv/club.db")).name
    'club.db.lock'
    """
    real = database.resolve()
    return real.with_name(real.name + SUFFIX)


def own_like(file: Path, example: Path) -> None:
    """Give a file created by root to the owner of *example*, who will open it later."""
    if os.name != "nt" and os.geteuid() == 0:
        owner = example.stat()
        # Some file systems have no owners.
        with contextlib.suppress(OSError):
            os.chown(file, owner.st_uid, owner.st_gid)


def _opened(file: Path) -> int:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        is_new = not file.exists()
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        if is_new:
            own_like(file, file.parent)
    except OSError as error:
        raise StoreError(
            f"expected to make {file}, got an error ({error.strerror}); make the folder writable or "
            "choose another with --database"
        ) from error
    return descriptor


# The first byte is locked, and the process id follows it: on Windows a locked byte cannot be read.
if sys.platform == "win32":  # pragma: no cover (the tests run on Linux)
    import msvcrt

    def _locked(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _locked(descriptor: int) -> bool:
        # flock, not lockf: lockf does not distinguish two descriptors of one process.
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
