import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.club_room import open_club
from tests.server.databases import connected
from tests.server.played import club_file, end, result, some_results
from tests.server.store.ratings.test_ladders import tables

from nardy.server.errors import StoreError
from nardy.server.players.recalculation import Recounter, recount
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.ratings import ladders, recalculation

PEOPLE = ["a", "b", "c", "d", "e"]
RAPID = ("long-nardy", "rapid")


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.server.players.recalculation.SLICE", 4)


def spoil(file: Path, behind: int = 0) -> None:
    """Let all that results have come to be wrong, behind a number."""
    with connected(file) as connection:
        late = "last_room in (select room from result where number > ?)"
        connection.execute(
            f"update standing set rating = 3000, won = 99, trend = '[]' where {late}",  # noqa: S608
            [behind],
        )
        wrong = "white_rating = 1, white_change = 2, white_after = '', black_after = ''"
        connection.execute(f"update result set {wrong} where number > ?", [behind])  # noqa: S608


async def counted(store: Writer, upto: int = 0, who: str = "") -> bool:
    await store.run(lambda c: recalculation.mark(c, *RAPID, upto, who))
    (mark,) = await store.read(recalculation.marks)
    return await recount(store, mark, rest=0)


@pytest.mark.parametrize("behind", [0, 1, 13, 29, 30])
def test_counted_in_slices_a_ladder_is_that_of_all_its_results(tmp_path: Path, behind: int) -> None:
    file = asyncio.run(club_file(tmp_path, some_results(PEOPLE, 30)))
    before = tables(file)
    with connected(file) as connection:
        numbers = [0, *(n for (n,) in connection.execute("select number from result order by 1"))]
    if behind < 30:
        spoil(file, numbers[behind])
    store = open_store(file)
    assert asyncio.run(counted(store, numbers[behind]))
    assert asyncio.run(store.read(recalculation.marks)) == []
    store.close()
    assert tables(file) == before


@pytest.mark.parametrize("place", [0, 9, 23])
def test_what_one_result_changes_is_all_that_is_counted(tmp_path: Path, place: int) -> None:
    """A result turns out to be another: by the pure ladder, and by a recount from there on."""
    results = some_results(PEOPLE, 24)
    wrong = results[place]
    right = replace(wrong, score=1 - (wrong.score or 0))
    expected = asyncio.run(club_file(tmp_path, [*results[:place], right, *results[place + 1 :]]))
    (tmp_path / "one").mkdir()
    file = asyncio.run(club_file(tmp_path / "one", results))
    store = open_store(file)

    async def mend() -> None:
        await store.run(lambda c: ladders.replace_results(c, [right]))
        mark = recalculation.Mark(*RAPID, 0, "", 0)
        numbers = [
            one.number for one in await store.read(lambda c: recalculation.after(c, mark, 0, 99))
        ]
        await store.run(lambda c: recalculation.mark(c, *RAPID, numbers[place] - 1, right.white))
        (found,) = await store.read(recalculation.marks)
        assert await recount(store, found, rest=0)

    asyncio.run(mend())
    store.close()
    assert tables(file) == tables(expected)


def test_results_that_come_meanwhile_are_counted_too(tmp_path: Path) -> None:
    results = some_results(PEOPLE, 40)
    expected = tables(asyncio.run(club_file(tmp_path, results)))
    (tmp_path / "one").mkdir()
    file = asyncio.run(club_file(tmp_path / "one", results[:20]))
    spoil(file)
    store = open_store(file)
    run, late = store.run, iter(results[20:])

    async def run_and_play(job):
        told = await run(job)
        if (one := next(late, None)) is not None:
            await run(lambda c: end(c, one))
        return told

    async def go() -> None:
        await store.run(lambda c: recalculation.mark(c, *RAPID, 0))
        (mark,) = await store.read(recalculation.marks)
        store.run = run_and_play  # pyright: ignore[reportAttributeAccessIssue]
        assert await recount(store, mark, rest=0)
        store.run = run  # pyright: ignore[reportAttributeAccessIssue]

    asyncio.run(go())
    assert next(late, None) is None
    store.close()
    assert tables(file) == expected


def test_after_a_restart_a_recount_goes_on_where_it_was(tmp_path: Path) -> None:
    early = [result(100, "x", "a"), result(101, "x", "b")]  # x never plays again
    file = asyncio.run(club_file(tmp_path, [*early, *some_results(PEOPLE, 30)]))
    before = tables(file)
    spoil(file)

    async def break_off() -> None:
        store = open_store(file)
        steps, run = iter(range(3)), store.run

        async def some(job):
            if next(steps, None) is None:
                raise StoreError("expected power, got none")
            return await run(job)

        await run(lambda c: recalculation.mark(c, *RAPID, 0))
        (mark,) = await store.read(recalculation.marks)
        store.run = some  # pyright: ignore[reportAttributeAccessIssue]
        with pytest.raises(StoreError):
            await recount(store, mark, rest=0)
        store.close()

    async def go_on() -> None:
        store = open_store(file)
        (mark,) = await store.read(recalculation.marks)
        assert mark.upto > 0
        assert await recount(store, mark, rest=0)
        store.close()

    asyncio.run(break_off())
    assert tables(file) != before
    asyncio.run(go_on())
    assert tables(file) == before


def test_who_counts_gives_way_to_a_new_mark(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, some_results(PEOPLE, 30)))
    before = tables(file)
    spoil(file)

    async def go() -> None:
        store = open_store(file)
        await store.run(lambda c: recalculation.mark(c, *RAPID, 0))
        (old,) = await store.read(recalculation.marks)
        await store.run(lambda c: recalculation.mark(c, *RAPID, 0))
        assert not await recount(store, old, rest=0)
        (mark,) = await store.read(recalculation.marks)
        assert await recount(store, mark, rest=0)
        store.close()

    asyncio.run(go())
    assert tables(file) == before


def test_a_club_counts_what_is_marked_and_tells(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, some_results(PEOPLE, 30)))
    before = tables(file)
    spoil(file)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            assert (await club.standings.of("guest:a", *RAPID)).rating == 3000
            await club.recounter.settle(20)
            assert (await club.standings.of("guest:a", *RAPID)).rating == 3000
            await club.store.run(lambda c: recalculation.mark(c, *RAPID, 0))
            await club.recounter.settle(20)
            assert (await club.standings.of("guest:a", *RAPID)).rating < 2000
            await club.store.run(lambda c: recalculation.mark(c, *RAPID, 0))
            club.recounter.wake()  # and closed at once: the mark stays

    asyncio.run(go())
    assert tables(file) == before


def test_what_goes_wrong_is_logged_and_tried_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = asyncio.run(club_file(tmp_path, some_results(PEOPLE, 5)))
    spoil(file)

    async def go() -> None:
        store = open_store(file)
        told = list[str]()
        recounter, read = Recounter(store, lambda: told.append("counted")), store.read

        async def broken(job):
            raise StoreError("expected a disk, got none")

        await store.run(lambda c: recalculation.mark(c, *RAPID, 0))
        store.read = broken  # pyright: ignore[reportAttributeAccessIssue]
        await recounter.settle(20)
        assert "recalculation of ladders failed" in caplog.text
        store.read = read  # pyright: ignore[reportAttributeAccessIssue]
        await recounter.settle(20)
        assert told == ["counted"]
        assert await store.read(recalculation.marks) == []
        await recounter.close()
        store.close()

    asyncio.run(go())


def test_one_broken_ladder_keeps_no_other_from_its_recount(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = asyncio.run(club_file(tmp_path, some_results(PEOPLE, 5)))

    async def break_on(store: Writer, mark: recalculation.Mark) -> bool:
        if (mark.game, mark.pace) == RAPID:
            raise TypeError
        return await recount(store, mark, rest=0)

    async def go() -> None:
        store = open_store(file)
        told = list[str]()
        recounter = Recounter(store, lambda: told.append("counted"))
        for ladder in (RAPID, ("tapa", "blitz")):
            await store.run(lambda c, ladder=ladder: recalculation.mark(c, *ladder, 0))
        with monkeypatch.context() as patch:
            patch.setattr("nardy.server.players.recalculation.recount", break_on)
            await recounter.settle(20)
        assert "recalculation of long-nardy (rapid) failed" in caplog.text
        assert [mark.game for mark in await store.read(recalculation.marks)] == ["long-nardy"]
        assert told == ["counted"]
        await recounter.settle(20)
        assert await store.read(recalculation.marks) == []
        await recounter.close()
        store.close()

    asyncio.run(go())
