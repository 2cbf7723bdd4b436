"""Notes of reviews: one a decision, their writer's alone, moved and forgotten with the person."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.store.test_offline_games import with_two

from nardy.server.store import accounts, log, review_notes
from nardy.server.store.log import RoomRecord
from nardy.server.store.review_notes import ReviewNote

FIRST = ReviewNote("one", 3, "Think.", "[]", 10)
SECOND = replace(FIRST, number=5, changed=20)


def with_rooms(folder: Path, job: Any) -> Any:
    def do(connection: Any) -> Any:
        for room in ("one", "two"):
            log.make_room(connection, RoomRecord(id=room, games=("tapa",), is_over=True), [])
        return job(connection)

    return with_two(folder, do)


def test_a_note_takes_the_place_of_the_one_before_and_is_its_writers_alone(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        review_notes.save(connection, "a", SECOND)
        review_notes.save(connection, "a", FIRST)
        later = replace(FIRST, note="Think again.", changed=30)
        review_notes.save(connection, "a", later)
        review_notes.save(connection, "b", replace(FIRST, room="two"))
        assert review_notes.of_room(connection, "a", "one") == [later, SECOND]
        assert review_notes.of_room(connection, "a", "two") == []
        assert review_notes.of_room(connection, "b", "one") == []
        review_notes.remove(connection, "a", "one", 3)
        review_notes.remove(connection, "b", "one", 5)
        return review_notes.of_room(connection, "a", "one")

    assert with_rooms(tmp_path, job) == [SECOND]


def test_beyond_the_limit_the_oldest_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_notes, "MOST_OF_ONE", 2)

    def job(connection: Any) -> Any:
        review_notes.save(connection, "b", replace(FIRST, changed=1))
        for one in (SECOND, FIRST, replace(FIRST, room="two", changed=30)):
            review_notes.save(connection, "a", one)
        left = [
            *review_notes.of_room(connection, "a", "one"),
            *review_notes.of_room(connection, "a", "two"),
        ]
        assert len(review_notes.of_room(connection, "b", "one")) == 1
        return left

    assert with_rooms(tmp_path, job) == [SECOND, replace(FIRST, room="two", changed=30)]


def test_beyond_the_limit_of_letters_the_oldest_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_notes, "MOST_CHARACTERS_OF_ONE", 20, raising=False)

    def job(connection: Any) -> Any:
        review_notes.save(connection, "b", replace(FIRST, note="n" * 18, changed=1))
        for one in (FIRST, SECOND, replace(FIRST, room="two", note="Long.", changed=30)):
            review_notes.save(connection, "a", one)
        assert len(review_notes.of_room(connection, "b", "one")) == 1
        return review_notes.export_of(connection, "a")

    assert [(one["room"], one["number"]) for one in with_rooms(tmp_path, job)] == [
        ("one", 5),
        ("two", 3),
    ]


def test_notes_move_with_a_guest_and_go_with_an_account(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        for one in (FIRST, SECOND):
            review_notes.save(connection, "b", one)
        review_notes.save(connection, "a", replace(FIRST, note="Mine."))
        review_notes.merge(connection, "b", "a")
        assert review_notes.of_room(connection, "b", "one") == []
        told = review_notes.export_of(connection, "a")
        assert [(one["number"], one["note"]) for one in told] == [(3, "Mine."), (5, "Think.")]
        assert "guest" not in told[0]
        accounts.forget(connection, "a")
        # What comes late stores nothing about a deleted person.
        review_notes.save(connection, "a", FIRST)
        return review_notes.export_of(connection, "a")

    assert with_rooms(tmp_path, job) == []
