"""Results numbered in the order of the log, with both standings after each."""

import sqlalchemy as sql
from alembic import op

revision = "14"
down_revision = "13"


def upgrade() -> None:
    """Mark every ladder for recalculation, since older results lack their standings."""
    number = sql.Column("number", sql.Integer, nullable=False, server_default="0")
    op.add_column("result", number)
    for seat in ("white", "black"):
        op.add_column("result", sql.Column(f"{seat}_after", sql.Text))
        op.create_index(f"number_of_{seat}", "result", [seat, "number"])
    op.create_index("result_of_pair", "result", ["white", "black"])
    op.create_index("result_by_number", "result", ["game", "pace", "number"])
    op.create_table(
        "recount",
        sql.Column("game", sql.Text, primary_key=True),
        sql.Column("pace", sql.Text, primary_key=True),
        sql.Column("upto", sql.Integer, nullable=False),
        sql.Column("who", sql.Text, nullable=False),
        sql.Column("stamp", sql.Integer, nullable=False),
    )
    for statement in (_PLACES, _MARKS):
        op.get_bind().execute(sql.text(statement))


_PLACES = """
update result set number = coalesce((
    select entry.rowid from entry where entry.room = result.room order by entry.number desc limit 1
), 0)
"""
_MARKS = """
insert into recount (game, pace, upto, who, stamp)
select distinct game, pace, 0, '', 1 from result
where is_rated = 1 and pace is not null and score is not null
"""
