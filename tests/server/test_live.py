import asyncio
import json
from pathlib import Path
from typing import Any

from tests.server.club_room import open_club

from nardy.server.club import Club, Order
from nardy.server.live import MOST_ROOMS, Page
from nardy.server.room import Room


class Screen:
    """A page that keeps all it was told."""

    def __init__(self, club: Club, who: str | None) -> None:
        self.page = Page(club, who)
        self.told: list[dict[str, Any]] = []
        self.task = asyncio.create_task(self.page.tell(self.keep))

    async def keep(self, message: bytes) -> None:
        self.told.append(json.loads(message))

    async def say(self, **message: Any) -> dict[str, Any]:
        """Send a message; the first answer that comes after it."""
        count = len(self.told)
        await self.page.hear(json.dumps(message))
        async with asyncio.timeout(5):
            while len(self.told) == count:
                await asyncio.sleep(0.001)
        return self.told[count]


async def a_room(club: Club, game: str = "long-nardy") -> Room:
    return await club.make(Order(games=(game,), white="guest:a", black="guest:b"))


def test_a_page_gets_what_happened_and_only_the_mover_gets_the_moves(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            seats = {"white": Screen(club, "guest:a"), "black": Screen(club, "guest:b")}
            other = Screen(club, None)
            for screen in (*seats.values(), other):
                first = await screen.say(type="watch", room=room.record.id)
                assert first["type"] == "update"
                assert len(first["events"]) == first["version"] == room.version
            mover = seats[room.view.to_act]
            version = room.version
            order = {"type": "act", "room": room.record.id, "version": version, "act": "roll"}
            answers = [await mover.say(**order, id="x"), await mover.say(**order, id="x")]
            await asyncio.sleep(0.05)
            done = [answer for answer in mover.told if answer["type"] == "done"]
            assert done == [{"type": "done", "id": "x", "version": version + 1}] * 2
            assert answers
            for screen in (*seats.values(), other):
                update = [told for told in screen.told if told["type"] == "update"][-1]
                assert update["since"] == version
                assert [event["event"]["kind"] for event in update["events"]] == ["rolled"]
                assert bool(update["nodes"]) == (screen is mover)

    asyncio.run(go())


def test_who_comes_back_is_told_what_was_missed(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, "guest:a")
            missed = await screen.say(type="watch", room=room.record.id, since=1)
            assert [event["number"] for event in missed["events"]] == list(
                range(2, room.version + 1)
            )
            for since in (-5, 10**9):
                assert (await screen.say(type="watch", room=room.record.id, since=since))["version"]

    asyncio.run(go())


def test_what_cannot_be_done_is_refused_with_its_reason(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            act = {"type": "act", "room": room.record.id, "id": "1", "version": room.version}
            mine = Screen(club, f"guest:{'a' if room.view.to_act == 'white' else 'b'}")
            for screen, message, law in (
                (Screen(club, None), {**act, "act": "roll"}, "not-here"),
                (Screen(club, "guest:c"), {**act, "act": "roll"}, "not-here"),
                (mine, {**act, "act": "fly"}, "message"),
                (mine, {**act, "act": "take"}, "no-offer"),
                (mine, {**act, "act": "play"}, "not-rolled"),
                (mine, {**act, "act": "roll", "version": 1}, "stale"),
                (mine, {**act, "act": "roll", "room": "none"}, "not-here"),
                (mine, {"type": "fly"}, "message"),
                (mine, {"type": "watch", "room": "x" * 30_000}, "message"),
                (mine, {"type": "explore", "room": room.record.id, "id": "2", "moves": []}, None),
            ):
                answer = await screen.say(**message)
                assert answer.get("law") == law, answer
            await mine.page.hear("[" * 19_000)
            await mine.page.hear("\ud800")

    asyncio.run(go())


def test_the_judge_names_the_law_in_both_languages(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, "guest:a")
            ask = {"type": "ask", "room": room.record.id, "id": "1"}
            step = {"from": 24, "to": 23}
            assert (await screen.say(**ask, moves=[step]))["law"] == "not-rolled"
            room.match.game.roll()
            while (roll := room.match.game.situation.roll) is None or 5 in roll or roll.is_double:
                room = await a_room(club)
                room.match.game.roll()
            ask["room"] = room.record.id
            verdict = await screen.say(**ask, moves=[{"from": 24, "to": 19}])
            assert verdict["law"] == "wrong-die"
            assert verdict["says"]["ru"].startswith("Каждому")
            twice = [{"from": 24, "to": 24 - die} for die in roll]
            assert (await screen.say(**ask, moves=twice))["law"] == "head"
            assert (await screen.say(**ask, moves=twice[:1]))["law"] is None

    asyncio.run(go())


def test_a_page_follows_so_many_rooms_and_leaves_them(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            rooms = [await a_room(club) for _ in range(MOST_ROOMS + 1)]
            screen = Screen(club, "guest:a")
            for room in rooms[:-1]:
                assert (await screen.say(type="watch", room=room.record.id))["type"] == "update"
            assert (await screen.say(type="watch", room=rooms[-1].record.id))["law"] == "message"
            await screen.page.hear(json.dumps({"type": "leave", "room": rooms[0].record.id}))
            assert club.bus.count(rooms[0].record.id) == 0
            screen.page.close()
            assert club.bus.count(rooms[1].record.id) == 0

    asyncio.run(go())
