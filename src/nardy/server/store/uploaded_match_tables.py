"""The table of matches that people have uploaded."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

uploaded_match = sql.Table(
    "uploaded_match",
    metadata,
    # Random: it stands in addresses.
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    # The name of the file.
    sql.Column("name", sql.Text, nullable=False),
    # The text of the first game's rules, as in position text.
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    sql.Column("white_name", sql.Text, nullable=False),
    sql.Column("black_name", sql.Text, nullable=False),
    sql.Column("turns", sql.Integer, nullable=False),
    # Turns that break a law.
    sql.Column("illegal", sql.Integer, nullable=False),
    # Milliseconds since 1970.
    sql.Column("since", MOMENT, nullable=False),
    # The code of the link by which others read it; null: nobody else does.
    sql.Column("link", sql.Text, unique=True),
    # Match JSON.
    sql.Column("record", sql.Text, nullable=False),
    sql.Index("uploaded_match_of_guest", "guest", "since"),
)
