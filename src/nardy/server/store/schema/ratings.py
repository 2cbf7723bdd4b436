"""Results and standings. Both follow from the log: `nardy ratings rebuild` makes them anew."""

import sqlalchemy as sql

from nardy.server.store.schema.base import metadata

result = sql.Table(
    "result",
    metadata,
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("pace", sql.Text),
    sql.Column("length", sql.Integer, nullable=False),
    # The points for which it is rated, where little was played of the match; null: its length.
    sql.Column("rated_length", sql.Integer),
    sql.Column("is_rated", sql.Boolean, nullable=False),
    sql.Column("white", sql.Text, nullable=False),
    sql.Column("black", sql.Text, nullable=False),
    # White's: 1, 0.5 or 0; null where nobody could move any more.
    sql.Column("score", sql.Float),
    sql.Column("white_points", sql.Float, nullable=False),
    sql.Column("black_points", sql.Float, nullable=False),
    sql.Column("size", sql.Text, nullable=False),
    sql.Column("on_time", sql.Boolean, nullable=False),
    sql.Column("ended_at", sql.Integer, nullable=False),
    # Where it stands among all results: the row of the log that ended the room. Clocks can be set back.
    sql.Column("number", sql.Integer, nullable=False, server_default="0"),
    # The ratings after it and what it added to them; null where it was not rated.
    sql.Column("white_rating", sql.Float),
    sql.Column("white_change", sql.Float),
    sql.Column("black_rating", sql.Float),
    sql.Column("black_change", sql.Float),
    # What it made of both, as JSON: a ladder is counted on from any place (server/store/ratings/ladders.py).
    sql.Column("white_after", sql.Text),
    sql.Column("black_after", sql.Text),
    sql.Index("result_of_white", "white", "ended_at"),
    sql.Index("result_of_black", "black", "ended_at"),
    sql.Index("result_of_ladder", "game", "pace", "ended_at"),
    # A bot has many casual games, which its page does not tell.
    sql.Index("rated_of_white", "white", "is_rated", "ended_at"),
    sql.Index("rated_of_black", "black", "is_rated", "ended_at"),
    sql.Index("result_by_number", "game", "pace", "number"),
    sql.Index("number_of_white", "white", "number"),
    sql.Index("number_of_black", "black", "number"),
    # Whether two have met before is asked at every result, of bots with very many games too.
    sql.Index("result_of_pair", "white", "black"),
)

recount = sql.Table(
    "recount",
    metadata,
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("pace", sql.Text, primary_key=True),
    # The number of the last result up to which everything is right.
    sql.Column("upto", sql.Integer, nullable=False),
    # Whose results have changed behind it; '' where it may be anybody's.
    sql.Column("who", sql.Text, nullable=False),
    # How often it was marked: who counts sees whether it was marked anew.
    sql.Column("stamp", sql.Integer, nullable=False),
)

standing = sql.Table(
    "standing",
    metadata,
    sql.Column("who", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("pace", sql.Text, primary_key=True),
    sql.Column("rating", sql.Float, nullable=False),
    sql.Column("experience", sql.Integer, nullable=False),
    sql.Column("matches", sql.Integer, nullable=False),
    # How many different opponents there were.
    sql.Column("opponents", sql.Integer, nullable=False, server_default="0"),
    sql.Column("won", sql.Integer, nullable=False),
    sql.Column("drawn", sql.Integer, nullable=False),
    sql.Column("lost", sql.Integer, nullable=False),
    sql.Column("streak", sql.Integer, nullable=False),
    sql.Column("longest", sql.Integer, nullable=False),
    sql.Column("peak", sql.Float, nullable=False),
    # Of Glicko-2.
    sql.Column("strength", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
    sql.Column("volatility", sql.Float, nullable=False),
    # The last ratings, as JSON.
    sql.Column("trend", sql.Text, nullable=False),
    sql.Column("last_at", sql.Integer, nullable=False),
    sql.Column("last_room", sql.Text, nullable=False),
    sql.Index("standing_by_rating", "game", "pace", "rating", "matches"),
)
