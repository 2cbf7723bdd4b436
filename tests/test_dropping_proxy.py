import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest
from tests.dropping_proxy import DroppingProxy


@pytest.fixture
def echo() -> Iterator[int]:
    """The port of a server that sends back what it gets."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(one: socket.socket) -> None:
        with one, contextlib.suppress(ConnectionResetError):
            while chunk := one.recv(1000):
                one.sendall(chunk)

    def accept() -> None:
        while True:
            try:
                one, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=[one], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


@pytest.fixture
def proxy(echo: int) -> Iterator[DroppingProxy]:
    with DroppingProxy(echo) as proxy:
        yield proxy


def connected(proxy: DroppingProxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), 5)


def asked(one: socket.socket, text: bytes) -> bytes:
    one.sendall(text)
    return one.recv(1000)


def is_reset(proxy: DroppingProxy) -> bool:
    """Whether a new connection ends by a reset, at once or when it is used."""
    try:
        with connected(proxy) as one:
            asked(one, b"x")
    except (ConnectionResetError, BrokenPipeError):
        return True
    return False


def test_what_works_passes_everything_on_and_its_end(proxy: DroppingProxy) -> None:
    with connected(proxy) as one, connected(proxy) as other:
        assert (asked(one, b"one"), asked(other, b"other")) == (b"one", b"other")
        one.shutdown(socket.SHUT_WR)
        assert one.recv(1000) == b""
        assert asked(other, b"still there") == b"still there"


def test_what_swallows_tells_nobody_and_delivers_later(proxy: DroppingProxy) -> None:
    with connected(proxy) as one:
        asked(one, b"before")
        proxy.swallow()
        one.sendall(b"meanwhile")
        one.settimeout(0.2)
        with pytest.raises(TimeoutError):
            one.recv(1000)
        with connected(proxy) as new:
            new.sendall(b"new")
            new.settimeout(0.2)
            with pytest.raises(TimeoutError):
                new.recv(1000)
            proxy.work()
            one.settimeout(5)
            new.settimeout(5)
            assert one.recv(1000) == b"meanwhile"
            assert new.recv(1000) == b"new"


def test_what_is_cut_resets_old_connections_and_new_ones(proxy: DroppingProxy) -> None:
    with connected(proxy) as one:
        asked(one, b"before")
        proxy.cut()
        with pytest.raises(ConnectionResetError):
            one.recv(1000)
    assert is_reset(proxy)
    proxy.work()
    with connected(proxy) as one:
        assert asked(one, b"again") == b"again"


def test_a_cut_frees_who_was_swallowed(proxy: DroppingProxy) -> None:
    proxy.swallow()
    with connected(proxy) as one:
        one.sendall(b"x")
        proxy.cut()
        with pytest.raises(ConnectionResetError):
            one.recv(1000)


def test_a_target_that_is_not_there_is_a_reset() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with DroppingProxy(port) as proxy:
        assert is_reset(proxy)
