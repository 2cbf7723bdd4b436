import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.notices.push_service import Browser, open_push_service

from nardy.server.errors import StoreError
from nardy.server.notices import outbox_runner
from nardy.server.notices.outbox_runner import MOST_TRIES, OutboxRunner, keep_house, pause_after
from nardy.server.notices.outcome import SENT, Outcome
from nardy.server.store import guests, notice_channels, outbox
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import Guest
from nardy.server.store.notice_channels import Subscription
from nardy.server.store.outbox import NewNotice, Notice
from nardy.server.timestamps import now

LATER = Outcome("later", "status 503")


def new(key: str = "turn r 1", wait: int = 0, lasts: int = 10**9) -> NewNotice:
    about = {"kind": "turn", "game": "tapa", "path": "/play/r"}
    return NewNotice(key=key, due=now() + wait, until=now() + lasts, **about)


async def put(store: Writer, *notices: NewNotice) -> None:
    await store.run(lambda c: [outbox.put(c, "a", one, now()) for one in notices])


async def states(store: Writer) -> dict[str, tuple[str, str, int]]:
    found = await store.read(lambda c: outbox.latest_of(c, "a", 100))
    return {one.key: (one.state, one.reason, one.tries) for one in found}


@asynccontextmanager
async def a_club(folder: Path) -> AsyncGenerator[Writer]:
    """A database in which Anna has a browser."""
    store = open_store(folder / "club.db")

    def job(connection: Any) -> None:
        if not guests.is_there(connection, "a"):
            guests.add_guest(connection, Guest("a", "Anna"), "token", 1)
            subscription = Subscription("s", "https://x.example", "", "", guests.hashed("token"), 1)
            notice_channels.subscribe(connection, "a", subscription)

    await store.run(job)
    try:
        yield store
    finally:
        store.close()


class Post:
    """What was sent, and what becomes of it: one outcome an attempt, the last one again and again."""

    def __init__(self, *outcomes: Outcome | Exception) -> None:
        self.outcomes, self.sent = [*outcomes], list[str]()

    async def send(self, notice: Notice) -> Outcome:
        self.sent.append(notice.key)
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


async def until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(5):
        while not await is_so():
            await asyncio.sleep(0.01)


async def emptied(store: Writer, post: Post, *, is_done: Callable[[], Any] | None = None) -> None:
    """Run until nothing waits."""

    async def is_empty() -> bool:
        return not any(
            state in ("waiting", "sending") for state, *_ in (await states(store)).values()
        )

    runner = OutboxRunner(store, post.send)
    try:
        await until(is_done or is_empty)
    finally:
        await runner.close()


def test_each_notice_is_sent_once_however_often_it_is_put(tmp_path: Path) -> None:
    async def job() -> None:
        async with a_club(tmp_path) as store:
            post = Post(SENT)
            keys = [f"turn r {number}" for number in range(30)]
            await put(store, *map(new, keys), *map(new, keys))
            await emptied(store, post)
            await put(store, *map(new, keys))
            await emptied(store, post)
            assert sorted(post.sent) == sorted(keys)
            assert {*(await states(store)).values()} == {("sent", "", 1)}

    asyncio.run(job())


def test_a_refusal_for_now_is_tried_again_and_at_last_told_as_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_runner, "FIRST_PAUSE", 0.00001)

    async def job() -> None:
        async with a_club(tmp_path) as store:
            await put(store, new("turn r 1"))
            await emptied(store, Post(LATER, LATER, SENT))
            await put(store, new("turn r 2"))
            post = Post(LATER)
            await emptied(store, post)
            found = await states(store)
            assert found["turn r 1"] == ("sent", "", 3)
            assert found["turn r 2"] == ("failed", "status 503", MOST_TRIES)
            assert len(post.sent) == MOST_TRIES

    asyncio.run(job())


def test_the_next_attempt_waits_as_long_as_the_other_side_asks(tmp_path: Path) -> None:
    async def job() -> None:
        async with a_club(tmp_path) as store:
            await put(store, new("turn r 1"), new("turn r 2", lasts=60_000))
            post = Post(Outcome("later", "status 429", 100.0))

            async def is_put_off() -> bool:
                return len(post.sent) == 2

            await emptied(store, post, is_done=is_put_off)
            found = {
                one.key: one for one in await store.read(lambda c: outbox.latest_of(c, "a", 9))
            }
            assert found["turn r 1"].state == "waiting"
            assert 99_000 < found["turn r 1"].due - found["turn r 1"].at <= 100_000
            # By then nobody needs to hear of it any more.
            assert found["turn r 2"].state == "failed"

    asyncio.run(job())


def test_pauses_grow_to_a_day() -> None:
    assert [pause_after(tries, 0) for tries in (1, 4, 5, 20)] == [30, 1920, 7680, 86400]
    assert pause_after(1, 10**9) == 86400


def test_what_failed_in_an_unknown_way_is_never_sent_again(tmp_path: Path) -> None:
    async def job() -> None:
        async with a_club(tmp_path) as store:
            await put(store, new("turn r 1"), new("turn r 2"))
            post = Post(RuntimeError("lost"), Outcome("failed", "unknown"))
            await emptied(store, post)
            await emptied(store, post)
            assert len(post.sent) == 2
            assert {*(await states(store)).values()} == {("failed", "unknown", 1)}

    asyncio.run(job())


def test_a_notice_that_cannot_be_marked_is_told_as_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise StoreError("the disk is full")

    async def job() -> None:
        async with a_club(tmp_path) as store:
            await put(store, new())
            post = Post(SENT)
            monkeypatch.setattr(outbox, "mark", full)
            await emptied(store, post)
            assert post.sent == ["turn r 1"]
            assert (await states(store))["turn r 1"] == ("failed", "interrupted", 1)

    asyncio.run(job())


def test_what_was_being_sent_when_the_club_stopped_is_told_as_failed(tmp_path: Path) -> None:
    async def job() -> None:
        async with a_club(tmp_path) as store:
            await put(store, new("turn r 1"), new("turn r 2"))
            [claimed] = await store.run(lambda c: outbox.claim(c, now(), 1))
            # The club stops here, after the claim; the next one begins with the other notice.
            post = Post(SENT)
            await emptied(store, post)
            assert post.sent == ["turn r 2"]
            assert (await states(store))[claimed.key] == ("failed", "interrupted", 1)

    asyncio.run(job())


def test_a_club_that_closes_finishes_what_it_is_sending(tmp_path: Path) -> None:
    async def job() -> None:
        async with a_club(tmp_path) as store:
            await put(store, new())
            begun = asyncio.Event()

            async def send(_: Notice) -> Outcome:
                begun.set()
                await asyncio.sleep(0.1)
                return SENT

            runner = OutboxRunner(store, send)
            await begun.wait()
            await runner.close()
            assert (await states(store))["turn r 1"] == ("sent", "", 1)

    asyncio.run(job())


def test_a_call_wakes_it_up_and_a_time_does(tmp_path: Path) -> None:
    async def job() -> None:
        async with a_club(tmp_path) as store:
            post = Post(SENT)
            runner = OutboxRunner(store, post.send)
            await asyncio.sleep(0.05)
            await put(store, new("turn r 1"), new("turn r 2", wait=200))
            runner.wake()

            async def first() -> bool:
                return post.sent == ["turn r 1"]

            async def both() -> bool:
                return len(post.sent) == 2

            await until(first)
            await until(both)
            await runner.close()

    asyncio.run(job())


def test_old_notices_and_unconfirmed_addresses_are_removed(tmp_path: Path) -> None:
    async def job() -> None:
        async with a_club(tmp_path) as store:
            await put(store, new("turn r 1"), new("turn r 2", wait=10**8))
            await emptied(store, Post(SENT), is_done=lambda: _has_sent(store))
            await keep_house(store, now() + 31 * 24 * 3600 * 1000, 0)
            assert [*await states(store)] == ["turn r 2"]

    asyncio.run(job())


async def _has_sent(store: Writer) -> bool:
    return ("sent", "", 1) in (await states(store)).values()


_CLUB = """
import asyncio, sys
from functools import partial
from pathlib import Path
from nardy.server.notices.opening import Channels, open_outbox
from nardy.server.notices.service import Facts, Notices
from nardy.server.store.database.opening import open_store

async def main(file, service):
    store = open_store(Path(file))
    notices = Notices(store)
    async with open_outbox(store, notices, Channels(push_service=service), lambda _: {}):
        await notices.tell("guest:a", "challenge", Facts(key="challenge 1", game="", path="/"))
        print("told", flush=True)
        await asyncio.sleep(60)

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("is_sent", [False, True])
@pytest.mark.sqlite  # the club is a process of its own
def test_a_killed_club_sends_no_notice_twice(tmp_path: Path, *, is_sent: bool) -> None:
    browser = Browser()
    with open_push_service() as service:
        target = browser.target(f"{service.origin}/send/1")
        # Killed while the push service holds its answer back, or after it.
        service.delay = 0.0 if is_sent else 30.0

        async def prepare() -> None:
            async with a_club(tmp_path) as store:
                keys = (target.endpoint, target.p256dh, target.auth, guests.hashed("token"))
                await store.run(lambda c: notice_channels.unsubscribe(c, "s"))
                await store.run(
                    lambda c: notice_channels.subscribe(c, "a", Subscription("t", *keys, 2))
                )

        asyncio.run(prepare())
        for _ in range(2):
            command = [sys.executable, "-c", _CLUB, str(tmp_path / "club.db"), service.origin]
            with subprocess.Popen(command, stdout=subprocess.PIPE) as club:
                assert club.stdout
                # Both clubs have put the notice in and had a second for it; the first has begun to send it.
                assert club.stdout.readline() == b"told\n"
                time.sleep(1)
                assert len(service.got) == 1
                club.kill()
        assert len(service.got) == 1

        async def told() -> dict[str, tuple[str, str, int]]:
            async with a_club(tmp_path) as store:
                return await states(store)

        expected = ("sent", "", 1) if is_sent else ("failed", "interrupted", 1)
        assert asyncio.run(told()) == {"challenge 1": expected}
