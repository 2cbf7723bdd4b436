"""A search over the connection of a page: from *Play* to the room, and what the lobby tells others."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient, WebSocketTestSession
from tests.server.crowd import Crowd, crowd
from tests.server.matchmaking.searching import open_hall

from nardy.server.connection.websocket import Page
from nardy.server.store.guests import Guest

WANTED = {"type": "search", "id": "1", "game": "backgammon", "clock": "300+5", "shown": True}
pytestmark = pytest.mark.usefixtures("quick_hashes")


def heard(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        told = socket.receive_json(timeout=5)
        if told["type"] == kind:
            return told


def seen(client: TestClient[Any]) -> list[tuple[int, list[str]]]:
    with client.websocket_connect("/live") as socket:
        socket.send_json({"type": "lobby"})
        pools = heard(socket, "lobby")["pools"]
        return [(pool["waiting"], [one["name"] for one in pool["people"]]) for pool in pools]


def test_two_browsers_find_each_other(tmp_path: Path) -> None:
    with crowd(tmp_path) as people, people.be("ann").websocket_connect("/live") as ann:
        ann.send_json(WANTED)
        assert heard(ann, "searching")["waited"] < 1000
        assert seen(people.be("bo")) == [(1, ["ann of here"])]
        with people.be("bo").websocket_connect("/live") as bo:
            bo.send_json(WANTED)
            room = heard(bo, "matched")["room"]
            assert heard(ann, "matched") == {"type": "matched", "id": "1", "room": room}
        assert seen(people.be("bo")) == []
        assert people.be("ann").get("/api/mine").json()[0]["room"] == room


def test_a_search_that_is_ended_or_whose_page_is_closed_is_over(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        with people.be("ann").websocket_connect("/live") as ann:
            ann.send_json(WANTED)
            heard(ann, "searching")
            ann.send_json({"type": "endsearch"})
            ann.send_json({"type": "lobby"})
            assert heard(ann, "lobby")["pools"] == []
            ann.send_json(WANTED)
            heard(ann, "searching")
        assert seen(people.be("bo")) == []


def test_a_search_that_is_ended_while_it_begins_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_hall(tmp_path, "a") as hall:
            page = Page.of(hall.club, Guest("a", "A", "member"), "")
            page.seekers, goes_on = hall.seekers, asyncio.Event()

            async def wait(_: object) -> None:
                await goes_on.wait()

            monkeypatch.setattr(hall.club.groups, "require", wait)
            begins = asyncio.create_task(page.hear(json.dumps(WANTED)))
            await asyncio.sleep(0)
            ends = asyncio.create_task(page.hear('{"type": "endsearch"}'))
            await asyncio.sleep(0)
            goes_on.set()
            await asyncio.gather(begins, ends)
            assert hall.seekers.pools(None) == []
            page.close()

    asyncio.run(go())


def test_who_is_nobody_yet_and_a_program_do_not_search(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        token = people.be("Ann").post("/api/programs", json={"name": "Engine"}).json()["token"]
        people.client.cookies.clear()
        header = {"Authorization": f"Bearer {token}"}
        for headers, law in ((None, "search-name"), (header, "token-scope")):
            with people.client.websocket_connect("/live", headers=headers) as socket:
                socket.send_json(WANTED)
                assert heard(socket, "refused")["law"] == law


def test_an_open_room_that_one_makes_goes_to_whoever_searches(tmp_path: Path) -> None:
    with crowd(tmp_path) as people, people.be("ann").websocket_connect("/live") as ann:
        ann.send_json(WANTED)
        heard(ann, "searching")
        wish = {"game": "backgammon", "clock": "300+5", "against": "anyone", "seat": "black"}
        room = people.be("bo").post("/api/rooms", json=wish).json()["room"]
        assert heard(ann, "matched")["room"] == room
        assert record(people, room).black == f"guest:{people.id_of('bo')}"


def test_a_program_is_sat_down_at_nobodys_board(tmp_path: Path) -> None:
    wish = {"game": "backgammon", "clock": "300+5", "against": "anyone"}
    with crowd(tmp_path) as people:
        token = people.be("Ann").post("/api/programs", json={"name": "Engine"}).json()["token"]
        header = {"Authorization": f"Bearer {token}"}
        with people.be("bo").websocket_connect("/live") as bo:
            bo.send_json(WANTED)
            heard(bo, "searching")
            people.client.cookies.clear()
            room = people.client.post("/api/rooms", json=wish, headers=header).json()["room"]
            seats = record(people, room).white, record(people, room).black
            assert f"guest:{people.id_of('bo')}" not in seats
            bo.send_json({"type": "lobby"})
            assert [pool["waiting"] for pool in heard(bo, "lobby")["pools"]] == [1]


def record(people: Crowd, room: str) -> Any:
    return people.client.app.state.club.loaded(room).record
