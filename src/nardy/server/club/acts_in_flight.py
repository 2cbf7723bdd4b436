"""Acts in flight: each ends even if its sender is gone, and the club waits for all before it ends."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class ActsInFlight:
    """The acts that have begun and are not yet on the disk."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[int]] = set()

    async def run(self, act: Coroutine[Any, Any, int]) -> int:
        """Do an act, which ends even if the caller is cancelled; returns its version."""
        task = asyncio.create_task(act)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def finish(self, seconds: float | None = None) -> None:
        """Wait for all acts, at most so many seconds."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
