"""`nardy backup`: copy the database of a running club."""

import json
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nardy.cli.club_file import club_database, progress
from nardy.errors import NardyError

if TYPE_CHECKING:
    from nardy.server.store.database.address import Database
    from nardy.server.store.database.backup import Contents


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--database", help="The SQLite file [in the user's data folder], or a postgresql:// address."
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.option("--json", "as_json", is_flag=True, help="What was saved, as JSON.")
def command(file: Path, database: str | None, *, force: bool, as_json: bool) -> None:
    """Back up the database of a running club into FILE.

    The copy is a consistent snapshot of the moment when it starts. It is checked before it gets its
    name, so that FILE is either a complete backup or absent. It has the seeds of running games and
    people's names: protect it like the database. A club on PostgreSQL is copied by pg_dump, which must be
    installed.

    Example: nardy backup /var/backups/nardy/monday.db
    """
    source, began = club_database(database), time.monotonic()
    from nardy.server.store.database.backup import beside, put_in_place  # noqa: PLC0415 (an extra)

    _require_free(file, source, force=force)
    with beside(file) as part:
        found = _copy(source, part)
        _require_free(file, source, force=force)  # another process may have made it meanwhile
        put_in_place(part, file)
    size, seconds = file.stat().st_size, time.monotonic() - began
    if as_json:
        saved = {"file": str(file), "bytes": size, "seconds": round(seconds, 3), **vars(found)}
        click.echo(json.dumps(saved))
    else:
        click.echo(f"saved: {file} ({size / 1e6:,.1f} MB, {described(found)})")
    for name in found.archives:
        archive = source.resolve().with_name(name) if isinstance(source, Path) else name
        click.echo(f"old games are not in it, keep a copy of: {archive}", err=True)


def _copy(source: "Database", part: Path) -> "Contents":
    if isinstance(source, Path):
        from nardy.server.store.database.backup import copy  # noqa: PLC0415 (an extra)

        with progress("pages") as tell:
            return copy(source, part, tell)
    from nardy.server.store.database.postgresql.dumps import dump  # noqa: PLC0415 (an extra)

    with progress("tables") as tell:
        return dump(source, part, tell)


def _require_free(file: Path, source: "Database", *, force: bool) -> None:
    if file.is_dir():
        raise NardyError(f"expected a file name, got {file}, which is a folder; add a name")
    if not file.exists():
        return
    if isinstance(source, Path) and file.samefile(source):
        raise NardyError(f"expected another file, got {file}, the database itself; name another")
    if not force:
        raise NardyError(
            f"expected a new file, got {file}, which exists; add --force to replace it"
        )


def described(found: "Contents") -> str:
    """The contents of a database in one line."""
    last = datetime.fromtimestamp(found.last_at / 1000).astimezone()
    at = f", last act at {last:%Y-%m-%d %H:%M:%S}" if found.last_at else ""
    return f"version {found.schema}, {found.rooms:,} rooms, {found.unfinished:,} going on{at}"
