import asyncio
import contextlib
from dataclasses import dataclass
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.server.club_room import first_turn, open_club, order

from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.server import create_app
from nardy.server.accounts.accounts import Disconnectable
from nardy.server.club.club import Club, NewRoom
from nardy.server.club.merge_guest import take_along
from nardy.server.protocol.messages import Act
from nardy.server.rooms.room import Room
from nardy.server.store.guests import Guest
from nardy.server.store.log import Terms

PASSWORD = "lamp gravel tuesday"  # noqa: S105 (of nobody)
TERMS = {"rated": True, "clock": "600+8"}
pytestmark = pytest.mark.usefixtures("quick_hashes")


@dataclass
class People:
    """An account, a guest of the same person, and somebody else."""

    anna: Guest
    guest: Guest
    other: Guest


async def people(club: Club) -> People:
    anna, _ = await club.welcome("Anna")
    token, _ = await club.accounts.sign_up(anna, "Anna", PASSWORD)
    found = await club.guest(token)
    assert found is not None
    return People(found, (await club.welcome("Guest 7"))[0], (await club.welcome("Other"))[0])


async def room_of(club: Club, white: Guest, black: Guest) -> Room:
    seats = {"white": f"guest:{white.id}", "black": f"guest:{black.id}"}
    # Guests have rated games from before they needed accounts for them.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(club.rated, "allowed", lambda *_: contextlib.nullcontext())
        return await club.make(NewRoom(games=("long-nardy",), terms=Terms(**TERMS), **seats))


async def acted(club: Club, room: Room, act: str) -> None:
    moves = first_turn(room) if act == "play" else ()
    await club.act(order(room, act, moves=moves), room.who(room.match.game.to_act))


async def finish(club: Club, room: Room) -> None:
    for _ in range(2):
        for act, phase in (("roll", Phase.ROLL), ("play", Phase.TURN)):
            if room.match.game.phase is phase:
                await acted(club, room, act)
    await acted(club, room, "resign:single")
    await acted(club, room, "accept")


async def ratings(club: Club, who: Guest) -> int:
    return (await club.standings.of(f"guest:{who.id}", "long-nardy", "rapid")).matches


def test_games_results_and_ratings_come_along_and_games_go_on(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            who = await people(club)
            await finish(club, await room_of(club, who.guest, who.other))
            await finish(club, await room_of(club, who.anna, who.other))
            alone = await room_of(club, who.guest, who.anna)
            await finish(club, alone)
            going = await room_of(club, who.other, who.guest)
            again = await room_of(club, who.anna, who.guest)
            await club.chat.say(going, f"guest:{who.guest.id}", "k", "Hello!")
            assert await ratings(club, who.anna) == 2

            await take_along(club, who.guest, who.anna)

            assert [await ratings(club, one) for one in (who.anna, who.guest)] == [2, 0]
            assert await ratings(club, who.other) == 2
            assert going.record.black == f"guest:{who.anna.id}"
            assert not going.record.is_over
            player = going.player_of(f"guest:{who.anna.id}")
            assert (await club.describer.facts(going, f"guest:{who.anna.id}")).you == "black"
            assert player is not None
            told = await club.describer.talk(club.chat, going, f"guest:{who.anna.id}")
            assert [(line.name, line.is_yours) for line in told.lines] == [("Anna", True)]
            # A game against oneself is over, counts for nobody, and is not played again.
            assert again.record.is_over
            with pytest.raises(NardyError, match="game of your own"):
                await club.again(alone, f"guest:{who.anna.id}")
            # What is played on counts for the account.
            await finish(club, going)
            assert await ratings(club, who.anna) == 3

    asyncio.run(go())


def test_the_pages_of_the_guest_are_closed_and_cannot_act(tmp_path: Path) -> None:
    @dataclass
    class OpenPage(Disconnectable):
        is_open: bool = True

        def dismiss(self) -> None:
            self.is_open = False

        def __hash__(self) -> int:
            return id(self)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            who, page = await people(club), OpenPage()
            session = (await club.accounts.sessions(who.guest))[0].token
            club.accounts.come(session, page)
            going = await room_of(club, who.other, who.guest)
            late = Act(going.record.id, "late", going.version, "roll")
            await take_along(club, who.guest, who.anna)
            assert not page.is_open
            assert going.player_of(f"guest:{who.guest.id}") is None
            assert late.version == going.version

    asyncio.run(go())


def test_only_a_guest_is_taken_along_and_only_by_an_account(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            who = await people(club)
            for before, account in ((who.anna, who.anna), (who.guest, who.other)):
                with pytest.raises(NardyError, match="expected a guest and an account"):
                    await take_along(club, before, account)

    asyncio.run(go())


@pytest.mark.parametrize("take", [True, False])
def test_signing_in_takes_a_guests_games_only_if_it_is_wished(tmp_path: Path, take: bool) -> None:
    anna = {"name": "Anna", "password": PASSWORD}
    with TestClient(create_app(tmp_path / "club.db")) as client:
        client.post("/api/account", json=anna)
        client.cookies.clear()
        room = client.post("/api/rooms", json={"game": "tapa", "against": "friend"}).json()["room"]
        wrong = {**anna, "password": "none of mine", "take": take}
        assert client.post("/api/sessions", json=wrong).status_code == 400
        assert client.get("/api/me").json()["rooms"] == [room]
        told = client.post("/api/sessions", json={**anna, "take": take}).json()
        assert (told["name"], told["rooms"]) == ("Anna", [room] if take else [])
        # Who is an account already takes nobody along, and is nobody's guest.
        again = client.post("/api/sessions", json={**anna, "take": True}).json()
        assert again["rooms"] == told["rooms"]


def test_signing_up_keeps_games_results_and_ratings(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Guest 7")
            other, _ = await club.welcome("Other")
            await finish(club, await room_of(club, guest, other))
            going = await room_of(club, guest, other)
            before = await ratings(club, guest)
            token, _ = await club.accounts.sign_up(guest, "Boris", PASSWORD)
            boris = await club.guest(token)
            assert boris is not None
            assert (await ratings(club, boris), before) == (1, 1)
            assert await club.rooms_of(boris) == [going.record.id]
            assert len((await club.accounts.tell_all(boris))["results"]) == 1

    asyncio.run(go())
