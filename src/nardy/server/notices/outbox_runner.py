"""The task that empties the outbox: claim, send, mark."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from nardy.server.errors import StoreError
from nardy.server.notices.outcome import UNKNOWN, Outcome
from nardy.server.store import notice_channels, outbox
from nardy.server.store.database.writer import Writer
from nardy.server.store.outbox import Notice
from nardy.server.timestamps import DAY_MS, now

_log = logging.getLogger(__name__)
AT_ONCE = 8
"""Notices that are being sent at a time."""
FIRST_PAUSE = 30.0
"""Seconds before the second attempt; each further pause is four times as long."""
MOST_TRIES = 6
LONGEST_PAUSE = 24 * 3600.0
LONGEST_SLEEP = 60.0
"""Seconds until the outbox is read again although nobody has called."""
AFTER_TROUBLE = 5.0
LEAD_SECONDS = 1.0
"""Seconds between two looks whether this process leads by now."""
CLOSE_SECONDS = 8.0
KEPT = 30 * DAY_MS
"""Milliseconds for which people see what became of a notice."""

SendNotice = Callable[[Notice], Awaitable[Outcome]]


def pause_after(tries: int, asked: float) -> float:
    """Seconds until the next attempt after so many; *asked* is what the other side wants.

    >>> [pause_after(tries, 0) for tries in (1, 2, 3)], pause_after(1, 600)
    ([30.0, 120.0, 480.0], 600)
    """
    return min(LONGEST_PAUSE, max(asked, FIRST_PAUSE * 4 ** (tries - 1)))


class OutboxRunner:
    """Sends what is in the outbox; one runs for a database, by its lock."""

    def __init__(
        self, store: Writer, send: SendNotice, leads: Callable[[], bool] = lambda: True
    ) -> None:
        """*leads* tells whether this process sends; of several one does."""
        self._store, self._send, self._leads = store, send, leads
        self._called = asyncio.Event()
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._task = asyncio.create_task(self._run())

    def wake(self) -> None:
        """Look into the outbox now."""
        self._called.set()

    async def close(self) -> None:
        """Stop; notices that are being sent now are finished first."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._sending:
            # Whatever takes longer is told as failed at the next start.
            await asyncio.wait(list(self._sending.values()), timeout=CLOSE_SECONDS)

    async def _run(self) -> None:
        while True:
            self._called.clear()
            if not self._leads():
                await asyncio.sleep(LEAD_SECONDS)
                continue
            try:
                # Also what this process has sent and could not mark, such as with a full disk.
                await self._store.run(
                    partial(outbox.fail_interrupted, at=now(), sending=[*self._sending])
                )
                seconds = await self._step()
            except Exception:  # noqa: BLE001 (the next attempt may succeed)
                _log.exception("the outbox could not be read")
                seconds = AFTER_TROUBLE
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._called.wait()

    async def _step(self) -> float:
        """Begin to send what is due; returns the seconds until something may be due."""
        if room := AT_ONCE - len(self._sending):
            for notice in await self._store.run(partial(outbox.claim, at=now(), limit=room)):
                task = asyncio.create_task(self._sent(notice))
                self._sending[notice.id] = task
                task.add_done_callback(partial(self._done, notice.id))
        if len(self._sending) >= AT_ONCE:
            return LONGEST_SLEEP  # whichever is done first calls
        due = await self._store.read(outbox.next_due)
        return LONGEST_SLEEP if due is None else min(LONGEST_SLEEP, max(0.01, (due - now()) / 1000))

    def _done(self, notice_id: int, _: object) -> None:
        self._sending.pop(notice_id, None)
        self._called.set()

    async def _sent(self, notice: Notice) -> None:
        try:
            outcome = await self._send(notice)
        except StoreError:
            # Nothing was sent yet: only what is read before can fail so.
            outcome = Outcome("later", "store")
        except Exception:  # noqa: BLE001 (it may have been sent, and must not be sent again)
            _log.exception("a notice by %s failed", notice.channel)
            outcome = Outcome("failed", UNKNOWN)
        try:
            await self._marked(notice, outcome)
        except StoreError:
            # It stays claimed: the next round tells it as failed, and nobody sends it again.
            _log.warning("a notice by %s could not be marked", notice.channel)

    async def _marked(self, notice: Notice, outcome: Outcome) -> None:
        at, state = now(), outcome.state
        if state == "later":
            pause = pause_after(notice.tries, outcome.seconds) * 1000
            if notice.tries < MOST_TRIES and at + pause < notice.until:
                put_off = partial(outbox.put_off, notice_id=notice.id, due=int(at + pause), at=at)
                await self._store.run(partial(put_off, reason=outcome.reason))
                return
        ended = "failed" if state in ("later", "gone") else state
        if ended == "failed":
            # Neither the person nor the address: the notice's row has them.
            _log.warning("notice %d by %s: %s", notice.id, notice.channel, outcome.reason)
        mark = partial(outbox.mark, notice_id=notice.id, state=ended, at=at)
        await self._store.run(partial(mark, reason=outcome.reason))


async def keep_house(store: Writer, at: int, oldest_address: int) -> None:
    """Remove old notices, subscriptions of signed-out browsers, and addresses that nobody confirmed."""
    await store.run(lambda c: outbox.remove_old(c, at - KEPT))
    await store.run(notice_channels.remove_signed_out)
    await store.run(lambda c: notice_channels.remove_unconfirmed(c, oldest_address))
