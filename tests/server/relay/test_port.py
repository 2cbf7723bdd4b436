import asyncio
import json
import socket
from collections.abc import Callable, Coroutine
from dataclasses import astuple
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.relay.stand_ins import SECRET_TEXT
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from nardy.server.connection.keepalive import ConnectionHealth
from nardy.server.relay import port
from nardy.server.relay.headers import OURS, SECRET
from nardy.server.relay.port import LEAST_SECRET, RelayError
from nardy.server.settings import Settings


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(in_time())


# Who is let in


class App:
    """The club: it tells who has come, and counts them."""

    def __init__(self) -> None:
        self.came = list[Any]()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.came.append(scope)
        told = json.dumps([scope["client"][0], scope["scheme"]]).encode()
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": told.decode()})
            await send({"type": "websocket.close"})
        else:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": told})


ALL_BUT_THE_SECRET = {name.decode(): "10.9.9.9" for name in OURS if name != SECRET}
STRANGERS = [
    {},
    {SECRET.decode(): ""},
    {SECRET.decode(): SECRET_TEXT[:-1]},
    {SECRET.decode(): SECRET_TEXT.upper()},
    {**ALL_BUT_THE_SECRET, "x-forwarded-for": "127.0.0.1", "authorization": SECRET_TEXT},
    {"cookie": f"{SECRET.decode()}={SECRET_TEXT}"},
]


@pytest.mark.parametrize("headers", STRANGERS)
def test_a_stranger_gets_401_or_no_connection_and_the_club_hears_nothing(
    headers: dict[str, str],
) -> None:
    async def test() -> None:
        app = App()
        with socket.create_server(("127.0.0.1", 0)) as listener:
            at = f"127.0.0.1:{listener.getsockname()[1]}"
            async with port.serving(app, listener, SECRET_TEXT), httpx.AsyncClient() as client:
                for method, path in (("GET", "/"), ("POST", "/api/rooms"), ("GET", "/health")):
                    # The secret in the address is none.
                    url = f"http://{at}{path}?{SECRET.decode()}={SECRET_TEXT}"
                    told = await client.request(method, url, headers=headers)
                    assert (told.status_code, told.content) == (401, b"")
                    assert "nardy" not in told.headers.get("server", "")
                with pytest.raises(InvalidStatus) as caught:
                    await connect(f"ws://{at}/live", additional_headers=headers)
                assert caught.value.response.status_code == 403
        assert app.came == []

    run(test)


def test_a_process_comes_in_the_name_of_its_client() -> None:
    async def test() -> None:
        app = App()
        headers = {
            "x-nardy-relay": SECRET_TEXT,
            "x-nardy-client": "192.0.2.7",
            "x-nardy-scheme": "https",
            "x-nardy-host": "club.example",
            # Whoever the proxy in front of the other process told has been heard there.
            "x-forwarded-for": "203.0.113.1",
        }
        with socket.create_server(("127.0.0.1", 0)) as listener:
            at = f"127.0.0.1:{listener.getsockname()[1]}"
            async with port.serving(app, listener, SECRET_TEXT), httpx.AsyncClient() as client:
                told = await client.post(f"http://{at}/api/rooms", headers=headers)
                assert told.json() == ["192.0.2.7", "https"]
                async with connect(f"ws://{at}/live", additional_headers=headers) as line:
                    assert json.loads(await line.recv()) == ["192.0.2.7", "https"]
        for scope in app.came:
            assert dict(scope["headers"])[b"host"] == b"club.example"
            assert not {name for name, _ in scope["headers"]} & set(OURS)

    run(test)


def test_it_ends_with_its_connections_and_frees_the_port() -> None:
    async def test() -> None:
        async def never(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await receive()
            await send({"type": "websocket.close"})

        listener = socket.create_server(("127.0.0.1", 0))
        at = listener.getsockname()
        async with port.serving(never, listener, SECRET_TEXT):
            headers = {"x-nardy-relay": SECRET_TEXT, "x-nardy-client": "192.0.2.7"}
            line = await connect(f"ws://127.0.0.1:{at[1]}/live", additional_headers=headers)
        assert listener.fileno() == -1
        await line.wait_closed()
        with pytest.raises(OSError, match=r"refused|Connect call failed"):
            await connect(f"ws://127.0.0.1:{at[1]}/live", additional_headers=headers)

    run(test)


def test_a_process_that_answers_no_ping_is_cut_off_though_much_is_to_be_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its machine is dead or frozen, and its pages must not seem to be here."""
    monkeypatch.setattr(port, "PING_SECONDS", 0.05)
    monkeypatch.setattr(port, "PONG_SECONDS", 0.2)

    async def test() -> None:
        answered, ended = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(ConnectionHealth, "answer", lambda *_: answered.set())

        async def much(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await receive()
            await send({"type": "websocket.send", "text": "x" * 30_000_000})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            ended.set()

        headers = {"x-nardy-relay": SECRET_TEXT, "x-nardy-client": "192.0.2.7"}
        with socket.create_server(("127.0.0.1", 0)) as listener:
            at = f"ws://127.0.0.1:{listener.getsockname()[1]}/live"
            async with port.serving(much, listener, SECRET_TEXT):
                line = await connect(
                    at, additional_headers=headers, ping_interval=None, max_size=None
                )
                # It was alive at first.
                await answered.wait()
                line.transport.pause_reading()
                await line.send("now")
                await ended.wait()
                line.transport.abort()
                await line.wait_closed()

    run(test)


# What the settings say


def settings(**given: Any) -> Settings:
    return Settings(database=Path("club.db"), **given)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("0123456789abcdef", "0123456789abcdef"),
        ("  0123456789abcdef\n", "0123456789abcdef"),
        ("x" * 64 + "\r\n", "x" * 64),
        ("0123456789abcde", None),
        ("", None),
        ("\n" * 40, None),
        ("ключ" * 9, None),
        ("0123456789abcdef\nX: y", None),  # two lines would be two headers
        ("0123456789 abcdef", None),
        ("0123456789\0abcdef", None),
    ],
)
def test_a_secret_is_one_long_word(text: str, secret: str | None, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(text, "utf-8", newline="")
    if secret:
        assert port.secret_in(settings(relay_secret=file)) == secret
        return
    with pytest.raises(RelayError, match="openssl rand -hex 32") as caught:
        port.secret_in(settings(relay_secret=file))
    assert f"at least {LEAST_SECRET}" in str(caught.value)
    assert not text.strip() or text.strip() not in str(caught.value)


def test_a_secret_that_cannot_be_read_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RelayError, match="expected a file with the secret"):
        port.secret_in(settings())
    (tmp_path / "binary").write_bytes(b"\xff" * 32)
    for name, why in (("none", "No such file"), (".", "directory"), ("binary", "not text")):
        with pytest.raises(RelayError, match=why):
            port.secret_in(settings(relay_secret=tmp_path / name))


@pytest.mark.parametrize(
    ("relay", "begins"), [("127.0.0.1:0", "127.0.0.1:"), ("localhost:0", "localhost:")]
)
def test_the_others_are_told_the_name_of_the_settings_and_the_real_port(
    relay: str, begins: str
) -> None:
    chosen = settings(relay=relay, port=8001)
    with port.listen(chosen) as listener:
        address, page = astuple(port.addresses_of(chosen, listener))
        assert page == f"{begins}8001"
        assert address.startswith(begins)
        assert not address.endswith(":0")
        host, _, number = address.rpartition(":")
        with socket.create_connection((host, int(number)), timeout=5):
            pass


@pytest.mark.parametrize("relay", ["0.0.0.0:0", "[::]:0", "0:0"])
def test_an_address_that_means_every_address_is_refused(relay: str) -> None:
    """The other processes would be told to find this one at home."""
    with pytest.raises(RelayError, match="--relay"):
        port.listen(settings(relay=relay))


def test_an_address_that_is_taken_or_of_another_machine_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        for relay in (
            f"127.0.0.1:{other.getsockname()[1]}",
            "192.0.2.1:0",
            "127.0.0.1:99999",
            "a..b:0",
        ):
            with pytest.raises(RelayError, match="choose another with --relay"):
                port.listen(settings(relay=relay))
