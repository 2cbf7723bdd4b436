"""The thread of the leases, with a table that needs no database."""

import asyncio
import threading
import time
from typing import Any

import pytest

from nardy.server.shards.lease_thread import LeaseThread
from nardy.server.store.database.postgresql.leases import Addresses, LeaseState

AT = Addresses("a:1", "a:2")


class Table:
    """A table that notes who asks what, and where."""

    def __init__(self) -> None:
        self.asked = list[tuple[Any, ...]]()
        self.threads = set[threading.Thread]()
        self.waits = self.is_cancelled = False
        self.error: Exception | None = None

    def __getattr__(self, name: str) -> Any:
        async def ask(*what: Any, **more: Any) -> Any:
            self.asked.append((name, *what, *more.items()))
            self.threads.add(threading.current_thread())
            if self.waits:
                try:
                    await asyncio.Event().wait()
                finally:
                    self.is_cancelled = True
            await asyncio.sleep(0)
            if self.error:
                raise self.error
            return frozenset({"b:1"}) if name == "relays" else LeaseState({}, {}, {})

        return ask

    def close(self) -> None:
        self.asked.append(("close",))
        self.threads.add(threading.current_thread())


@pytest.fixture
def table() -> Table:
    return Table()


def test_every_question_is_asked_in_another_thread(table: Table) -> None:
    async def go() -> None:
        leases = LeaseThread(table)  # type: ignore[arg-type]
        await leases.join("me", AT, 1)
        assert await leases.relays() == {"b:1"}
        assert await leases.renew("me", 2, "b", takes=False, suspects={"b"}) == LeaseState(
            {}, {}, {}
        )
        await leases.release("me", [1, 2])
        await leases.begin_to_end("me")
        await leases.leave("me")
        leases.close()

    asyncio.run(go())
    assert table.asked == [
        ("join", "me", AT, 1),
        ("relays",),
        ("renew", "me", 2, "b", ("takes", False), ("suspects", {"b"})),
        ("release", "me", [1, 2]),
        ("begin_to_end", "me"),
        ("leave", "me"),
        ("close",),
    ]
    (thread,) = table.threads
    assert thread is not threading.current_thread()
    assert not thread.is_alive()


def test_an_answer_does_not_wait_for_a_busy_event_loop(table: Table) -> None:
    async def go() -> None:
        leases = LeaseThread(table)  # type: ignore[arg-type]
        asking = asyncio.create_task(leases.join("me", AT, 1))
        await asyncio.sleep(0)
        end = time.monotonic() + 5
        while not table.asked and time.monotonic() < end:
            time.sleep(0.001)  # noqa: ASYNC251 (the event loop of the pages is busy)
        assert table.asked
        await asking
        leases.close()

    asyncio.run(go())


def test_what_fails_is_told_to_who_asked(table: Table) -> None:
    async def go() -> None:
        leases = LeaseThread(table)  # type: ignore[arg-type]
        table.error = ConnectionError("lost")
        with pytest.raises(ConnectionError, match="lost"):
            await leases.relays()
        table.error = None
        assert await leases.relays()
        leases.close()

    asyncio.run(go())


@pytest.mark.parametrize("how", ["cancelled", "closed"])
def test_who_waits_no_longer_waits_in_the_thread_neither(how: str, table: Table) -> None:
    async def go() -> None:
        leases = LeaseThread(table)  # type: ignore[arg-type]
        table.waits = True
        asking = asyncio.create_task(leases.relays())
        while not table.asked:
            await asyncio.sleep(0.001)
        if how == "closed":
            leases.close()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        leases.close()

    asyncio.run(go())
    assert table.is_cancelled
    assert table.asked == [("relays",), ("close",)]


def test_after_the_end_another_thread_begins(table: Table) -> None:
    async def go() -> None:
        leases = LeaseThread(table)  # type: ignore[arg-type]
        leases.close()  # nobody has asked
        for _ in range(2):
            await leases.relays()
            leases.close()

    asyncio.run(go())
    assert len(table.threads) == 2
