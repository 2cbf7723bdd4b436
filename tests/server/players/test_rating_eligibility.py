import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from litestar.testing import TestClient
from tests.server.club_room import enroll, open_club, room_in_memory
from tests.server.played import club_file, result, write

from nardy.core.events import Played
from nardy.server import create_app
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.players.rating_eligibility import RatedLimits, by_present_rules, unrated
from nardy.server.ratings.standing import ESTABLISHED
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.results import RATING_RULES, TURNS_A_POINT, rated_length
from nardy.server.rooms.room import Room
from nardy.server.settings import read_settings
from nardy.server.store import api_clients, known_devices, schema
from nardy.server.store.guests import Guest
from nardy.server.store.known_devices import RequestSource
from nardy.server.store.log import CASUAL, LogEntry, RoomRecord, Terms
from nardy.server.timestamps import now

HOUR = 3_600_000
TERMS = {"rated": True, "clock": "600+8"}
PASSWORD = "lamp gravel tuesday"  # noqa: S105 (of nobody)
WISH = {"game": "backgammon", "against": "friend", "clock": "600+8", "rated": True, "length": 25}
pytestmark = pytest.mark.usefixtures("quick_hashes")
Client = TestClient[Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def sign_up(client: Client, name: str) -> dict[str, str]:
    """A new account in a browser of its own; its cookies."""
    client.cookies.clear()
    told = client.post("/api/account", json={"name": name, "password": PASSWORD})
    assert told.status_code == 201, told.text
    return dict(client.cookies)


def come_as(client: Client, cookies: dict[str, str]) -> None:
    client.cookies.clear()
    client.cookies.update(cookies)


def order(white: str, black: str | None, **facts: Any) -> NewRoom:
    seats = {"white": f"guest:{white}", "black": black and f"guest:{black}"}
    return NewRoom(**{"games": ("long-nardy",), "terms": Terms(**TERMS), **seats, **facts})


async def refused(club: Club, asked: NewRoom) -> str:
    with pytest.raises(RefusedError) as error:
        await club.make(asked)
    return error.value.code


def test_the_farm_that_was_found_gains_no_rank(client: Client) -> None:
    """24 rated matches of 25 points against throw-away guests, and against throw-away accounts."""
    farmer = sign_up(client, "Farmer")
    for number in range(24):
        come_as(client, farmer)
        room = client.post("/api/rooms", json=WISH).json()["room"]
        client.cookies.clear()
        guest = client.post(f"/api/rooms/{room}/seat", json={})
        assert (guest.status_code, guest.json()["law"]) == (400, "rated-account")
        assert not client.cookies, "a guest who is refused is not made"
        sign_up(client, f"Puppet {number}")
        account = client.post(f"/api/rooms/{room}/seat", json={})
        assert (account.status_code, account.json()["law"]) == (400, "rated-place")
    come_as(client, farmer)
    assert client.get("/api/players/me").json()["ladders"] == []
    assert client.get("/api/leaders").json() == []


def test_every_way_to_a_rated_game_asks_for_an_account(client: Client) -> None:
    for against in ("bot", "friend", "anyone"):
        answer = client.post("/api/rooms", json={**WISH, "against": against})
        assert (answer.status_code, answer.json()["law"]) == (400, "rated-account")
        assert "ru" in answer.json()["says"]
    sign_up(client, "Anna")
    plan = {"name": "Cup", "game": "hypergammon", "format": "swiss", "clock": "300+5"}
    cup = client.post("/api/tournaments", json={**plan, "rated": True}).json()["tournament"]
    casual = client.post("/api/tournaments", json=plan).json()["tournament"]
    client.cookies.clear()
    answer = client.post(f"/api/tournaments/{cup}/enter", json={})
    assert (answer.status_code, answer.json()["law"]) == (400, "rated-account")
    assert client.post(f"/api/tournaments/{casual}/enter", json={}).status_code < 300


def test_a_host_may_let_neighbors_play(tmp_path: Path) -> None:
    flags = {"database": tmp_path / "club.db", "rated_same_place": "on"}
    with TestClient(create_app(settings=read_settings(flags, environment={}))) as client:
        sign_up(client, "Anna")
        room = client.post("/api/rooms", json=WISH).json()["room"]
        sign_up(client, "Boris")
        assert client.post(f"/api/rooms/{room}/seat", json={}).status_code < 300


def test_who_looks_for_anyone_is_not_given_a_neighbor(client: Client) -> None:
    wish = {**WISH, "against": "anyone"}
    anna = sign_up(client, "Anna")
    room = client.post("/api/rooms", json=wish).json()["room"]
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "watch", "room": room})
        live.receive_json()
        sign_up(client, "Boris")
        own = client.post("/api/rooms", json=wish)
        assert own.status_code == 201
        assert own.json()["room"] != room
    come_as(client, anna)


def test_one_pair_has_so_many_games_a_day_however_they_are_asked_for(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b", "c")
            most = club.rated.limits.pair_games
            asked = [order("a", "b") for _ in range(2 * most)]
            made = await asyncio.gather(*map(club.make, asked), return_exceptions=True)
            assert sum(isinstance(one, Room) for one in made) == most
            # A seat that was free before, the other way round, is counted too.
            waiting = await club.make(order("b", None))
            with pytest.raises(RefusedError, match="unrated") as error:
                await club.sit(waiting, "guest:a")
            assert error.value.code == "rated-pair"
            assert await club.sit(waiting, "guest:c") is not None
            assert await club.make(replace(order("a", "b"), terms=Terms(clock="600+8")))
            club.rated.limits = RatedLimits(pair_games=0)
            assert await club.make(order("a", "b"))

    asyncio.run(go())


def test_after_a_day_a_shared_address_and_earlier_games_count_no_more(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            most = club.rated.limits.pair_games
            await write(club.store, [result(n, "a", "b", ended_at=now()) for n in range(most)])
            for who in "ab":
                guest = Guest(who, who, "member")
                await club.known_devices.note(guest, RequestSource("192.0.2.1"))
            for table, when, code in (
                (schema.sighting, "seen", "rated-place"),
                (schema.result, "ended_at", "rated-pair"),
            ):
                assert await refused(club, order("a", "b")) == code
                earlier = sql.update(table).values({when: table.c[when] - 25 * HOUR})
                await club.store.run(lambda c, earlier=earlier: c.execute(earlier))
            assert await club.make(order("a", "b"))

    asyncio.run(go())


def test_programs_play_for_no_rating(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a")
            made = Guest("p", "Engine")
            await club.store.run(lambda c: api_clients.add(c, made, "a", 1))
            assert await refused(club, order("a", "p")) == "program-casual"

    asyncio.run(go())


def test_one_browser_is_one_place_and_so_is_one_address_for_a_day(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b", "c")

            async def seen(who: str, address: str, browser: str = "") -> None:
                await club.known_devices.note(
                    Guest(who, who, "member"), RequestSource(address, browser)
                )

            await seen("a", "192.0.2.1", "cookie")
            await seen("b", "192.0.2.2", "cookie")
            await seen("c", "192.0.2.1")
            assert await refused(club, order("a", "b")) == "rated-place"
            assert await refused(club, order("c", "a")) == "rated-place"
            assert await club.make(order("b", "c"))
            late = 1 << 60
            found = await club.store.run(lambda c: known_devices.shared(c, "a", "c", late))
            assert found == set()
            softened = await club.rated.settled(order("a", "b"))
            assert softened == unrated(order("a", "b"))
            assert await club.rated.settled(order("b", "c")) == order("b", "c")

    asyncio.run(go())


def test_three_who_pass_matches_in_a_ring_are_not_ranked(tmp_path: Path) -> None:
    ring = [("a", "b"), ("a", "c"), ("b", "c")]
    played = [result(n, *ring[n % 3]) for n in range(3 * ESTABLISHED)]
    file = asyncio.run(club_file(tmp_path, played))
    with TestClient(create_app(file)) as client:
        told = client.get("/api/leaders/long-nardy/rapid").json()
    assert told["leaders"] == []
    assert [(row["player"], row["rank"], row["opponents"]) for row in told["provisional"]] == [
        ("a", None, 2),
        ("b", None, 2),
        ("c", None, 2),
    ]


def given_up(turns: int, length: int = 25, rules: int = RATING_RULES) -> int | None:
    """What a match weighs after so many turns of each, whatever ends it."""
    record: RoomRecord = room_in_memory(
        length=length, terms={**TERMS, "rating_rules": rules}
    ).record
    seats = ["white", "black"] * turns + ["white"] * 3
    entries = [LogEntry(Played(player=seat, turn="", moves=()), 0) for seat in seats]  # pyright: ignore[reportArgumentType]
    return rated_length(record, entries)


def test_a_match_weighs_one_point_more_for_so_many_turns_of_both() -> None:
    weights = [given_up(turns) for turns in range(26 * TURNS_A_POINT)]
    whole = 24 * TURNS_A_POINT
    assert weights[:whole] == [1 + turns // TURNS_A_POINT for turns in range(whole)]
    assert set(weights[whole:]) == {None}
    assert given_up(0, length=1) is None
    assert given_up(0, rules=1) is None, "rooms of before count as they did"
    assert by_present_rules(CASUAL) == CASUAL
    assert by_present_rules(Terms(**TERMS)).rating_rules == RATING_RULES
