"""Access to a club's database for the commands beside `nardy serve`."""

import sys
from collections.abc import Awaitable, Callable, Generator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from nardy.errors import MissingExtraError, NardyError

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from nardy.server.store.database.address import Database
    from nardy.server.store.database.writer import Writer

Result = TypeVar("Result")
TellProgress = Callable[[int, int], None]
"""Called with the number of finished items and their total."""


def require_server() -> None:
    """Refuse if the server cannot run.

    Raises:
        MissingExtraError: the packages of the server are not installed.
    """
    if find_spec("litestar") is None:
        raise MissingExtraError.of("the packages of the club", "server")


def club_database(database: str | None) -> "Database":
    """The database of a club; by default the file in the user's data folder.

    Raises:
        MissingExtraError: the packages of the server are not installed.
        NardyError: there is no such file.
    """
    require_server()
    from nardy.server.settings import read_settings  # noqa: PLC0415 (an extra)

    found = read_settings({"database": database}).database
    if isinstance(found, Path) and not found.exists():
        raise NardyError(f"no database of a club at {found}; name it with --database")
    return found


@contextmanager
def progress(label: str) -> Generator[TellProgress]:
    """A progress bar on standard error, shown with the first progress."""
    with ExitStack() as shown:
        bars: list[ProgressBar[int]] = []

        def tell(done: int, of: int) -> None:
            if not bars:
                bar = click.progressbar(length=of, label=label, file=sys.stderr)
                bars.append(shown.enter_context(bar))
            bars[0].length = of
            bars[0].update(done - bars[0].pos)

        yield tell


async def over_rooms(
    database: "Database", does: Callable[["Writer", TellProgress], Awaitable[Result]]
) -> Result:
    """Run a function over every room of a club, with a progress bar."""
    from nardy.server.store.database.opening import open_store  # noqa: PLC0415 (an extra)

    store = open_store(database)
    try:
        with progress("rooms") as tell:
            return await does(store, tell)
    finally:
        store.close()
