import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.analysis.test_figure_recorder import kept_room, stored
from tests.server.analysis.test_reviews import done, finished_room
from tests.server.club_room import enroll, open_club

from nardy.errors import NardyError
from nardy.kernel import is_available
from nardy.server.analysis import background_reviews, figure_recorder, reviews
from nardy.server.analysis.background_reviews import BackgroundReviews
from nardy.server.analysis.figure_recorder import FigureRecorder
from nardy.server.analysis.reviews import LAST, ReviewQueue, Reviews
from nardy.server.club.club import Club
from nardy.server.rooms.results import result_of
from nardy.server.store import log, reviewed_games
from nardy.server.store.ratings import ladders
from nardy.server.store.reviewed_games import ReviewChoice

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel")


@pytest.fixture(autouse=True)
def _no_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_recorder, "_reason", lambda _: None)
    monkeypatch.setattr(background_reviews, "PAUSE_SECONDS", 3600.0)
    # For speed.
    monkeypatch.setattr(background_reviews, "PLIES", 0)
    monkeypatch.setattr(reviews, "QUICK_PLIES", 0)
    monkeypatch.setattr(reviews, "DEEP_PLIES", 1)


async def keep_result(club: Club, names: str) -> None:
    """Finished games of a and b, of these names, with their results."""
    await enroll(club, "a", "b")
    for name in names:
        room = finished_room(name)
        going, over = replace(room.record, is_over=False), room.record
        found = result_of(over, room.match, room.entries)
        assert found is not None
        await club.store.run(
            lambda c, going=going, room=room: log.make_room(c, going, room.entries)
        )
        await club.store.run(lambda c, over=over: log.close(c, over.id))
        await club.store.run(lambda c, found=found: ladders.add_result(c, found))


def test_games_are_reviewed_for_those_who_want_it_and_nobody_else(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await keep_result(club, "xy")
            recorder = FigureRecorder(club)
            book = Reviews(recorder.steps)
            background = BackgroundReviews(club, book, recorder)
            # Its own rounds would take games away.
            await background.close()
            assert not await background.review_next()
            wanted = ReviewChoice(is_automatic=True)
            await club.store.run(lambda c: reviewed_games.choose(c, "a", wanted))
            for _ in range(2):
                assert await background.review_next()
            assert not await background.review_next()
            assert sorted(one.room for one in await stored(club, "a")) == ["x", "y"]
            book.close()

    asyncio.run(go())


def test_what_was_looked_through_is_not_looked_through_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    waiting = reviewed_games.waiting

    def noted(connection: object, *given: object, **how: int) -> object:
        asked.append(how["after"])
        return waiting(connection, *given, **how)  # pyright: ignore[reportArgumentType]

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await keep_result(club, "xy")
            recorder = FigureRecorder(club)
            background = BackgroundReviews(club, Reviews(recorder.steps), recorder)
            await background.close()
            monkeypatch.setattr(reviewed_games, "waiting", noted)
            for _ in range(3):
                assert not await background.review_next()
            # Nobody wants figures: it has looked once.
            assert asked == [0]
            wanted = ReviewChoice(is_automatic=True)
            await club.store.run(lambda c: reviewed_games.choose(c, "a", wanted))
            assert await background.review_next()
            # Who comes to want them has all their games before.
            assert set(asked) == {0}

    asyncio.run(go())


def test_a_game_that_cannot_be_reviewed_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> Iterator[int]:
        raise NardyError("no network")
        yield 0

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await keep_result(club, "xy")
            recorder = FigureRecorder(club)
            book = Reviews(recorder.steps)
            background = BackgroundReviews(club, book, recorder)
            # Its own rounds would take games away.
            await background.close()
            assert not await background.review_next()
            wanted = ReviewChoice(is_automatic=True)
            await club.store.run(lambda c: reviewed_games.choose(c, "a", wanted))
            with monkeypatch.context() as patched:
                patched.setattr("nardy.analysis.game_review.review", fails)
                assert await background.review_next()
            assert await background.review_next()
            assert not await background.review_next()
            assert len(await stored(club, "a")) == 1
            book.close()

    asyncio.run(go())


def test_an_unexpected_failure_stops_no_other_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> Iterator[int]:
        raise ZeroDivisionError
        yield 0

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await keep_result(club, "xy")
            recorder = FigureRecorder(club)
            book = Reviews(recorder.steps)
            background = BackgroundReviews(club, book, recorder)
            await background.close()
            wanted = ReviewChoice(is_automatic=True)
            await club.store.run(lambda c: reviewed_games.choose(c, "a", wanted))
            async with asyncio.timeout(20):
                with monkeypatch.context() as patched:
                    patched.setattr(recorder, "steps", breaks)
                    assert await background.review_next()
                assert await background.review_next()
            assert len(await stored(club, "a")) == 1
            book.close()

    asyncio.run(go())


def test_what_somebody_asked_for_comes_first() -> None:
    """The queue takes the most urgent work, in slices."""
    order, queue = list[str](), ReviewQueue()

    def work(name: str, urgency: int) -> Iterator[int]:
        for _ in range(20):
            order.append(name)
            yield urgency

    async def go() -> None:
        begun, go_on = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def hold() -> Iterator[int]:
            loop.call_soon_threadsafe(begun.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
            yield from ()

        over = asyncio.Event()

        def tell() -> Iterator[int]:
            loop.call_soon_threadsafe(over.set)
            yield from ()

        queue.add(hold())
        await begun.wait()
        queue.add(work("background", LAST), LAST)
        queue.add(work("asked", 1), 0)
        queue.add(tell(), LAST + 1)
        go_on.set()
        await asyncio.wait_for(over.wait(), 20)
        queue.close()

    asyncio.run(go())
    assert order == ["asked"] * 20 + ["background"] * 20


def test_a_review_that_somebody_asked_for_is_stored_too(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            book = Reviews(recorder.steps)
            await done(book.of(room))
            async with asyncio.timeout(20):
                while not await stored(club, "b"):
                    await recorder.flush()
                    await asyncio.sleep(0.02)
            book.close()
            (told,) = await stored(club, "a")
            assert told.turns > 10

    asyncio.run(go())
