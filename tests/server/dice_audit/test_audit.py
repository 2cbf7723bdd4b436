import asyncio
from pathlib import Path

from tests.server import thrown
from tests.server.club_room import open_club
from tests.server.databases import connected
from tests.server.packed import harm_two, pack_all
from tests.server.players.test_standings import played
from tests.server.store.test_dice_counts import truth

from nardy.server.dice_audit.audit import Audit, audit
from nardy.server.store.database.opening import open_store


def audited(file: Path) -> tuple[Audit, list[tuple[int, int]]]:
    heard: list[tuple[int, int]] = []
    store = open_store(file)
    try:
        return asyncio.run(audit(store, lambda done, of: heard.append((done, of)))), heard
    finally:
        store.close()


def some_throws(folder: Path) -> list[thrown.Table]:
    rooms = thrown.tables(4)

    async def go() -> None:
        store = open_store(folder / "club.db")
        await thrown.fill(store, rooms, 120, seed=5)
        store.close()

    asyncio.run(go())
    return rooms


def test_a_club_that_keeps_its_word_has_nothing_wrong(tmp_path: Path) -> None:
    rooms = some_throws(tmp_path)
    found, heard = audited(tmp_path / "club.db")
    assert found.is_same
    assert found.wrong == []
    assert found.counts == truth(rooms)
    assert (found.derived, found.unnoted) == (found.counts.throws, 0)
    assert heard == [(n, 4) for n in range(1, 5)]


def test_real_games_are_derived_too(tmp_path: Path) -> None:
    async def go() -> int:
        async with open_club(tmp_path) as club:
            for _ in range(2):
                await played(club, {})
            return (await club.dice.counts()).throws

    throws = asyncio.run(go())
    found, _ = audited(tmp_path / "club.db")
    assert (found.derived, found.is_same) == (throws, True)
    assert throws >= 6


def test_one_throw_that_was_changed_is_found(tmp_path: Path) -> None:
    some_throws(tmp_path)
    with connected(tmp_path / "club.db") as database:
        (event,) = database.execute(
            "select event from entry where room = 'r0' and event like '%\"rolled\"%'"
        ).fetchone()
        dice = event.replace(event[event.index("[") : event.index("]") + 1], "[6,6]")
        database.execute(
            "update entry set event = ? where room = 'r0' and event = ?", (dice, event)
        )
    found, _ = audited(tmp_path / "club.db")
    assert [sentence.partition(":")[0] for sentence in found.wrong] == ["room r0"]
    assert "got (6, 6)" in found.wrong[0]


def test_counts_that_were_embellished_are_found(tmp_path: Path) -> None:
    some_throws(tmp_path)
    assert audited(tmp_path / "club.db")[0].is_same
    with connected(tmp_path / "club.db") as database:
        (text,) = database.execute("select value from about where name = 'dice'").fetchone()
        better = text.replace('"longest_wait":', '"longest_wait":1')
        database.execute("update about set value = ? where name = 'dice'", (better,))
    found, _ = audited(tmp_path / "club.db")
    assert not found.is_same
    assert found.wrong == []


def test_throws_without_links_are_counted_and_not_derived(tmp_path: Path) -> None:
    some_throws(tmp_path)
    with connected(tmp_path / "club.db") as database:
        database.execute("update entry set note = null where room = 'r1'")
    found, _ = audited(tmp_path / "club.db")
    assert found.unnoted > 0
    assert found.derived + found.unnoted == found.counts.throws
    assert found.wrong == []


def test_a_damaged_log_is_told_and_the_others_are_audited(tmp_path: Path) -> None:
    some_throws(tmp_path)
    whole, _ = audited(tmp_path / "club.db")
    with connected(tmp_path / "club.db") as database:
        database.execute("delete from entry where room = 'r2' and number = 2")
    found, heard = audited(tmp_path / "club.db")
    (wrong,) = found.wrong
    assert wrong.startswith("expected the whole log of room r2, got ")
    assert not found.is_same
    assert 0 < found.derived < whole.derived
    assert len(heard) == 4


def test_packed_games_that_cannot_be_read_are_named_and_the_others_audited(tmp_path: Path) -> None:
    rooms = some_throws(tmp_path)

    async def harm() -> list[str]:
        store = open_store(tmp_path / "club.db")
        assert await pack_all(store) == len(rooms)
        harmed = await harm_two(store)
        store.close()
        return harmed

    harmed = asyncio.run(harm())
    found, heard = audited(tmp_path / "club.db")
    assert heard[-1] == (4, 4)
    assert found.derived > 0
    assert not found.is_same
    for room, told in zip(harmed, ("damaged data", "no such file"), strict=True):
        assert sum(f"room {room}" in one and told in one for one in found.wrong) == 1
    assert len(found.wrong) == 2
