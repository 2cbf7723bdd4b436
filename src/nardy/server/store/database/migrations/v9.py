"""Pictures that people choose."""

import sqlalchemy as sql
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Whoever has chosen none has the one that goes with the name."""
    op.add_column("guest", sql.Column("avatar", sql.Text, nullable=False, server_default=""))
