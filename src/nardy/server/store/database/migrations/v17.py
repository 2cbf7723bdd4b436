"""From nardy 0.2.0 to 0.3.0: games that browsers played, figures of reviewed games, puzzles and own mistakes."""

import sqlalchemy as sql
from alembic import op

revision = "17"
down_revision = "15"


def upgrade() -> None:
    """New tables; nothing else changes."""
    _offline_games()
    _reviewed_games()
    _puzzles()
    _mistakes()


def _offline_games() -> None:
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


def _reviewed_games() -> None:
    op.create_table(
        "reviewed_game",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("begun", sql.Integer, nullable=False),
        sql.Column("ended_at", sql.Integer, nullable=False),
        sql.Column("plies", sql.Integer, nullable=False),
        sql.Column("is_protected", sql.Boolean, nullable=False),
        sql.Column("turns", sql.Integer, nullable=False),
        sql.Column("turns_lost", sql.Float, nullable=False),
        sql.Column("cubes", sql.Integer, nullable=False),
        sql.Column("cubes_lost", sql.Float, nullable=False),
        sql.Column("luck", sql.Float, nullable=False),
        sql.Column("timed", sql.Integer, nullable=False),
        sql.Column("spread", sql.Float),
    )
    op.create_index("reviewed_by_time", "reviewed_game", ["guest", "ended_at"])
    op.create_table(
        "review_part",
        sql.Column("guest", sql.Text, primary_key=True),
        sql.Column("room", sql.Text, primary_key=True),
        sql.Column("kind", sql.Text, primary_key=True),
        sql.Column("name", sql.Text, primary_key=True),
        sql.Column("count", sql.Integer, nullable=False),
        sql.Column("lost", sql.Float, nullable=False),
        sql.ForeignKeyConstraint(["guest", "room"], ["reviewed_game.guest", "reviewed_game.room"]),
    )
    op.create_table(
        "review_choice",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("shown_to", sql.Text, nullable=False),
        sql.Column("is_automatic", sql.Boolean, nullable=False),
    )


def _puzzles() -> None:
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
