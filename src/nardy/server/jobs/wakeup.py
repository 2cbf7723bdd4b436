"""Wake-ups between the processes of one machine: datagrams over loopback, which may be lost.

On PostgreSQL processes are woken through the database (`notified_wakeup.py`).

A datagram says only that there is something to look at in the database, and names the secret of the one who hears
it. Everybody looks now and then without being woken, too.
"""

import contextlib
import hmac
import secrets
import select
import socket
from collections.abc import Iterable
from typing import Self

HOST = "127.0.0.1"
_SECRET_BYTES = 12
_MOST = 64
"""Bytes of a datagram that are read."""


class WakeupSocket:
    """A socket on which a process is woken."""

    poll_seconds = 0.05
    """Seconds between two looks of whoever is not woken."""

    def __init__(self) -> None:
        self._secret = secrets.token_urlsafe(_SECRET_BYTES).encode()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind((HOST, 0))

    @property
    def address(self) -> str:
        """The address to wake it by: a port and a secret."""
        return f"{self.socket.getsockname()[1]}/{self._secret.decode()}"

    def wait(self, seconds: float) -> bool:
        """Wait until it is woken, at most so long; returns whether it was."""
        select.select([self.socket], [], [], seconds)
        return self.was_woken()

    def was_woken(self) -> bool:
        """Whether a wake-up came since the last call."""
        woken = False
        with contextlib.suppress(OSError):
            while True:
                woken |= self.is_meant(self.socket.recv(_MOST))
        return woken

    def wake(self) -> None:
        """Wake this process; any of its threads may."""
        # A full buffer wakes as well.
        with contextlib.suppress(OSError):
            self.socket.sendto(self._secret, self.socket.getsockname())

    def is_meant(self, data: bytes) -> bool:
        """Whether a datagram has the secret."""
        return hmac.compare_digest(data, self._secret)

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class WakeupSender:
    """Wakes other processes."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)

    def send(self, addresses: Iterable[str]) -> None:
        """Wake these addresses; one that is none, or nobody's, is passed over."""
        for address in addresses:
            port, _, secret = address.partition("/")
            # A full buffer, or a process that has gone.
            with contextlib.suppress(OSError, ValueError, OverflowError):
                self._socket.sendto(secret.encode(), (HOST, int(port)))

    def close(self) -> None:
        self._socket.close()
