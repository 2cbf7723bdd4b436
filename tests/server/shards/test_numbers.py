from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.server.shards.numbers import ID_BYTES, new_id, room_id_of, shard_of
from nardy.server.store.shard_tables import LEAD, SHARDS


def test_a_shard_never_changes() -> None:
    """Processes of two versions serve one club during an upgrade, and rooms of years ago go on."""
    known = {"a": 768, "abcdefghijkl": 804, "autumn-cup--Qx9": 2, "": 369, "нарды": 395}
    assert {name: shard_of(name) for name in known} == known


@given(st.text(max_size=40))
def test_every_name_has_a_shard_and_the_lead_is_none_of_them(name: str) -> None:
    assert 0 <= shard_of(name) < SHARDS
    assert shard_of(name) != LEAD


@given(st.text(max_size=40))
def test_rooms_of_a_tournament_live_where_it_does(tournament: str) -> None:
    rooms = {room_id_of(tournament) for _ in range(3)}
    assert len(rooms) == 3
    assert {shard_of(room) for room in rooms} == {shard_of(tournament)}


def test_a_new_id_is_in_one_of_the_shards_asked_for() -> None:
    for shards in ({0}, {1023}, {5, 700}, range(10, 20)):
        assert shard_of(new_id(shards)) in shards


def test_a_whole_id_tells_the_shard_of_a_room() -> None:
    """If a part did, rooms could crowd together; if a longer name did, a tournament's would not be with it."""
    assert {len(new_id()) for _ in range(20)} == {12} == {ID_BYTES * 4 // 3}
    assert shard_of("abcdefghijkl") != shard_of("abcdefghijkm")
    assert shard_of("abcdefghijklm") == shard_of("abcdefghijkl")


@pytest.mark.parametrize("shards", [range(SHARDS), range(3)])
def test_ids_spread_over_their_shards(shards: range) -> None:
    """Chi-squared over 3 or 16 classes, far beyond what chance does in a million runs."""
    classes = min(len(shards), 16)
    found = Counter(shard_of(new_id(shards)) % classes for _ in range(classes * 60))
    assert sum((found[n] - 60) ** 2 / 60 for n in range(classes)) < 60
