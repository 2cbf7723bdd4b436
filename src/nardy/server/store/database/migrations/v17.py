"""From nardy 0.2.0 to the next: tries and ratings of puzzles, and own mistakes that come again."""

import sqlalchemy as sql
from alembic import op

revision = "17"
down_revision = "16"


def upgrade() -> None:
    """Tables of their own; nothing else changes."""
    op.create_table(
        "puzzle_try",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("puzzle", sql.Text, primary_key=True),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("turn", sql.Text, nullable=False),
        sql.Column("is_right", sql.Boolean, nullable=False),
        sql.Column("at", sql.Integer, nullable=False),
    )
    op.create_index("puzzle_try_of_game", "puzzle_try", ["guest", "game"])
    op.create_table(
        "puzzle_standing",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("game", sql.Text, primary_key=True),
        sql.Column("tried", sql.Integer, nullable=False),
        sql.Column("solved", sql.Integer, nullable=False),
        sql.Column("strength", sql.Float, nullable=False),
        sql.Column("deviation", sql.Float, nullable=False),
        sql.Column("volatility", sql.Float, nullable=False),
        sql.Column("last_at", sql.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_rating",
        sql.Column("puzzle", sql.Text, primary_key=True),
        sql.Column("tried", sql.Integer, nullable=False),
        sql.Column("solved", sql.Integer, nullable=False),
        sql.Column("strength", sql.Float, nullable=False),
        sql.Column("deviation", sql.Float, nullable=False),
        sql.Column("volatility", sql.Float, nullable=False),
    )
    _mistakes()


def _mistakes() -> None:
    op.create_table(
        "own_mistake",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("position", sql.Text, nullable=False),
        sql.Column("turns", sql.Text, nullable=False),
        sql.Column("played", sql.Text, nullable=False),
        sql.Column("room", sql.Text, nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("card", sql.Text, nullable=False),
        sql.Column("due", sql.Integer, nullable=False),
    )
    op.create_index("own_mistake_by_due", "own_mistake", ["guest", "due"])
