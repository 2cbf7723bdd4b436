"""`nardy migrate`: bring the tables of a club's database up to date."""

import json

import click

from nardy.cli.club_file import club_database


@click.command()
@click.option(
    "--database", help="The SQLite file [in the user's data folder], or a postgresql:// address."
)
@click.option("--json", "as_json", is_flag=True, help="The versions, as JSON.")
def command(database: str | None, *, as_json: bool) -> None:
    """Bring the tables of a club up to date, after an upgrade of nardy.

    A club on PostgreSQL does not start while its tables are older than the program, so that an
    upgrade is a decision. Stop it, make a backup, migrate, and start it. All steps are one
    transaction. A club on SQLite does this by itself when it starts.

    Example: nardy migrate --database postgresql://nardy@localhost/club
    """
    found = club_database(database)
    from nardy.server.store.database.opening import bring_up_to_date  # noqa: PLC0415 (an extra)

    before, now = bring_up_to_date(found)
    if as_json:
        click.echo(json.dumps({"database": str(found), "before": before, "now": now}))
    elif before == now:
        click.echo(f"up to date: {found}, version {now}")
    else:
        click.echo(f"migrated: {found}, from version {before} to {now}")
