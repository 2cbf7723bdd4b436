"""Connections that wait so long for an answer and no longer.

The system's own timeouts notice a network that loses packets. They do not notice a server that stands still, or a proxy in
between that passes nothing on: both acknowledge what they are sent.
"""

import asyncio
import functools
from collections.abc import Generator
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import psycopg

APPEND_SECONDS = 1.5
"""The longest wait for an append: somebody looks at the board until it is stored."""
JOB_SECONDS = 5.0
"""The longest wait for any other answer in a running club."""
LOOK_SECONDS = 0.1
"""How often psycopg looks whether a connection that it waits for is still open; its own default."""


@functools.cache
def answering_within(seconds: float) -> "type[psycopg.Connection[Any]]":
    """A class of connections that are closed if an answer takes longer; the error is psycopg's `OperationalError`.

    Nobody knows then whether the server has done, or will do, what it was asked. Another question on this connection
    might be answered by the late answer to this one.
    """
    import psycopg  # noqa: PLC0415 (an extra)

    class AnsweringConnection(psycopg.Connection[Any]):
        def wait(self, gen: Any, *settings: Any, **more: Any) -> Any:
            return super().wait(self._until(gen, monotonic() + seconds), *settings, **more)

        def _until(self, gen: Any, end: float) -> Generator[Any, Any, Any]:
            """The same steps. Where nothing is ready, psycopg goes on some times a second all the same."""
            try:
                awaited = next(gen)
                while True:
                    ready = yield awaited
                    if not ready and monotonic() >= end:
                        self.pgconn.finish()
                        raise psycopg.OperationalError(f"no answer within {seconds:g} s")
                    awaited = gen.send(ready)
            except StopIteration as done:
                return done.value

    return AnsweringConnection


@functools.cache
def left_at_once() -> "type[psycopg.AsyncConnection[Any]]":
    """A class of connections that are closed where somebody who waits for an answer is cancelled.

    psycopg itself would then ask the server to end the question, and wait for that, which a server that stands still
    does not answer either.
    """
    import psycopg  # noqa: PLC0415 (an extra)
    from psycopg import waiting  # noqa: PLC0415

    class LeftConnection(psycopg.AsyncConnection[Any]):
        async def wait(
            self,
            gen: Any,
            interval: float = LOOK_SECONDS,
            timeout: float | None = None,  # noqa: ASYNC109 (the name is psycopg's)
        ) -> Any:
            # psycopg 3.2 has no timeout.
            more = {} if timeout is None else {"timeout": timeout}
            try:
                return await waiting.wait_async(gen, self.pgconn.socket, interval, **more)
            except asyncio.CancelledError:
                # Not before the event loop has stopped watching it: the number of its descriptor may be that of another
                # connection at once, which the loop would lose then. libuv even aborts the process.
                self.pgconn.finish()
                raise

    return LeftConnection
