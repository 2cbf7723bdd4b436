"""From nardy 0.3.0 to the next: what a club's life needs."""

import sqlalchemy as sql
from alembic import op

revision = "18"
down_revision = "17"


def upgrade() -> None:
    """New tables; nothing else changes."""
    _packed_games()


def _packed_games() -> None:
    op.create_table(
        "packed_room",
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("month", sql.Integer, nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("data", sql.LargeBinary),
        sql.Column("archive", sql.Text),
    )
    op.create_index("packed_by_month", "packed_room", ["month"])
