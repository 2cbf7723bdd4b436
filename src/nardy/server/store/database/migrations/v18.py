"""From nardy 0.3.0 to the next: what a club's life needs."""

import sqlalchemy as sql
from alembic import op

revision = "18"
down_revision = "17"


def upgrade() -> None:
    """New tables; nothing else changes."""
    _uploaded_matches()


def _uploaded_matches() -> None:
    op.create_table(
        "uploaded_match",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("white_name", sql.Text, nullable=False),
        sql.Column("black_name", sql.Text, nullable=False),
        sql.Column("turns", sql.Integer, nullable=False),
        sql.Column("illegal", sql.Integer, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("link", sql.Text, unique=True),
        sql.Column("record", sql.Text, nullable=False),
    )
    op.create_index("uploaded_match_of_guest", "uploaded_match", ["guest", "since"])
