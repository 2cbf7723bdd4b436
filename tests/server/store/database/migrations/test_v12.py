from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import guests
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.writer import engine_of
from nardy.server.store.guests import hashed

PROGRAM = [
    "insert into guest (id, name, since) values ('a', 'Anna', 1), ('p', 'Engine', 1)",
    "insert into account (guest, name, password, role, since) values ('a', 'anna', 'hash', 'member', 1)",
    "insert into account (guest, name, password, role, since) values ('p', 'engine', 'x', 'program', 1)",
    "insert into recovery values ('a', 'x'), ('p', 'planted')",
]
SESSION = "insert into session values (:token, :guest, 1, 1, :agent)"


def test_old_tokens_play_and_read_and_what_they_planted_is_gone(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=11)
        for line in PROGRAM:
            connection.execute(sql.text(line))
        for token, guest, agent in (
            ("cookie", "a", "Firefox"),
            ("token", "p", "token"),
            ("planted", "p", "curl"),
        ):
            row = {"token": hashed(token), "guest": guest, "agent": agent}
            connection.execute(sql.text(SESSION), row)
        migrate(connection, 11, until=12)
        told = connection.execute(sql.text("select guest, password from account order by guest"))
        assert [tuple(row) for row in told] == [("a", "hash"), ("p", "")]
        assert connection.execute(sql.text("select guest from recovery")).scalars().all() == ["a"]
        scopes = connection.execute(sql.text("select agent, scopes from session order by agent"))
        assert [tuple(row) for row in scopes] == [("Firefox", ""), ("token", "play read")]
    engine.dispose()
    assert guests.CALLS == "token"
