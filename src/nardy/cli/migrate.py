"""`nardy migrate`: bring the tables of a club's database up to date, or take a club to PostgreSQL."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from nardy.cli.club_file import club_database, progress
from nardy.errors import NardyError


@click.command()
@click.option(
    "--database", help="The SQLite file [in the user's data folder], or a postgresql:// address."
)
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    help="The SQLite file of a club that moves into an empty database of PostgreSQL.",
)
@click.option("--json", "as_json", is_flag=True, help="The versions or the tables, as JSON.")
def command(database: str | None, source: Path | None, *, as_json: bool) -> None:
    """Bring the tables of a club up to date, after an upgrade of nardy.

    A club on PostgreSQL does not start while its tables are older than the program, so that an
    upgrade is a decision. Stop it, make a backup, migrate, and start it. All steps are one
    transaction. A club on SQLite does this by itself when it starts.

    With --from, a club moves from its file to PostgreSQL, in one transaction: all tables, each compared
    by the number of its rows and a digest of them. Stop the club first; the file stays as it is.

    Example: nardy migrate --database postgresql://nardy@localhost/club

    Example: nardy migrate --from club.db --database postgresql://nardy@localhost/club
    """
    if source is not None:
        _move(source, database, as_json=as_json)
        return
    found = club_database(database)
    from nardy.server.store.database.opening import bring_up_to_date  # noqa: PLC0415 (an extra)

    before, now = bring_up_to_date(found)
    if as_json:
        click.echo(json.dumps({"database": str(found), "before": before, "now": now}))
    elif before == now:
        click.echo(f"up to date: {found}, version {now}")
    else:
        click.echo(f"migrated: {found}, from version {before} to {now}")


def _move(source: Path, database: str | None, *, as_json: bool) -> None:
    """Take a club from a file to PostgreSQL."""
    file = club_database(str(source))
    from nardy.server.settings import read_settings  # noqa: PLC0415 (an extra)

    target = read_settings({"database": database}).database
    if not isinstance(file, Path) or isinstance(target, Path):
        raise NardyError(
            "expected a file for --from and a postgresql:// address for --database, got "
            f"{file} and {target}"
        )
    from nardy.server.store.database.transfer import transfer  # noqa: PLC0415 (an extra)

    with progress("tables") as tell:
        tables = transfer(file, target, tell)
    if as_json:
        told = {name: asdict(of) for name, of in tables.items()}
        click.echo(json.dumps({"from": str(file), "database": str(target), "tables": told}))
    else:
        rows = sum(of.rows for of in tables.values())
        click.echo(
            f"moved: {file} to {target} ({len(tables)} tables, {rows:,} rows; each table has the same digest)"
        )
