"""Chosen pictures."""

import sqlalchemy as sql
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """'' is the default picture derived from the name."""
    op.add_column("guest", sql.Column("avatar", sql.Text, nullable=False, server_default=""))
