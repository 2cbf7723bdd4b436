"""Rooms in which a game goes on are found without looking at all that ever were."""

import sqlalchemy as sql
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """The words are those of the questions: only then does SQLite use it."""
    op.create_index("room_going_on", "room", ["since"], sqlite_where=sql.text("is_over IS 0"))
