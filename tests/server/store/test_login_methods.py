import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nardy.server.store import accounts, guests, login_methods
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.login_methods import Identity, Passkey

HERE = Identity("https://id.example", "7")
KEY = Passkey("k", "a", "public", 5, "Phone", 1, 1)


def in_store(folder: Path, job: Callable[[Any], Any]) -> Any:
    store = open_store(folder / "club.db")

    def with_two(connection: Any) -> Any:
        for who, password in (("a", ""), ("b", "$argon2")):
            guests.add_guest(connection, Guest(who, who), who, 1)
            accounts.add_account(connection, Account(who, who, password, "member"), 1)
        return job(connection)

    try:
        return asyncio.run(store.run(with_two))
    finally:
        store.close()


def test_an_identity_is_linked_to_one_account_and_an_account_to_one_of_a_house(
    tmp_path: Path,
) -> None:
    def job(connection: Any) -> None:
        assert login_methods.link(connection, "a", HERE, 9)
        assert not login_methods.link(connection, "b", HERE, 9)
        assert not login_methods.link(connection, "a", Identity(HERE.issuer, "8"), 9)
        assert login_methods.link(connection, "b", Identity("https://other.example", "7"), 9)
        assert login_methods.guest_behind(connection, HERE) == "a"
        assert login_methods.guest_behind(connection, Identity(HERE.issuer, "8")) is None
        assert login_methods.links_of(connection, "a") == {HERE.issuer: 9}
        assert not login_methods.unlink(connection, "b", HERE.issuer)
        assert login_methods.unlink(connection, "a", HERE.issuer)
        assert login_methods.guest_behind(connection, HERE) is None

    in_store(tmp_path, job)


def test_a_key_counts_forward_once(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        assert login_methods.add_passkey(connection, KEY)
        assert not login_methods.add_passkey(connection, KEY)
        assert login_methods.use_passkey(connection, KEY, 6, 2)
        assert not login_methods.use_passkey(connection, KEY, 6, 2)
        found = login_methods.passkey_of(connection, "k")
        assert found is not None
        assert (found.count, found.seen) == (6, 2)
        assert not login_methods.rename_passkey(connection, "b", "k", "Mine")
        assert login_methods.rename_passkey(connection, "a", "k", "Mine")
        assert [one.name for one in login_methods.passkeys_of(connection, "a")] == ["Mine"]
        assert not login_methods.remove_passkey(connection, "b", "k")
        assert login_methods.remove_passkey(connection, "a", "k")
        assert login_methods.passkey_of(connection, "k") is None

    in_store(tmp_path, job)


def test_ways_in_are_the_password_the_keys_and_the_houses_that_are_open(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        def count(who: str, *issuers: str) -> int:
            return login_methods.ways_in(connection, who, frozenset(issuers))

        assert (count("a"), count("b"), count("nobody")) == (0, 1, 0)
        login_methods.link(connection, "a", HERE, 1)
        assert (count("a"), count("a", HERE.issuer, "other")) == (0, 1)
        login_methods.add_passkey(connection, KEY)
        assert count("a", HERE.issuer) == 2
        login_methods.forget(connection, "a")
        assert count("a", HERE.issuer) == 0

    in_store(tmp_path, job)
