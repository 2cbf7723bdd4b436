import asyncio
from pathlib import Path

import pytest
from tests.server.played import club_file, result, some_results

from nardy.server.ratings.ladder import Ladder
from nardy.server.ratings.standing import Standing
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.ratings import recalculation
from nardy.server.store.ratings.recalculation import Mark

RAPID = ("long-nardy", "rapid")


async def marked(store: Writer) -> Mark:
    await store.run(lambda c: recalculation.mark(c, *RAPID, 7, "guest:a"))
    (mark,) = await store.read(recalculation.marks)
    return mark


def test_of_several_marks_the_lowest_stands_and_is_of_anybody(tmp_path: Path) -> None:
    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        assert await store.read(recalculation.marks) == []
        assert await marked(store) == Mark(*RAPID, 7, "guest:a", 1)
        await store.run(lambda c: recalculation.mark(c, *RAPID, 9, "guest:b"))
        await store.run(lambda c: recalculation.mark(c, *RAPID, 3, "guest:a"))
        await store.run(lambda c: recalculation.mark(c, "tapa", "blitz", 0))
        found = await store.read(recalculation.marks)
        assert found == [Mark(*RAPID, 3, "", 3), Mark("tapa", "blitz", 0, "", 1)]
        store.close()

    asyncio.run(go())


@pytest.mark.parametrize("number", [1, 2, 20, 41])
def test_a_standing_of_any_time_is_read_to_the_last_bit(tmp_path: Path, number: int) -> None:
    results, ladder = some_results(["a", "b", "c"], 40), Ladder()
    store = open_store(asyncio.run(club_file(tmp_path, results)))

    async def go() -> None:
        mark = await marked(store)
        places = await store.read(lambda c: recalculation.after(c, mark, 0, 100))
        assert [place.result for place in places] == results
        for one in results[: number - 1]:
            ladder.add(one)
        behind = places[number - 1].number if number <= 40 else places[-1].number + 1
        for who in ("guest:a", "guest:b", "guest:c", "guest:nobody"):
            told = await store.read(
                lambda c, w=who: recalculation.standing_before(c, mark, w, behind)
            )
            assert told == ladder.standings.get(who, Standing())

    asyncio.run(go())
    store.close()


def test_whoever_counts_hears_that_the_ladder_was_marked_anew(tmp_path: Path) -> None:
    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        mark = await marked(store)
        written = await store.run(lambda c: recalculation.write(c, mark, (7, 20), [], {}))
        assert written == "written"
        # Another one has come as far from the same mark, or it was marked again.
        assert await store.run(lambda c: recalculation.write(c, mark, (7, 30), [], {})) == "lost"
        await store.run(lambda c: recalculation.mark(c, *RAPID, 5))
        assert await store.run(lambda c: recalculation.finish(c, mark, 20, {})) == "lost"
        (again,) = await store.read(recalculation.marks)
        assert again == Mark(*RAPID, 5, "", 2)
        assert await store.run(lambda c: recalculation.finish(c, again, 5, {})) == "written"
        assert await store.read(recalculation.marks) == []
        store.close()

    asyncio.run(go())


def test_nothing_is_finished_before_the_last_result(tmp_path: Path) -> None:
    store = open_store(asyncio.run(club_file(tmp_path, some_results(["a", "b"], 20))))

    async def go() -> None:
        mark = await marked(store)
        due = {"guest:a": Standing(rating=3000, won=9)}
        assert await store.run(lambda c: recalculation.finish(c, mark, 7, due)) == "more"
        (still,) = await store.read(recalculation.marks)
        assert still == mark

    asyncio.run(go())
    store.close()


def test_the_last_result_of_a_player_is_of_this_ladder(tmp_path: Path) -> None:
    played = [
        result(1, "a", "b"),
        result(2, "c", "b"),
        result(3, "a", "d", pace="blitz"),
        result(4, "d", "a", is_rated=False),
    ]
    store = open_store(asyncio.run(club_file(tmp_path, played)))

    async def go() -> None:
        mark = await marked(store)
        first, second = [
            one.number for one in await store.read(lambda c: recalculation.after(c, mark, 0, 9))
        ]
        told = {
            who: await store.read(lambda c, w=who: recalculation.last_number(c, mark, f"guest:{w}"))
            for who in "abcd"
        }
        assert told == {"a": first, "b": second, "c": second, "d": 0}

    asyncio.run(go())
    store.close()
