"""Known devices, numbers of opponents, and the rated length of results."""

import sqlalchemy as sql
from alembic import op

revision = "13"
down_revision = "12"


def upgrade() -> None:
    """Existing results keep their full length, and their opponents are counted."""
    op.create_table(
        "sighting",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("kind", sql.Text, primary_key=True),
        sql.Column("mark", sql.Text, primary_key=True),
        sql.Column("seen", sql.Integer, nullable=False),
    )
    op.create_index("sighting_by_mark", "sighting", ["kind", "mark"])
    op.add_column("result", sql.Column("rated_length", sql.Integer))
    opponents = sql.Column("opponents", sql.Integer, nullable=False, server_default="0")
    op.add_column("standing", opponents)
    op.get_bind().execute(sql.text(_COUNTED))


_COUNTED = """
with met as (
    select white as who, black as other, game, pace from result
    where is_rated = 1 and pace is not null and score is not null
    union
    select black, white, game, pace from result
    where is_rated = 1 and pace is not null and score is not null
)
update standing set opponents = (
    select count(*) from met
    where met.who = standing.who and met.game = standing.game and met.pace = standing.pace
)
"""
