"""`nardy archive`: move old games out of a club's database into a file, and back."""

import asyncio
import json
import re
from pathlib import Path

import click

from nardy.cli.club_file import club_database, over_rooms
from nardy.errors import NardyError


@click.command()
@click.argument("name")
@click.option("--before", help="Move games that ended before this month, such as 2026-01.")
@click.option("--back", is_flag=True, help="Read the games of the archive back instead.")
@click.option(
    "--database", help="The SQLite file [in the user's data folder], or a postgresql:// address."
)
@click.option("--json", "as_json", is_flag=True, help="What was moved, as JSON.")
def command(
    name: str, before: str | None, database: str | None, *, back: bool, as_json: bool
) -> None:
    """Move the old games of a club into the archive NAME, a new file beside its database.

    Games are packed a day after their end, and only packed games are moved. The club still shows
    them, as long as the archive lies beside the database. It may be running meanwhile. Keep a copy
    of the archive: backups of the database do not have its games. With PostgreSQL, NAME is a whole
    path, where all processes of the club and its workers find the archive.

    Example: nardy archive 2025.games --before 2026-01
    """
    found = club_database(database)
    month = _month(before) if not back else 0
    archive = _beside(found, name) if isinstance(found, Path) else _whole_path(name)
    from nardy.server.store.archiving import bring_back, move_out  # noqa: PLC0415 (an extra)

    count = asyncio.run(
        over_rooms(
            found,
            lambda store, tell: (
                bring_back(store, archive, tell) if back else move_out(store, archive, month, tell)
            ),
        )
    )
    if as_json:
        click.echo(json.dumps({"archive": str(archive), "games": count, "back": back}))
    else:
        click.echo(f"games {'read back from' if back else 'moved to'} {archive}: {count:,}")


def _beside(file: Path, name: str) -> Path:
    if Path(name).name != name or name in (".", ".."):
        raise NardyError(f"expected a name of a file, got {name!r:.60}; archives lie beside {file}")
    archive = file.resolve().with_name(name)
    if archive == file.resolve():
        raise NardyError(f"expected a new file, got {name}, the database itself; name another")
    return archive


def _whole_path(name: str) -> Path:
    if not Path(name).is_absolute() or Path(name).is_dir():
        raise NardyError(
            f"expected the whole path of a file, got {name!r:.60}; name one that all processes of the club can "
            "read, such as /srv/nardy/2025.games"
        )
    return Path(name).resolve()


def _month(text: str | None) -> int:
    if text is None:
        raise NardyError("expected --before with a month, or --back; see nardy archive --help")
    if not re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", text):
        raise NardyError(f"expected a month such as 2026-01, got {text!r:.40}")
    return int(text.replace("-", ""))
