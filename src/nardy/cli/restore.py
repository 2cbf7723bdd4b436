"""`nardy restore`: restore a club's database from a backup."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nardy.cli.backup import described
from nardy.cli.club_file import progress, require_server

if TYPE_CHECKING:
    from nardy.server.store.database.address import Database
    from nardy.server.store.database.backup import Contents


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--database", help="The SQLite file [in the user's data folder], or a postgresql:// address."
)
@click.option("--json", "as_json", is_flag=True, help="What was restored, as JSON.")
def command(file: Path, database: str | None, *, as_json: bool) -> None:
    """Restore the database of a club from the backup FILE; stop the club first.

    FILE is checked completely before anything is changed, and is not modified. The previous
    database is kept beside the new one under another name, which is printed. On PostgreSQL the database
    must be there, empty or with a club; the previous tables are kept in another schema of it.

    Example: nardy restore /var/backups/nardy/monday.db
    """
    require_server()
    from nardy.server.settings import read_settings  # noqa: PLC0415 (an extra)
    from nardy.server.store.schema import SCHEMA  # noqa: PLC0415

    target = read_settings({"database": database}).database
    found, kept = _restored(file, target)
    for name in found.archives:
        archive = target.resolve().with_name(name) if isinstance(target, Path) else Path(name)
        if not archive.exists():
            click.echo(f"old games are missing, put their archive there: {archive}", err=True)
    if as_json:
        restored = {"database": str(target), "kept": str(kept) if kept else None, **vars(found)}
        click.echo(json.dumps(restored))
        return
    click.echo(f"restored: {target} ({described(found)})")
    if found.schema < SCHEMA and not isinstance(target, Path):
        click.echo("bring it up to date before you start the club: nardy migrate")
    if kept:
        what = "database" if isinstance(target, Path) else "tables"
        click.echo(f"previous {what} kept as: {kept}")


def _restored(file: Path, target: "Database") -> tuple["Contents", Path | str | None]:
    if isinstance(target, Path):
        from nardy.server.store.database.restore import restore  # noqa: PLC0415 (an extra)

        with progress("pages") as tell:
            return restore(file, target, tell)
    from nardy.server.store.database import postgresql_restore  # noqa: PLC0415 (an extra)

    return postgresql_restore.restore(file, target)
