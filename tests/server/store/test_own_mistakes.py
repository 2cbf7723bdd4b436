"""Own mistakes: kept once, asked when due, moved and forgotten with the person."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.store.test_offline_games import with_two

from nardy.server.store import accounts, own_mistakes
from nardy.server.store.own_mistakes import OwnMistake

FIRST = OwnMistake("m1", "tapa", "text", "[]", "8/5", "room", 3, "{}", 10)
SECOND = replace(FIRST, id="m2", number=5, due=20)


def test_a_mistake_is_kept_once_and_comes_when_it_is_due(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        assert own_mistakes.add(connection, "a", [FIRST, FIRST, SECOND]) == 2
        assert own_mistakes.add(connection, "a", [replace(FIRST, due=0)]) == 0
        assert own_mistakes.first_due(connection, "a", 9) is None
        assert own_mistakes.first_due(connection, "a", 30) == FIRST
        assert own_mistakes.first_due(connection, "a", 30, "m1") == SECOND
        assert own_mistakes.first_due(connection, "a", 30, "m2") == FIRST
        assert own_mistakes.first_due(connection, "a", 15, "m1") == FIRST
        assert own_mistakes.first_due(connection, "a", 30, "gone") == FIRST
        assert own_mistakes.count_of(connection, "a", 15) == (2, 1)
        later = replace(FIRST, card='{"card":1}', due=40)
        assert own_mistakes.put_off(connection, "a", later, 10) == 40
        # The later one of two answers at once moves nothing.
        assert own_mistakes.put_off(connection, "a", replace(later, due=50), 10) == 40
        assert own_mistakes.get(connection, "a", "m1") == later
        assert own_mistakes.first_due(connection, "a", 30) == SECOND
        assert own_mistakes.get(connection, "b", "m1") is None
        assert own_mistakes.count_of(connection, "b", 99) == (0, 0)
        own_mistakes.remove(connection, "a", "m2")
        return own_mistakes.ids_of(connection, "a")

    assert with_two(tmp_path, job) == {"m1"}


def test_beyond_the_limit_those_that_come_last_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_mistakes, "MOST_OF_ONE", 2)

    def job(connection: Any) -> Any:
        own_mistakes.add(connection, "b", [replace(SECOND, due=99)])
        own_mistakes.add(connection, "a", [replace(FIRST, id="late", due=50), FIRST, SECOND])
        assert own_mistakes.ids_of(connection, "b") == {"m2"}
        return own_mistakes.ids_of(connection, "a")

    assert with_two(tmp_path, job) == {"m1", "m2"}


def test_mistakes_move_with_a_guest_and_go_with_an_account(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        own_mistakes.add(connection, "b", [FIRST, SECOND])
        own_mistakes.add(connection, "a", [replace(FIRST, due=77)])
        own_mistakes.merge(connection, "b", "a")
        assert own_mistakes.ids_of(connection, "b") == set()
        told = own_mistakes.export_of(connection, "a")
        assert [(one["id"], one["due"]) for one in told] == [("m1", 77), ("m2", 20)]
        own_mistakes.forget(connection, "a")
        return own_mistakes.export_of(connection, "a")

    assert with_two(tmp_path, job) == []


def test_no_mistake_of_a_deleted_person_is_stored(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        accounts.forget(connection, "a")
        assert own_mistakes.add(connection, "a", [FIRST]) == 0
        assert own_mistakes.add(connection, "nobody", [FIRST]) == 0
        return own_mistakes.ids_of(connection, "a") | own_mistakes.ids_of(connection, "nobody")

    assert with_two(tmp_path, job) == set()
