"""Moving packed games into an archive and back, while a club may be running."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from nardy.server.store.database.backup import beside, put_in_place
from nardy.server.store.database.lock import own_like
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.dialects import is_postgresql
from nardy.server.store.packed_games import archives

TellProgress = Callable[[int, int], None]
"""Called with the number of games moved, and of all."""


async def move_out(store: Writer, file: Path, before: int, tell: TellProgress) -> int:
    """Move all packed games that ended before a month (such as 202601) into an archive; returns how many.

    An archive that is there already, since this was interrupted, gets no more games: the rest of its own
    leave the database.

    Raises:
        StoreError: the archive cannot be written, or the file is something else.
    """
    rooms = await store.read(lambda c: archives.movable(c, before))
    await store.read(lambda c: _write(c, rooms, file))
    moved = 0
    for done, some in _slices(rooms):
        moved += await store.run(lambda c, some=some: archives.move_out(c, some, file))
        tell(done, len(rooms))
    return moved


def _write(connection: Connection, rooms: list[str], file: Path) -> None:
    """Write an archive that is not there yet; the name belongs to a finished file."""
    if rooms and not file.exists():
        with beside(file) as part:
            archives.write(connection, rooms, part)
            _take_over(connection, part, file)
            put_in_place(part, file)


def _take_over(connection: Connection, part: Path, file: Path) -> None:
    """Give the archive to who reads it: often root moves games, and the club runs as another user."""
    if is_postgresql(connection):
        own_like(part, file.parent)
    else:
        database = Path(connection.engine.url.database or "")
        own_like(part, database)
        shutil.copymode(database, part)


async def bring_back(store: Writer, file: Path, tell: TellProgress) -> int:
    """Read all games of an archive back into the database; returns how many. The file stays as it is.

    Raises:
        StoreError: the archive is not there, or is damaged.
    """
    rooms = await store.read(lambda c: archives.moved_to(c, file))
    for done, some in _slices(rooms):
        await store.run(lambda c, some=some: archives.bring_back(c, some, file))
        tell(done, len(rooms))
    return len(rooms)


def _slices(rooms: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Slices of rooms, each with the number of rooms up to its end."""
    starts = range(0, len(rooms), archives.AT_ONCE)
    slices = [[*rooms[first : first + archives.AT_ONCE]] for first in starts]
    return [(first + len(some), some) for first, some in zip(starts, slices, strict=True)]
