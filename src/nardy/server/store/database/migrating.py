"""Bringing an older database to the present tables, by Alembic; its import is slow, so lazy."""

from pathlib import Path

import sqlalchemy as sql
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

FOLDER = Path(__file__).with_name("migrations")


def newest() -> int:
    """The version that the last of the migrations leads to."""
    return int(_scripts().get_current_head() or 0)


def migrate(connection: sql.Connection, version: int, until: int | None = None) -> None:
    """Bring the tables of a version to a later one, the newest if none is named.

    All of it happens in the transaction that is open: it fails as a whole or not at all.
    """
    last, first = str(until or "head"), str(version) if version else "base"
    steps = list(_scripts().iterate_revisions(last, first))
    with Operations.context(MigrationContext.configure(connection)):
        for step in reversed(steps):
            step.module.upgrade()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(FOLDER), version_locations=[str(FOLDER)])
