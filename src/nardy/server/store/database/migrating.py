"""Migrations by Alembic, imported only when needed since its import is slow."""

from pathlib import Path

import sqlalchemy as sql
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

FOLDER = Path(__file__).with_name("migrations")


def migrate(connection: sql.Connection, version: int) -> None:
    """Migrate the tables from *version* to the newest.

    All steps run in the open transaction: they succeed together or not at all.
    """
    scripts = ScriptDirectory(str(FOLDER), version_locations=[str(FOLDER)])
    steps = [step for step in scripts.walk_revisions() if int(step.revision) > version]
    with Operations.context(MigrationContext.configure(connection)):
        for step in reversed(steps):
            step.module.upgrade()
