import asyncio
import json
from pathlib import Path
from typing import Any

from tests.server.club_room import enroll, look, open_club

from nardy.server.club.club import Club, NewRoom
from nardy.server.club.game_packing import AT_ONCE, MOST, QUIET, GamePacking
from nardy.server.dice_audit.audit import audit
from nardy.server.players.rebuild import rebuild
from nardy.server.rooms.dice import proof_of
from nardy.server.store import accounts, openings
from nardy.server.timestamps import now


async def resigned(club: Club) -> str:
    """A finished game of two turns between members; its id."""
    room = await club.make(NewRoom(games=("long-nardy",), white="guest:a", black="guest:b"))
    pages = await look(club, room, "guest:a", "guest:b")
    for number in range(5):
        page = pages[0] if room.player_of("guest:a") is room.match.game.to_act else pages[1]
        order: dict[str, Any] = {"type": "act", "room": room.record.id, "version": room.version}
        order |= {"id": f"{room.record.id}{number}", "act": "roll"}
        if room.nodes:
            at, order["act"], order["moves"] = 0, "play", []
            while room.nodes[at].moves:
                move = room.nodes[at].moves[0]
                order["moves"].append({"from": move.origin, "to": move.to})
                assert move.then is not None
                at = move.then
        elif number > 2:
            order["act"] = "resign:single" if "resign:single" in room.view.acts else "accept"
        await page.hear(json.dumps(order))
    await club.close_room(room)
    club.evict(room)
    return room.record.id


async def all_that_is_told(club: Club, rooms: list[str]) -> list[object]:
    """Everything that is made from logs of games that are over."""
    told: list[object] = []
    for room_id in rooms:
        room = await club.room(room_id)
        assert room is not None
        told += [room.match.game.events, room.view, proof_of(room.record, room.entries)]
        told.append([(entry.at, entry.note) for entry in room.entries])
        club.evict(room)
    told.append(await club.store.read(lambda c: accounts.export_of(c, "a")))
    told.append(await club.store.read(lambda c: openings.latest(c, ["long-nardy"], 100)))
    found = await audit(club.store, lambda *_: None)
    told += [found.counts, found.is_same, found.derived, found.wrong]
    told.append(await rebuild(club.store, lambda *_: None))
    return told


def test_who_reads_old_games_sees_no_difference(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            rooms = [await resigned(club) for _ in range(3)]
            await club.dice.catch_up()
            before = await all_that_is_told(club, rooms)
            packer = GamePacking(club.store)
            assert await packer.go_on(now()) == 0
            assert await packer.go_on(now() + QUIET + 1) == 3
            assert await packer.go_on(now() + QUIET + 1) == 0
            assert await all_that_is_told(club, rooms) == before

    asyncio.run(go())
    assert AT_ONCE * MOST < 1_000
