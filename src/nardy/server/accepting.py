"""Sockets from which a busy event loop takes several connections at once.

libuv, and with it uvloop, takes one connection from a listening socket in each round of the event loop (since 1.45:
libuv's pull request 3696). When a process of the club dies, all its pages come to the others, whose rounds take a tenth
of a second then: the last of a hundred, or a health check between them, would wait for ten seconds.
"""

import contextlib
import socket
from collections.abc import Generator

AT_ONCE = 16
"""Connections that are taken in a round. A connection that comes alone wakes all copies, in some microseconds."""


@contextlib.contextmanager
def copied(listener: socket.socket) -> Generator[list[socket.socket]]:
    """The socket with copies of it, which are closed at the end; from each the event loop takes one connection a round.

    Raises:
        OSError: the process may open no more files.
    """
    with contextlib.ExitStack() as opened:
        yield [listener, *(opened.enter_context(listener.dup()) for _ in range(AT_ONCE - 1))]
