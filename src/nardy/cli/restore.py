"""`nardy restore`: restore a club's database from a backup."""

import json
from pathlib import Path

import click

from nardy.cli.backup import described
from nardy.cli.club_file import progress, require_server


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", help="The SQLite file of the club [in the user's data folder].")
@click.option("--json", "as_json", is_flag=True, help="What was restored, as JSON.")
def command(file: Path, database: str | None, *, as_json: bool) -> None:
    """Restore the database of a club from the backup FILE; stop the club first.

    FILE is checked completely before anything is changed, and is not modified. The previous
    database is kept beside the new one under another name, which is printed.

    Example: nardy restore /var/backups/nardy/monday.db
    """
    require_server()
    from nardy.server.settings import read_settings  # noqa: PLC0415 (an extra)
    from nardy.server.store.database.address import require_file  # noqa: PLC0415
    from nardy.server.store.database.restore import restore  # noqa: PLC0415

    target = require_file(read_settings({"database": database}).database, "nardy restore")
    with progress("pages") as tell:
        found, kept = restore(file, target, tell)
    for name in found.archives:
        if not (archive := target.resolve().with_name(name)).exists():
            click.echo(f"old games are missing, put their archive there: {archive}", err=True)
    if as_json:
        restored = {"database": str(target), "kept": str(kept) if kept else None, **vars(found)}
        click.echo(json.dumps(restored))
        return
    click.echo(f"restored: {target} ({described(found)})")
    if kept:
        click.echo(f"previous database kept as: {kept}")
