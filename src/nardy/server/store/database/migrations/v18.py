"""From nardy 0.3.0 to the next: what a club's life needs."""

import sqlalchemy as sql
from alembic import op

revision = "18"
down_revision = "17"


def upgrade() -> None:
    """New tables; nothing else changes."""
    _review_notes()


def _review_notes() -> None:
    op.create_table(
        "review_note",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("note", sql.Text, nullable=False),
        sql.Column("tried", sql.Text, nullable=False),
        sql.Column("changed", sql.Integer, nullable=False),
    )
    op.create_index("review_note_by_time", "review_note", ["guest", "changed"])
