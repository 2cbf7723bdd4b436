import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from typing import Any

import pytest
from tests.server.relay.stand_ins import ROOM, SECRET_TEXT, StandIn, switchboard_of

from nardy.server.relay import http_relay, port
from nardy.server.relay.http_relay import MOST_BYTES, HttpRelay
from nardy.server.relay.switchboard import Switchboard

SEAT = f"/api/rooms/{ROOM}/seat"


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(in_time())


class Echo:
    """An app that answers with what it was asked, and notes it."""

    def __init__(self, headers: Sequence[tuple[bytes, bytes]] = (), status: int = 200) -> None:
        self.headers, self.status = list(headers), status
        self.asked = list[dict[str, Any]]()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body, is_more = b"", True
        while is_more:
            message = await receive()
            if message["type"] != "http.request":
                break
            body += message.get("body", b"")
            is_more = message.get("more_body", False)
        self.asked.append({**scope, "body": body})
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": body})


async def ask(
    app: Any,
    path: str = SEAT,
    parts: Sequence[bytes] = (b"{}",),
    headers: Sequence[tuple[bytes, bytes]] = (),
    **more: Any,
) -> tuple[int, dict[bytes, list[bytes]], bytes]:
    """A request as uvicorn hands it on: status, headers and body of its answer."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "client": ("192.0.2.7", 5),
        "headers": [(b"host", b"club.local"), *headers],
        **more,
    }
    given = [
        {"type": "http.request", "body": part, "more_body": number < len(parts)}
        for number, part in enumerate(parts, 1)
    ]
    told = list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        return given.pop(0) if given else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    await app(scope, receive, send)
    found = dict[bytes, list[bytes]]()
    for name, value in told[0]["headers"]:
        found.setdefault(name.lower(), []).append(value)
    return told[0]["status"], found, b"".join(one.get("body", b"") for one in told[1:])


@contextlib.asynccontextmanager
async def two(far: Any) -> AsyncGenerator[tuple[HttpRelay, Echo, Switchboard]]:
    """A relay in front of an app, of which another process serves all rooms by the app *far*."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        switchboard = switchboard_of(StandIn(everything_at=address))
        async with port.serving(far, listener, SECRET_TEXT):
            near = Echo()
            relay = HttpRelay(near, lambda: switchboard)
            try:
                yield relay, near, switchboard
            finally:
                await relay._client.aclose()  # noqa: SLF001


def test_the_owner_is_asked_what_the_client_asked() -> None:
    async def test() -> None:
        far = Echo([(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"x-more", b"yes")], 201)
        async with two(far) as (relay, near, switchboard):
            cookie = [(b"cookie", b"nardy=me"), (b"content-type", b"application/json")]
            told = await ask(relay, parts=(b'{"a":', b"1}"), headers=cookie, query_string=b"what=x")
            assert told[0] == 201
            assert told[1][b"set-cookie"] == [b"a=1", b"b=2"]
            assert told[1][b"x-more"] == [b"yes"]
            assert told[1][b"content-length"] == [b"7"]
            assert told[2] == b'{"a":1}'
            assert near.asked == []
            (came,) = far.asked
            assert (came["path"], came["query_string"]) == (SEAT, b"what=x")
            assert came["client"][0] == "192.0.2.7"
            assert (b"cookie", b"nardy=me") in came["headers"]
            assert [value for name, value in came["headers"] if name == b"host"] == [b"club.local"]
            assert switchboard.relayed == 1

    run(test)


def test_nobody_gets_the_cookie_of_another() -> None:
    """The owner makes a session for a newcomer; the next newcomer must not come as that person."""

    async def test() -> None:
        far = Echo([(b"set-cookie", b"nardy=SESSION; Path=/; HttpOnly")])
        async with two(far) as (relay, _, _):
            for _ in range(3):
                told = await ask(relay)
                assert told[1][b"set-cookie"] == [b"nardy=SESSION; Path=/; HttpOnly"]
            for came in far.asked:
                assert not [value for name, value in came["headers"] if name == b"cookie"]

    run(test)


def test_a_client_cannot_pretend_to_be_a_process_or_another_client() -> None:
    async def test() -> None:
        far = Echo()
        forged = [
            (b"x-nardy-client", b"10.9.9.9"),
            (b"x-nardy-scheme", b"https"),
            (b"x-nardy-host", b"evil.example"),
            (b"x-nardy-relay", b"guessed"),
        ]
        async with two(far) as (relay, near, _):
            await ask(relay, headers=forged)
            await ask(relay, "/api/rooms", headers=forged)
            (came,) = far.asked
            assert came["client"][0] == "192.0.2.7"
            assert came["scheme"] == "http"
            assert (b"host", b"evil.example") not in came["headers"]
            # Answered here it is a header without a meaning.
            assert near.asked[0]["client"] == ("192.0.2.7", 5)
            assert near.asked[0]["scheme"] == "http"

    run(test)


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/api/rooms", {}),
        (f"/api/rooms/{ROOM}", {"method": "GET"}),
        (SEAT, {"method": "GET"}),
        (f"/api/rooms/{ROOM}/review", {}),
        (SEAT, {"nardy.relayed": True}),  # it has come over the relay: it never goes round
    ],
)
def test_what_any_process_can_do_is_done_here(path: str, more: dict[str, Any]) -> None:
    async def test() -> None:
        async with two(far := Echo()) as (relay, near, switchboard):
            parts = (b"a", b"b", b"", b"c")
            told = await ask(relay, path, parts, **more)
            assert (told[0], told[2]) == (200, b"abc")
            assert len(near.asked) == 1
            assert far.asked == []
            assert switchboard.relayed == 0

    run(test)


def test_what_this_process_owns_is_done_here() -> None:
    async def test() -> None:
        near = Echo()
        switchboard = switchboard_of(StandIn(is_mine=True))
        assert (await ask(HttpRelay(near, lambda: switchboard)))[2] == b"{}"
        assert (await ask(HttpRelay(near, lambda: None)))[2] == b"{}"
        assert len(near.asked) == 2

    run(test)


@pytest.mark.parametrize("size", [1, MOST_BYTES - 1, MOST_BYTES, MOST_BYTES + 20_000])
def test_a_body_of_any_size_arrives_whole_where_it_is_answered(size: int) -> None:
    """One that is too long for a room's request is refused by the club itself, here."""

    async def test() -> None:
        async with two(far := Echo()) as (relay, near, _):
            body = bytes(n % 251 for n in range(size))
            parts = [body[at : at + 10_000] for at in range(0, size, 10_000)]
            assert (await ask(relay, "/api/matches", parts))[2] == body
            assert (await ask(relay, SEAT, parts))[2] == body
            assert len(far.asked) == (size <= MOST_BYTES)
            assert len(near.asked) == 1 + (size > MOST_BYTES)

    run(test)


def test_a_client_that_leaves_in_the_middle_asks_nobody() -> None:
    async def test() -> None:
        class Leaves(Echo):
            async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
                assert (await receive())["type"] == "http.request"
                assert (await receive())["type"] == "http.disconnect"
                await send({"type": "http.response.start", "status": 400, "headers": []})

        async with two(far := Echo()) as (relay, _, switchboard):
            app = HttpRelay(Leaves(), lambda: switchboard)
            scope_parts = [
                {"type": "http.request", "body": b"{", "more_body": True},
                {"type": "http.disconnect"},
                {"type": "http.disconnect"},
            ]

            async def receive() -> dict[str, Any]:
                return scope_parts.pop(0)

            async def send(_: Any) -> None:
                pass

            scope = {"type": "http", "method": "POST", "path": SEAT, "headers": []}
            await app(scope, receive, send)
            assert far.asked == []
            assert relay is not app

    run(test)


def test_an_answer_that_was_packed_can_be_read() -> None:
    """The relay unpacks it, so it must not say that it is packed."""
    import gzip  # noqa: PLC0415

    async def test() -> None:
        async def far(scope: Any, receive: Any, send: Any) -> None:
            headers = [(b"content-encoding", b"gzip")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": gzip.compress(b"hello")})

        async with two(far) as (relay, _, _):
            status, headers, body = await ask(relay)
            assert (status, body) == (200, b"hello")
            assert b"content-encoding" not in headers
            assert headers[b"content-length"] == [b"5"]

    run(test)


@pytest.mark.parametrize("how", ["nobody", "refused", "silent", "stranger"])
def test_without_an_answer_the_client_is_told_to_come_again(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no owner, its port is closed, it is frozen, or it knows another secret."""
    monkeypatch.setattr(http_relay, "SECONDS", 0.3)
    monkeypatch.setattr("nardy.server.relay.switchboard.OWNER_SECONDS", 0.2)

    async def test() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            address = f"127.0.0.1:{listener.getsockname()[1]}"
            if how == "refused":
                listener.close()
            near = Echo()
            own = StandIn(everything_at=None if how == "nobody" else address)
            relay = HttpRelay(near, lambda: switchboard_of(own))
            served: Any = contextlib.nullcontext()
            if how == "stranger":
                served = port.serving(Echo(), listener, "another secret of a club")
            async with served:
                status, headers, body = await ask(relay)
            assert status == 503
            assert headers[b"retry-after"]
            told = json.loads(body)
            assert "try again" in json.dumps(told)
            assert headers[b"content-length"] == [str(len(body)).encode()]
            assert near.asked == []
            assert own.suspected == ([address] if how == "refused" else [])
            await relay._client.aclose()  # noqa: SLF001

    run(test)


def test_a_club_of_one_process_makes_no_client() -> None:
    """It takes a tenth of a second at the start."""

    async def test() -> None:
        relay = HttpRelay(Echo(), lambda: None)
        await ask(relay)
        assert "_client" not in vars(relay)

    run(test)
