"""From nardy 0.2.0 to the next: games that browsers played without the club."""

import sqlalchemy as sql
from alembic import op

revision = "16"
down_revision = "15"


def upgrade() -> None:
    """A table of their own; nothing else changes."""
    op.create_table(
        "offline_game",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("seat", sql.Text, nullable=False),
        sql.Column("level", sql.Text, nullable=False),
        sql.Column("begun", sql.Integer, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("result", sql.Text, nullable=False),
        sql.Column("record", sql.Text, nullable=False),
    )
