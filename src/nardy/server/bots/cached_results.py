"""What was thought of a moment of a room: thought once, and told to all who ask."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from nardy.server.rooms.room import Room

Thought = TypeVar("Thought")


class Thoughts(Generic[Thought]):
    """Of each room the thought of its last moment that was asked for."""

    def __init__(self) -> None:
        """Nothing has been asked yet."""
        self._known: dict[str, tuple[int, asyncio.Task[Thought]]] = {}

    async def of(self, room: Room, think: Callable[[], Coroutine[Any, Any, Thought]]) -> Thought:
        """What is thought of a room now; who asks while others wait for it waits with them.

        What *think* raises is told to all who wait, and whoever asks next lets it begin anew.
        """
        version, known = self._known.get(room.record.id, (None, None))
        if known is None or version != room.version:
            known = asyncio.create_task(think())
            self._known[room.record.id] = room.version, known
            known.add_done_callback(lambda task: self._keep(room, task))
        return await asyncio.shield(known)

    def put_away(self, room: Room) -> None:
        """Nobody is in a room: forget what was thought of it."""
        self._known.pop(room.record.id, None)

    def _keep(self, room: Room, task: asyncio.Task[Thought]) -> None:
        has_failed = task.cancelled() or task.exception() is not None
        _, known = self._known.get(room.record.id, (None, None))
        if known is task and (has_failed or room.record.is_over):
            del self._known[room.record.id]
