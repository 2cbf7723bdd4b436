"""Migrations by Alembic, imported only when needed since its import is slow."""

from pathlib import Path

import sqlalchemy as sql
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

FOLDER = Path(__file__).with_name("migrations")


def newest() -> int:
    """The version after the last migration."""
    return int(_scripts().get_current_head() or 0)


def migrate(connection: sql.Connection, version: int, until: int | None = None) -> None:
    """Migrate the tables from *version* to *until*, by default the newest.

    All steps run in the open transaction: they succeed together or not at all.
    """
    last, first = str(until or "head"), str(version) if version else "base"
    steps = list(_scripts().iterate_revisions(last, first))
    with Operations.context(MigrationContext.configure(connection)):
        for step in reversed(steps):
            step.module.upgrade()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(FOLDER), version_locations=[str(FOLDER)])
