"""Connections that wait so long for an answer and no longer.

The system's own timeouts notice a network that loses packets. They do not notice a server that stands still, or a proxy in
between that passes nothing on: both acknowledge what they are sent.
"""

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
