"""Results of finished rooms, and standings."""

import sqlalchemy as sql
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Start empty; `nardy ratings rebuild` adds older casual games."""
    _make_results()
    _make_standings()


def _make_results() -> None:
    op.create_table(
        "result",
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("pace", sql.Text),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("is_rated", sql.Boolean, nullable=False),
        sql.Column("white", sql.Text, nullable=False),
        sql.Column("black", sql.Text, nullable=False),
        sql.Column("score", sql.Float),
        sql.Column("white_points", sql.Float, nullable=False),
        sql.Column("black_points", sql.Float, nullable=False),
        sql.Column("size", sql.Text, nullable=False),
        sql.Column("on_time", sql.Boolean, nullable=False),
        sql.Column("ended_at", sql.Integer, nullable=False),
        sql.Column("white_rating", sql.Float),
        sql.Column("white_change", sql.Float),
        sql.Column("black_rating", sql.Float),
        sql.Column("black_change", sql.Float),
    )
    op.create_index("result_of_white", "result", ["white", "ended_at"])
    op.create_index("result_of_black", "result", ["black", "ended_at"])
    op.create_index("result_of_ladder", "result", ["game", "pace", "ended_at"])


def _make_standings() -> None:
    op.create_table(
        "standing",
        sql.Column("who", sql.Text, primary_key=True),
        sql.Column("game", sql.Text, primary_key=True),
        sql.Column("pace", sql.Text, primary_key=True),
        sql.Column("rating", sql.Float, nullable=False),
        sql.Column("experience", sql.Integer, nullable=False),
        sql.Column("matches", sql.Integer, nullable=False),
        sql.Column("won", sql.Integer, nullable=False),
        sql.Column("drawn", sql.Integer, nullable=False),
        sql.Column("lost", sql.Integer, nullable=False),
        sql.Column("streak", sql.Integer, nullable=False),
        sql.Column("longest", sql.Integer, nullable=False),
        sql.Column("peak", sql.Float, nullable=False),
        sql.Column("strength", sql.Float, nullable=False),
        sql.Column("deviation", sql.Float, nullable=False),
        sql.Column("volatility", sql.Float, nullable=False),
        sql.Column("trend", sql.Text, nullable=False),
        sql.Column("last_at", sql.Integer, nullable=False),
        sql.Column("last_room", sql.Text, nullable=False),
    )
    op.create_index("standing_by_rating", "standing", ["game", "pace", "rating", "matches"])
