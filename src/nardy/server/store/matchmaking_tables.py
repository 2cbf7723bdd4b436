"""The tables of how people find each other: who follows whom, what they choose to show, challenges."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

follow = sql.Table(
    "follow",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    sql.Column("followed", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    sql.Column("since", MOMENT, nullable=False),
    sql.Index("follow_by_followed", "followed"),
)

meeting_choice = sql.Table(
    "meeting_choice",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # Who sees that they are online, and who may challenge them: 'nobody', 'followed' (people whom they follow)
    # or 'all'.
    sql.Column("seen_by", sql.Text, nullable=False),
    sql.Column("challenged_by", sql.Text, nullable=False),
)

challenge = sql.Table(
    "challenge",
    metadata,
    # The room whose free seat is kept for the one who is challenged.
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("challenged", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    sql.Column("until", MOMENT, nullable=False),
    sql.Index("challenge_of_guest", "guest"),
    sql.Index("challenge_by_challenged", "challenged"),
)
