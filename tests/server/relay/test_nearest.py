import asyncio
from typing import Any

import pytest
from tests.server.relay.stand_ins import OTHER, ROOM, StandIn, switchboard_of

from nardy.server.relay.http_relay import HttpRelay
from nardy.server.relay.nearest import MARK, owner_of

MARKED = [(b"host", b"club.local"), (MARK, b"1")]
WATCH = f"type=watch&room={ROOM}".encode()


def handshake(query: bytes = WATCH, **more: Any) -> dict[str, Any]:
    return {"type": "websocket", "path": "/live", "query_string": query, "headers": MARKED, **more}


def answered(scope: dict[str, Any], own: Any) -> tuple[list[dict[str, Any]], int]:
    """What a process sends at a handshake, and how often its own app is asked."""
    switchboard = own and switchboard_of(own)
    told, asked = list[dict[str, Any]](), list[Any]()

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        asked.append(scope)

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    relay = HttpRelay(app, lambda: switchboard)
    asyncio.run(relay(scope, receive, send))
    assert not own or switchboard.misdirected == 1 - len(asked)
    return told, len(asked)


def test_a_proxy_that_can_is_told_the_owner() -> None:
    told, asked = answered(handshake(), StandIn(at={ROOM: "b"}))
    assert asked == 0
    assert told[0]["status"] == 421
    assert dict(told[0]["headers"]) == {
        b"x-accel-redirect": b"@near",
        b"x-nardy-at": b"page-of-b",
        b"content-length": b"0",
    }


@pytest.mark.parametrize(
    ("own", "more"),
    [
        (StandIn(is_mine=True), {}),
        (StandIn(at={OTHER: "b"}), {}),  # nobody has it at the moment
        (StandIn(at={ROOM: "b"}), {"headers": MARKED[:1]}),  # from a proxy that cannot
        (StandIn(at={ROOM: "b"}), {"query_string": b""}),
        (StandIn(at={ROOM: "b"}), {"query_string": b"type=lobby"}),
        (None, {}),  # a club of one process
    ],
)
def test_all_others_are_served_here(own: Any, more: dict[str, Any]) -> None:
    assert answered(handshake(**more), own) == ([], 1)


def test_only_a_connection_is_sent_to_the_owner() -> None:
    """A request is passed on, if it changes anything; any process answers what only reads."""
    own: Any = StandIn(at={ROOM: "b"})
    assert owner_of(handshake(), own) == "page-of-b"
    assert owner_of(handshake(type="http"), own) is None
    assert owner_of({"type": "lifespan"}, own) is None
