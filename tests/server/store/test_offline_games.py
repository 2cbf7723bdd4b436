import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from nardy.server.errors import RefusedError
from nardy.server.store import accounts, guests, offline_games
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.offline_games import MOST_OF_ONE, StoredOfflineGame


def game(number: int) -> StoredOfflineGame:
    return StoredOfflineGame(f"own-{number}", "tapa", "white", "club", number, 1, "{}")


def with_two(folder: Path, job: Callable[[Any], Any]) -> Any:
    """What a job answers in a club with the accounts a and b."""
    store = open_store(folder / "club.db")

    def do(connection: Any) -> Any:
        for who in "ab":
            guests.add_guest(connection, Guest(who, who), who, 1)
            accounts.add_account(connection, Account(who, who, "", "member"), 1)
        return job(connection)

    try:
        return asyncio.run(store.run(do))
    finally:
        store.close()


def test_a_game_that_comes_twice_is_stored_once_as_it_came_first(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        offline_games.add(connection, "a", [(game(1), "first"), (game(1), "again")])
        offline_games.add(connection, "a", [(game(1), "later"), (game(2), "second")])
        assert offline_games.record_of(connection, "a", "own-1") == "first"
        return offline_games.games_of(connection, "a")

    assert with_two(tmp_path, job) == [game(2), game(1)]


def test_one_id_may_be_of_two_accounts_and_each_sees_its_own(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        offline_games.add(connection, "a", [(game(1), "of a"), (game(2), "of a")])
        offline_games.add(connection, "b", [(game(1), "of b")])
        offline_games.remove(connection, "a", "own-1")
        offline_games.remove(connection, "b", "own-2")
        return [
            offline_games.record_of(connection, who, one)
            for who in "ab"
            for one in ("own-1", "own-2")
        ]

    assert with_two(tmp_path, job) == [None, "of a", "of b", None]


def test_an_account_keeps_so_many_and_of_what_is_too_much_none_is_stored(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        offline_games.add(connection, "a", [(game(n), "x") for n in range(MOST_OF_ONE - 1)])
        with pytest.raises(RefusedError, match=r"^expected at most 1,000 games .* got 1,001; "):
            offline_games.add(connection, "a", [(game(2000), "x"), (game(2001), "x")])
        # What is stored already takes no place.
        offline_games.add(connection, "a", [(game(5), "x"), (game(2000), "x")])
        return len(offline_games.ids_of(connection, "a"))

    assert with_two(tmp_path, job) == MOST_OF_ONE


def test_an_account_is_exported_and_forgotten_with_its_games(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        offline_games.add(connection, "a", [(game(1), "record")])
        offline_games.add(connection, "b", [(game(2), "record")])
        (told,) = cast("list[Any]", accounts.export_of(connection, "a")["offline_games"])
        assert (told["id"], told["record"], "guest" in told) == ("own-1", "record", False)
        accounts.forget(connection, "a")
        return [len(offline_games.games_of(connection, who)) for who in "ab"]

    assert with_two(tmp_path, job) == [0, 1]
