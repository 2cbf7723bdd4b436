import asyncio
import contextlib
import socket
import time

import pytest

from nardy.server.accepting import AT_ONCE, copied


def rounds_for(many: int, *, is_copied: bool) -> int:
    """Rounds of a busy event loop until so many connections were taken that came at once."""
    uvloop = pytest.importorskip("uvloop")
    taken = list[asyncio.BaseTransport]()

    class Page(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            taken.append(transport)

    async def go() -> int:
        with contextlib.ExitStack() as opened:
            listener = socket.create_server(("127.0.0.1", 0), backlog=many)
            listeners = opened.enter_context(copied(listener)) if is_copied else [listener]
            loop = asyncio.get_running_loop()
            servers = [await loop.create_server(Page, sock=one) for one in listeners]
            pages = [
                opened.enter_context(socket.create_connection(listener.getsockname()))
                for _ in range(many)
            ]
            rounds = 0
            while len(taken) < len(pages) and rounds < 3 * many:
                rounds += 1
                time.sleep(0.001)  # noqa: ASYNC251 (a round in which there is much to do)
                await asyncio.sleep(0)
            for each in (*taken, *servers):
                each.close()
            await asyncio.sleep(0.01)
        return rounds

    return uvloop.run(go())


def test_a_busy_process_takes_many_connections_in_a_round() -> None:
    alone, together = (rounds_for(4 * AT_ONCE, is_copied=one) for one in (False, True))
    assert together <= 12
    assert together < alone / 4


def test_copies_share_a_port_and_are_closed_apart() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        with copied(listener) as found:
            assert found[0] is listener
            assert {one.getsockname() for one in found} == {listener.getsockname()}
            assert len({one.fileno() for one in found}) == AT_ONCE
        assert {one.fileno() for one in found[1:]} == {-1}
        assert listener.fileno() >= 0
