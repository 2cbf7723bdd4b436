from pathlib import Path

from nardy.server.store import accounts, api_clients, guests
from nardy.server.store.database.writer import engine_of
from nardy.server.store.guests import Guest
from nardy.server.store.schema import metadata


def test_programs_are_told_by_owner_with_when_they_were_here(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        metadata.create_all(connection)
        for number, name in enumerate(("Anna", "Boris")):
            guests.add_guest(connection, Guest(name, name), f"token {name}", number)
        for number, (name, owner) in enumerate((("p", "Anna"), ("q", "Boris"), ("r", "Anna"))):
            api_clients.add(connection, Guest(name, f"Engine {name}"), owner, number)
        api_clients.renew(connection, "p", "first", 5, ["read", "play"])
        api_clients.renew(connection, "p", "second", 7, ["read"])
        told = [(one.id, one.since, one.seen) for one in api_clients.of_owner(connection, "Anna")]
        assert told == [("p", 0, 7), ("r", 2, None)]
        assert [one.scopes for one in api_clients.of_owner(connection, "Anna")] == [("read",), ()]
        assert guests.guest_of(connection, "first") is None
        found = guests.guest_of(connection, "second")
        assert found is not None
        assert found.role == guests.PROGRAM
        assert found.scopes == {"read"}
        assert guests.began(connection, found.session) is None
        owner = api_clients.owner_of(connection, "q")
        assert owner is not None
        assert owner.name == "Boris"
        assert api_clients.owner_of(connection, "Anna") is None
        assert guests.names_and_pictures_of(connection, ["p", "Anna"])["p"].is_program
        assert not guests.names_and_pictures_of(connection, ["p", "Anna"])["Anna"].is_program
        api_clients.end_all(connection, "Anna")
        assert api_clients.of_owner(connection, "Anna") == []
        assert guests.guest_of(connection, "second") is None
        assert accounts.account_of(connection, "q") is not None
    engine.dispose()
