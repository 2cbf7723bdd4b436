"""A proxy of TCP on loopback between two programs: a network that works, swallows everything, or is cut."""

import contextlib
import socket
import struct
import threading
from typing import Literal, Self

CHUNK = 1 << 16
State = Literal["works", "swallows", "is cut"]
# Closed with this, a connection ends by a reset and not by a farewell.
_RESET = struct.pack("ii", 1, 0)


class DroppingProxy:
    """Listens on a port of its own and passes everything on to another one.

    - `work`: as if it were not there.
    - `swallow`: nothing arrives and nobody is told; new connections are neither refused nor answered. What was sent
      meanwhile arrives once it works again, as TCP sends again what nobody acknowledged.
    - `cut`: all connections are reset, and new ones, too.
    """

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        """Begin to pass on to this port."""
        self._target = host, port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._state: State = "works"
        self._changed = threading.Condition()
        self._sockets = set[socket.socket]()
        self._begin(self._accept)

    def work(self) -> None:
        self._change("works")

    def swallow(self) -> None:
        self._change("swallows")

    def cut(self) -> None:
        self._change("is cut")

    def close(self) -> None:
        """Reset all connections, and listen no more."""
        self.cut()
        # Closing alone would not wake who waits for the next connection.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _change(self, state: State) -> None:
        with self._changed:
            self._state = state
            self._changed.notify_all()
            if state == "is cut":
                for one in list(self._sockets):
                    self._reset(one)

    def _begin(self, work: object, *values: object) -> None:
        threading.Thread(target=work, args=values, daemon=True).start()  # type: ignore[arg-type]

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:  # closed
                return
            self._begin(self._serve, client)

    def _serve(self, client: socket.socket) -> None:
        """Lead a new connection to the target, as soon as the network takes anything."""
        if not self._keep(client) or not self._may_pass():
            self._reset(client)
            return
        try:
            server = socket.create_connection(self._target)
        except OSError:
            self._reset(client)
            return
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._keep(server):
            self._begin(self._pass_on, client, server)
            self._pass_on(server, client)
        else:
            self._reset(client)

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        """Carry bytes in one direction until its end."""
        with contextlib.suppress(OSError):
            while chunk := source.recv(CHUNK):
                if not self._may_pass():
                    return
                target.sendall(chunk)
            if self._may_pass():
                target.shutdown(socket.SHUT_WR)
                return
        self._reset(target)

    def _may_pass(self) -> bool:
        """Wait until the network passes or is cut; whether it passes."""
        with self._changed:
            self._changed.wait_for(lambda: self._state != "swallows")
            return self._state == "works"

    def _keep(self, one: socket.socket) -> bool:
        """Remember a socket, which a cut resets; False if the network is cut already."""
        with self._changed:
            self._sockets.add(one)
            if self._state == "is cut":
                self._reset(one)
                return False
            return True

    def _reset(self, one: socket.socket) -> None:
        with self._changed:
            self._sockets.discard(one)
        with contextlib.suppress(OSError):
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            # Wakes the thread that reads from it, and tells the other side nothing yet.
            one.shutdown(socket.SHUT_RD)
        one.close()
