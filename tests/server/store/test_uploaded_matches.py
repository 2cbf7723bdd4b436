import json
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sql
from tests.server.store.test_offline_games import with_two

from nardy.server.errors import RefusedError
from nardy.server.seats import guest_seat
from nardy.server.store import accounts, merge_guest, uploaded_matches
from nardy.server.store.schema import guest
from nardy.server.store.uploaded_match_tables import metadata
from nardy.server.store.uploaded_matches import MOST_OF_ONE, StoredMatch


def match(number: int, who: str = "a", link: str | None = None) -> StoredMatch:
    return StoredMatch(
        id=f"match-{number}",
        guest=who,
        name="final.mat",
        game="tapa",
        length=3,
        white_name="Ann",
        black_name="Bo",
        turns=40,
        illegal=0,
        since=number,
        link=link,
    )


def test_a_match_is_read_by_its_owner_or_by_its_link_until_that_is_taken_back(
    tmp_path: Path,
) -> None:
    def job(connection: Any) -> Any:
        uploaded_matches.add(connection, match(1), "{}")
        ways = [("match-1", "a"), ("match-1", "b"), ("match-1", None), ("shared-x", None)]
        found = [uploaded_matches.match_of(connection, *way) for way in ways]
        uploaded_matches.share(connection, "match-1", "shared-x")
        found += [uploaded_matches.match_of(connection, *way) for way in ways]
        uploaded_matches.share(connection, "match-1", None)
        found.append(uploaded_matches.match_of(connection, "shared-x", "b"))
        return found

    linked = match(1, link="shared-x")
    assert with_two(tmp_path, job) == [match(1), None, None, None, linked, None, None, linked, None]


def test_so_many_are_kept_and_not_too_much_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def job(connection: Any) -> Any:
        for number in range(MOST_OF_ONE):
            uploaded_matches.add(connection, match(number), "{}")
        with pytest.raises(RefusedError, match=r"^expected at most 200 matches .*; delete"):
            uploaded_matches.add(connection, match(MOST_OF_ONE), "{}")
        monkeypatch.setattr(uploaded_matches, "MOST_CHARACTERS_OF_ONE", 10)
        uploaded_matches.add(connection, match(1000, "b"), "x" * 10)
        with pytest.raises(RefusedError, match="MB together") as refused:
            uploaded_matches.add(connection, match(1001, "b"), "x")
        assert refused.value.code == "matches-large"
        uploaded_matches.remove(connection, "match-1000")
        uploaded_matches.add(connection, match(1001, "b"), "x")
        return [one.id for one in uploaded_matches.matches_of(connection, "b")]

    assert with_two(tmp_path, job) == ["match-1001"]


def test_matches_are_exported_merged_and_deleted_with_their_person(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        uploaded_matches.add(connection, match(1), "record")
        uploaded_matches.add(connection, match(2, "b"), "other")
        (told,) = cast("list[Any]", accounts.export_of(connection, "a")["uploaded_matches"])
        assert (told["id"], told["record"], "guest" in told) == ("match-1", "record", False)
        uploaded_matches.merge(connection, "b", "a")
        assert [one.id for one in uploaded_matches.matches_of(connection, "a")] == [
            "match-2",
            "match-1",
        ]
        accounts.forget(connection, "a")
        return uploaded_matches.matches_of(connection, "a")

    assert with_two(tmp_path, job) == []


def test_each_table_with_a_person_goes_along_when_a_guest_signs_in(tmp_path: Path) -> None:
    """Whatever table has a key of a guest: the merge leaves none of the guest's rows behind."""
    keys = [
        key.parent
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is guest.c.id
    ]
    assert {"uploaded_match", "own_mistake"} <= {column.table.name for column in keys}

    def job(connection: Any) -> Any:
        uploaded_matches.add(connection, match(1, "b"), "{}")
        both = merge_guest.MergedIds(guest_seat("b"), guest_seat("a"))
        connection.execute(sql.text("delete from account where guest = 'b'"))
        merge_guest.join(connection, both)
        return [
            connection.scalar(sql.select(sql.func.count()).where(column == "b")) for column in keys
        ]

    assert set(with_two(tmp_path, job)) == {0}
    assert json.dumps(sorted(column.table.name for column in keys))
