"""The table of packed games: the logs of finished rooms, one row a room."""

import sqlalchemy as sql

from nardy.server.store.schema import metadata

packed_room = sql.Table(
    "packed_room",
    metadata,
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    # The month of its end, such as 202611: games are moved out by months.
    sql.Column("month", sql.Integer, nullable=False),
    # Its place in the order of ends, as in `finished_room`.
    sql.Column("number", sql.Integer, nullable=False),
    # The number of its entries.
    sql.Column("length", sql.Integer, nullable=False),
    # The log (store/packed_games/form.py); null if it was moved into an archive.
    sql.Column("data", sql.LargeBinary),
    # The name of the archive, a file beside the database; its whole path on PostgreSQL.
    sql.Column("archive", sql.Text),
    sql.Index("packed_by_month", "month"),
)
