"""From nardy 0.3.0 to the next: what a club's life needs."""

import sqlalchemy as sql
from alembic import op

revision = "18"
down_revision = "17"


def upgrade() -> None:
    """New tables; nothing else changes."""
    _meeting()


def _meeting() -> None:
    op.create_table(
        "follow",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("followed", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_index("follow_by_followed", "follow", ["followed"])
    op.create_table(
        "meeting_choice",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("seen_by", sql.Text, nullable=False),
        sql.Column("challenged_by", sql.Text, nullable=False),
    )
    op.create_table(
        "challenge",
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("challenged", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_index("challenge_of_guest", "challenge", ["guest"])
    op.create_index("challenge_by_challenged", "challenge", ["challenged"])
