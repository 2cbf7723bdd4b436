"""An index of unfinished rooms."""

import sqlalchemy as sql
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """The condition is written as in the queries: only then does SQLite use the index."""
    op.create_index("room_going_on", "room", ["since"], sqlite_where=sql.text("is_over IS 0"))
