"""Requests that change something in another process's room or tournament go there."""

import functools
import logging
import ssl
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx
import msgspec

from nardy.server.errors import StoreError
from nardy.server.relay import nearest
from nardy.server.relay.headers import SECRET, UNKNOWN, is_relayed, marked
from nardy.server.relay.routes import is_always_here, shard_of_request
from nardy.server.relay.switchboard import HERE, Switchboard
from nardy.server.web.malformed_requests import refusal_body

UNAVAILABLE = 503
SECONDS = 5.0
"""The longest wait for an answer; then the client is told to try again."""
MOST_BYTES = 1 << 16
"""Longer bodies belong to no request that is passed on."""
_DROPPED = {
    *(b"content-length", b"transfer-encoding", b"connection", b"date", b"server"),
    # The client has unpacked the body.
    b"content-encoding",
}
_ASKED = (b"www-authenticate", SECRET)
_log = logging.getLogger(__name__)
AsgiScope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
AsgiReceive = Callable[[], Awaitable[AsgiMessage]]
AsgiSend = Callable[[AsgiMessage], Awaitable[None]]
AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]


def new_client(seconds: float) -> httpx.AsyncClient:
    """A client for other processes, which waits so long for an answer."""
    return httpx.AsyncClient(
        timeout=seconds,
        trust_env=False,
        follow_redirects=False,
        # It must keep no cookie: the next request without one would come as somebody else.
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        # Only http is spoken; loading the certificates of the world takes 0.1 s.
        verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
    )


def is_refusal(answer: httpx.Response) -> bool:
    """Whether a process has another secret."""
    return answer.status_code == UNKNOWN and _ASKED in answer.headers.raw


class HttpRelay:
    """An ASGI app in front of the club's."""

    def __init__(self, app: AsgiApp, switchboard: Callable[[], Switchboard | None]) -> None:
        """*switchboard* is there once the club is open, and has several processes."""
        self._app, self._switchboard = app, switchboard

    @functools.cached_property
    def _client(self) -> httpx.AsyncClient:
        return new_client(SECONDS)

    async def __call__(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        """Answer here, or pass the request on."""
        switchboard = self._switchboard()
        if switchboard is not None and (owner := nearest.owner_of(scope, switchboard.ownership)):
            switchboard.misdirected += 1
            for message in nearest.answer_of(owner):
                await send(message)
            return
        if (
            switchboard is None
            or scope["type"] != "http"
            or is_always_here(scope["method"], scope["path"])
            or is_relayed(scope)
        ):
            await self._app(scope, receive, send)
            return
        body, is_whole = await _body_of(receive)
        shard = shard_of_request(scope["path"], body) if is_whole else None
        address = HERE if shard is None else await switchboard.owner(shard)
        if address == HERE:
            await self._app(scope, _again(body, receive, is_whole=is_whole), send)
        elif address is None:
            await _refuse(send)
        else:
            switchboard.relayed += 1
            await self._pass_on(switchboard, address, scope, body, send)

    async def _pass_on(
        self, switchboard: Switchboard, address: str, scope: AsgiScope, body: bytes, send: AsgiSend
    ) -> None:
        headers = marked(scope, switchboard.secret)
        query = f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
        url = f"http://{address}{scope.get('raw_path', scope['path'].encode()).decode('latin-1')}{query}"
        try:
            answer = await self._client.request(scope["method"], url, content=body, headers=headers)
        except httpx.HTTPError as error:
            _log.warning("a request could not be passed on: %s", type(error).__name__)
            if isinstance(error, httpx.ConnectError):
                switchboard.ownership.suspect(address)
            await _refuse(send)
            return
        if is_refusal(answer):
            _log.error("a process of the club knows another secret: %s", address)
            await _refuse(send)
            return
        kept = [(name, value) for name, value in answer.headers.raw if name.lower() not in _DROPPED]
        length = (b"content-length", str(len(answer.content)).encode())
        await send(
            {
                "type": "http.response.start",
                "status": answer.status_code,
                "headers": [*kept, length],
            }
        )
        await send({"type": "http.response.body", "body": answer.content})


async def _body_of(receive: AsgiReceive) -> tuple[bytes, bool]:
    """The beginning of a body, and whether it is all."""
    parts, size, is_more = list[bytes](), 0, True
    while is_more and size <= MOST_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts), False
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        is_more = message.get("more_body", False)
    return b"".join(parts), not is_more


def _again(body: bytes, receive: AsgiReceive, *, is_whole: bool) -> AsgiReceive:
    """A *receive* that gives what has been read once more, and goes on after it."""
    given = [{"type": "http.request", "body": body, "more_body": not is_whole}]

    async def again() -> AsgiMessage:
        return given.pop() if given else await receive()

    return again


async def _refuse(send: AsgiSend) -> None:
    """Answer 503: the owner does not answer, or there is none yet."""
    sentence = "expected the process that has this game to answer, got nothing; try again"
    body = msgspec.json.encode(refusal_body(StoreError(sentence), UNAVAILABLE))
    headers = [(b"content-type", b"application/json"), (b"retry-after", b"2")]
    length = (b"content-length", str(len(body)).encode())
    await send(
        {"type": "http.response.start", "status": UNAVAILABLE, "headers": [*headers, length]}
    )
    await send({"type": "http.response.body", "body": body})
