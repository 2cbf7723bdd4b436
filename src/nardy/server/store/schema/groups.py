"""Clubs by invitation within the club: circles, and who belongs to them."""

import sqlalchemy as sql

from nardy.server.store.schema.login_methods import metadata

circle = sql.Table(
    "circle",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("about", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    # Of the invitation that holds: whoever has it may join. Its keepers must be able to read it.
    sql.Column("code", sql.Text, nullable=False, unique=True),
    # In milliseconds since 1970, and how many may still join by it; none is without a limit.
    sql.Column("until", sql.Integer),
    sql.Column("uses", sql.Integer),
)

circle_member = sql.Table(
    "circle_member",
    metadata,
    sql.Column("circle", sql.Text, sql.ForeignKey("circle.id"), primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # 'owner', 'helper' or 'member'.
    sql.Column("role", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    sql.Index("circle_of_guest", "guest"),
)
