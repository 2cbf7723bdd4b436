"""Behind a proxy that can do it, a page's connection ends at the process that owns the page's room.

The proxy marks the handshake of a connection. A process that is not the owner names it in its answer, and the
proxy sends the same handshake there. This only saves work: wherever it fails, messages are relayed.
"""

from collections.abc import Mapping
from typing import Any

from nardy.server.relay.headers import Headers
from nardy.server.relay.routes import shard_of_query
from nardy.server.shards.leases import SharedOwnership

MARK = b"x-nardy-near"
"""A request has this header if its proxy can send it to the owner."""
MISDIRECTED = 421
"""The status for a proxy: another process is meant (RFC 9110, 15.5.20)."""
LOCATION = b"@near"
"""The location of nginx that leads to the owner; other proxies look at the header beside it."""


def owner_of(scope: Mapping[str, Any], ownership: SharedOwnership) -> str | None:
    """Where the proxy reaches the owner of what a page connects for; None if the page is right here.

    *scope* is the request's, as ASGI has it.
    """
    if scope["type"] != "websocket" or not any(name == MARK for name, _ in scope["headers"]):
        return None
    shard = shard_of_query(scope["query_string"])
    return None if shard is None or ownership.has(shard) else ownership.page_of(shard)


def answer_of(owner: str) -> list[dict[str, Any]]:
    """The answer to the proxy, as ASGI has it."""
    headers: Headers = [(b"x-accel-redirect", LOCATION), (b"x-nardy-at", owner.encode())]
    start = {
        "type": "websocket.http.response.start",
        "status": MISDIRECTED,
        "headers": [*headers, (b"content-length", b"0")],
    }
    return [start, {"type": "websocket.http.response.body", "body": b""}]
