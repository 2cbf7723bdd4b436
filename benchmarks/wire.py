"""The messages of the club that the players of the benchmarks read, and the acts they choose."""

import json
import time
import urllib.request
from typing import Any
from urllib.error import HTTPError

import msgspec

UNAVAILABLE = 503


class Move(msgspec.Struct, rename={"origin": "from"}):
    origin: int
    to: int
    then: int | None


class Node(msgspec.Struct):
    moves: list[Move]


class View(msgspec.Struct):
    acts: list[str]
    phase: str
    to_act: str


class Facts(msgspec.Struct):
    you: str | None


class Clocks(msgspec.Struct):
    white: int
    black: int
    running: str | None
    waits: int = 0


class Happened(msgspec.Struct):
    number: int
    event: dict[str, Any]


class Update(msgspec.Struct, tag="update"):
    room: str
    since: int
    version: int
    events: list[Happened]
    view: View
    clocks: Clocks | None
    nodes: list[Node]
    facts: Facts


class Done(msgspec.Struct, tag="done"):
    id: str
    version: int


class Refused(msgspec.Struct, tag="refused"):
    law: str
    reason: str


class Want(msgspec.Struct, tag="want"):
    number: int


read = msgspec.json.Decoder(Update | Done | Refused | Want).decode
"""Decodes a message of the club; fields without a declaration are skipped, which saves time."""


def walk(nodes: list[Node]) -> list[dict[str, int]] | None:
    """The first legal turn of a graph; None if the graph that was sent ends before the turn does."""
    at: int | None = 0
    moves: list[dict[str, int]] = []
    while at is not None and nodes[at].moves:
        move = nodes[at].moves[0]
        moves.append({"from": move.origin, "to": move.to})
        at = move.then
    return None if at is None else moves


def act_of(told: Update) -> dict[str, Any] | None:
    """The act of the player who receives this update; None if they need not act."""
    view = told.view
    order: dict[str, Any] = {"type": "act", "room": told.room, "version": told.version}
    order["id"] = f"{told.room}-{told.version}"
    if view.phase == "over":
        # One of the two begins the next game of a match.
        goes_on = "next" in view.acts and told.facts.you == "white"
        return {**order, "act": "next"} if goes_on else None
    if view.to_act != told.facts.you or view.phase == "opening":
        return None
    if view.phase != "turn":
        return {**order, "act": "roll" if "roll" in view.acts else view.acts[0]}
    moves = walk(told.nodes)
    return (
        {**order, "act": "play", "moves": moves}
        if moves is not None
        else {**order, "act": "resign:single"}
    )


def post(address: str, player: int, path: str, data: object, cookie: str = "") -> tuple[Any, str]:
    """Post a player's request as a proxy would; return the answer and the player's cookie."""
    headers = {"content-type": "application/json", "x-forwarded-for": address_of(player)}
    content = json.dumps(data).encode()
    request = urllib.request.Request(  # noqa: S310 (loopback)
        f"{address}{path}", content, {**headers, "cookie": cookie}
    )
    for pause in (0.5, 1.0, 2.0, 0.0):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 (loopback)
                told = answer.headers.get("set-cookie", "")
                return json.load(answer), told.partition(";")[0] or cookie
        except HTTPError as error:
            # A room that moves between two processes is there a moment later.
            if error.code != UNAVAILABLE or not pause:
                raise
        time.sleep(pause)
    raise AssertionError  # the last round returns or raises


def address_of(player: int) -> str:
    """A different IP address for each player."""
    return f"10.{player >> 16}.{player >> 8 & 255}.{player & 255}"


def seat(address: str, pairs: int, wish: dict[str, Any], first: int = 0) -> list[tuple[str, str]]:
    """Rooms with both seats taken: room and cookie of each player, who are counted from *first* on."""
    found: list[tuple[str, str]] = []
    for pair in range(pairs):
        player = first + 2 * pair
        made, mine = post(address, player, "/api/rooms", {**wish, "against": "friend"})
        _, theirs = post(address, player + 1, f"/api/rooms/{made['room']}/seat", {})
        found += [(made["room"], mine), (made["room"], theirs)]
    return found
