from pathlib import Path

import sqlalchemy as sql

from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.writer import engine_of

RESULT = (
    "insert into result (room, game, pace, length, is_rated, white, black, score, white_points, "
    "black_points, size, on_time, ended_at) values "
    "(:room, 'tapa', :pace, 1, 1, :white, :black, 1, 1, 0, 'single', 0, 1)"
)
STANDING = (
    "insert into standing (who, game, pace, rating, experience, matches, won, drawn, lost, streak, "
    "longest, peak, strength, deviation, volatility, trend, last_at, last_room) values "
    "(:who, 'tapa', 'blitz', 1500, 1, 1, 1, 0, 0, 1, 1, 1500, 1500, 350, 0.06, '[]', 1, 'r')"
)


def test_opponents_of_before_are_counted(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=12)
        connection.execute(sql.text("pragma defer_foreign_keys = on"))
        for number, (white, black, pace) in enumerate(
            (("a", "b", "blitz"), ("b", "a", "blitz"), ("a", "c", "blitz"), ("a", "d", "rapid"))
        ):
            row = {"room": str(number), "white": white, "black": black, "pace": pace}
            connection.execute(
                sql.text(
                    "insert into room values (:room, '[]', 0, null, null, '{}', '', '{}', 0, 1, 1)"
                ),
                {"room": str(number)},
            )
            connection.execute(sql.text(RESULT), row)
        for who in "abc":
            connection.execute(sql.text(STANDING), {"who": who})
        migrate(connection, 12, until=13)
        asked = sql.text("select who, opponents from standing order by who")
        assert [tuple(row) for row in connection.execute(asked)] == [("a", 2), ("b", 1), ("c", 1)]
        weights = connection.execute(sql.text("select distinct rated_length from result"))
        assert weights.scalars().all() == [None]
    engine.dispose()
