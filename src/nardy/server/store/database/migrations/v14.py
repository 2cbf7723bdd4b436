"""From nardy 0.1.0 to 0.1.1: scopes of API tokens, known devices, results numbered in the order of the log."""

import sqlalchemy as sql
from alembic import op

revision = "14"
down_revision = None  # begins at version 11, the database of nardy 0.1.0


def upgrade() -> None:
    """Existing tokens get all scopes, and every ladder is marked for recalculation."""
    for table, column in (
        ("session", sql.Column("scopes", sql.Text, nullable=False, server_default="")),
        ("standing", sql.Column("opponents", sql.Integer, nullable=False, server_default="0")),
        ("result", sql.Column("rated_length", sql.Integer)),
        ("result", sql.Column("number", sql.Integer, nullable=False, server_default="0")),
        ("result", sql.Column("white_after", sql.Text)),
        ("result", sql.Column("black_after", sql.Text)),
    ):
        op.add_column(table, column)
    for name, columns in (
        ("number_of_white", ["white", "number"]),
        ("number_of_black", ["black", "number"]),
        ("result_of_pair", ["white", "black"]),
        ("result_by_number", ["game", "pace", "number"]),
    ):
        op.create_index(name, "result", columns)
    op.create_table(
        "sighting",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("kind", sql.Text, primary_key=True),
        sql.Column("mark", sql.Text, primary_key=True),
        sql.Column("seen", sql.Integer, nullable=False),
    )
    op.create_index("sighting_by_mark", "sighting", ["kind", "mark"])
    op.create_table(
        "recount",
        sql.Column("game", sql.Text, primary_key=True),
        sql.Column("pace", sql.Text, primary_key=True),
        sql.Column("upto", sql.Integer, nullable=False),
        sql.Column("who", sql.Text, nullable=False),
        sql.Column("stamp", sql.Integer, nullable=False),
    )
    for statement in _CONTENTS.split(";"):
        op.get_bind().exec_driver_sql(statement)


# Tokens could also set a password or create recovery codes: such login methods are removed, and the
# browser sessions that came by them end. Results keep their full length, and opponents are counted.
_CONTENTS = """
delete from session where agent <> 'token'
    and guest in (select guest from account where role = 'program');
update session set scopes = 'play read'
    where guest in (select guest from account where role = 'program');
update account set password = '' where role = 'program';
delete from recovery where guest in (select guest from account where role = 'program');
delete from outside where guest in (select guest from account where role = 'program');
delete from passkey where guest in (select guest from account where role = 'program');
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
);
update result set number = coalesce((
    select entry.rowid from entry where entry.room = result.room order by entry.number desc limit 1
), 0);
insert into recount (game, pace, upto, who, stamp)
    select distinct game, pace, 0, '', 1 from result
    where is_rated = 1 and pace is not null and score is not null
"""
