import asyncio
import json
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from msgspec import structs
from tests.server.club_room import first_turn, open_club, order, room_in_memory
from tests.server.connection.screen import Screen, a_room, until

from nardy.core.situation import Phase
from nardy.server.connection.keepalive import ConnectionHealth
from nardy.server.connection.websocket import MOST_ROOMS, Page, answer_chat, update
from nardy.server.protocol.messages import DiceFacts, RoomFacts
from nardy.server.protocol.shared import Mute
from nardy.server.rooms.clock import GRACE_MS
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store.log import Terms
from nardy.server.turns.view import laws_of


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
                updates = [told for told in screen.told if told["type"] == "update"]
                # On a slow machine a later one follows, which has no events: a claim falls due.
                update = [told for told in updates if told["since"] == version][-1]
                assert [event["event"]["kind"] for event in update["events"]] == ["rolled"]
                assert bool(update["nodes"]) == (screen is mover)

    asyncio.run(go())


def test_those_who_look_on_are_told_the_same_and_who_comes_anew_all_of_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screens = [Screen(club, who) for who in (None, "guest:c", None)]
            for screen in screens:
                first = await screen.say(type="watch", room=room.record.id)
                assert len(first["events"]) == first["version"] == room.version
            await club.act(order(room, "roll"), room.who(room.match.game.to_act))

            def news(screen: Screen) -> list[dict[str, Any]]:
                return [told for told in screen.told if told["since"] == room.version - 1]

            await until(lambda: all(map(news, screens)))
            told = [news(screen)[0] for screen in screens]
            for each in told:
                each["facts"].pop("claim")  # a time that runs: made anew where a screen is slow
            assert told[0] == told[1] == told[2]
            assert told[0]["facts"]["you"] is None
            await screens[0].say(type="watch", room=room.record.id)
            await until(lambda: [told["since"] for told in screens[0].told].count(0) == 2)

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
                (mine, {**act, "act": "roll", "room": "none"}, "no-room"),
                (mine, {"type": "fly"}, "message"),
                (mine, {"type": "watch", "room": "x" * 30_000}, "message"),
                (mine, {"type": "explore", "room": room.record.id, "id": "2", "moves": []}, None),
            ):
                answer = await screen.say(**message)
                assert answer.get("law") == law, answer
                assert not law or set(answer["says"]) == {"en", "ru"}
            await mine.page.hear("[" * 19_000)
            await mine.page.hear("\ud800")

    asyncio.run(go())


def test_a_page_follows_so_many_rooms_and_leaves_them(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            rooms = [await a_room(club) for _ in range(MOST_ROOMS + 1)]
            screen = Screen(club, "guest:a")
            for room in rooms[:-1]:
                assert (await screen.say(type="watch", room=room.record.id))["type"] == "update"
            assert (await screen.say(type="watch", room=rooms[-1].record.id))["law"] == "rooms"
            await screen.page.hear(json.dumps({"type": "leave", "room": rooms[0].record.id}))
            assert club.bus.count(rooms[0].record.id) == 0
            screen.page.close()
            assert club.bus.count(rooms[1].record.id) == 0

    asyncio.run(go())


@pytest.mark.parametrize("who", ["guest:a", None])
def test_a_page_that_leaves_while_an_update_is_made_hears_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str | None
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, who)
            await screen.say(type="watch", room=room.record.id)
            facts = club.describer.facts

            async def leaving(of: Room, seen_by: str | None) -> RoomFacts:
                told = await facts(of, seen_by)
                await screen.page.hear(json.dumps({"type": "leave", "room": room.record.id}))
                return told

            monkeypatch.setattr(club.describer, "facts", leaving)
            await club.act(order(room, "roll"), room.who(room.match.game.to_act))
            await until(lambda: club.bus.count(room.record.id) == 0)
            monkeypatch.undo()
            assert (await screen.say(type="watch", room=room.record.id))["type"] == "update"

    asyncio.run(go())


@pytest.mark.parametrize("who", ["guest:a", None])
def test_a_page_that_leaves_while_its_room_is_looked_for_hears_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str | None
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, who)
            await screen.say(type="watch", room=room.record.id)
            room_for, looked = club.room_for, asyncio.Event()

            async def leaving(room_id: str, asker: str | None) -> Room | None:
                found = await room_for(room_id, asker)
                await screen.page.hear(json.dumps({"type": "leave", "room": room_id}))
                looked.set()
                return found

            monkeypatch.setattr(club, "room_for", leaving)
            club.bus.publish(room.record.id)
            await asyncio.wait_for(looked.wait(), 10)
            monkeypatch.undo()
            assert (await screen.say(type="watch", room=room.record.id))["type"] == "update"
            assert not screen.task.done()

    asyncio.run(go())


def test_the_lobby_shows_who_is_here_and_waits(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            visitor = Screen(club, None)
            nothing = {"type": "lobby", "seeks": [], "games": [], "mine": [], "pools": []}
            assert await visitor.say(type="lobby") == nothing
            seek = NewRoom(
                games=("plakoto",), black="guest:a", terms=Terms(open=True, clock="60+5")
            )
            room = await club.make(seek)
            private = await club.make(NewRoom(games=("plakoto",), white="guest:a"))
            maker = Screen(club, "guest:a")
            for waiting in (room, private):
                await maker.say(type="watch", room=waiting.record.id)
            await until(lambda: len(visitor.told[-1]["seeks"]) == 1)
            (told,) = visitor.told[-1]["seeks"]
            assert (told["room"], told["clock"]) == (room.record.id, "60+5")
            assert (await maker.say(type="lobby"))["seeks"][0]["is_yours"]
            await club.sit(room, "guest:b")
            await until(lambda: visitor.told[-1]["seeks"] == [])

    asyncio.run(go())


def test_who_has_gone_while_the_room_was_looked_up_is_not_taken_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            find, may_find = club.room, asyncio.Event()

            async def slow(room_id: str) -> Room | None:
                await may_find.wait()
                return await find(room_id)

            monkeypatch.setattr(club, "room", slow)
            page = Page(club, "guest:a")
            asked = asyncio.create_task(
                page.hear(json.dumps({"type": "watch", "room": room.record.id}))
            )
            await asyncio.sleep(0)
            page.close()
            may_find.set()
            await asked
            assert not club.presence.is_here(room.record.id, "guest:a")
            assert club.bus.count(room.record.id) == 0

    asyncio.run(go())


@pytest.mark.parametrize("is_left", [False, True])
def test_a_line_that_is_lost_stops_the_clock_and_is_told_and_a_page_that_is_closed_is_not(
    tmp_path: Path, *, is_left: bool
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            terms = {"clock": "60+0"}
            seats = {"white": "guest:a", "black": "guest:b"}
            room = await club.make(NewRoom(games=("long-nardy",), terms=Terms(**terms), **seats))
            screens = {who: Screen(club, who) for who in seats.values()}
            for screen in screens.values():
                await screen.say(type="watch", room=room.record.id)
            # Before the roll-off White is to act, whoever starts.
            await until(lambda: room.situation.phase is not Phase.OPENING)
            mover = screens.pop(room.who(room.match.game.to_act))
            (other,) = screens.values()
            await until(lambda: other.told[-1]["facts"]["white"]["is_here"])
            assert other.told[-1]["clocks"]["waits"] == 0
            mover.page.line = ConnectionHealth(monotonic)
            mover.page.line.is_left = is_left
            mover.page.close()
            mover_is = room.match.game.to_act.value
            await until(lambda: not other.told[-1]["facts"][mover_is]["is_here"])
            if is_left:
                assert other.told[-1]["clocks"]["waits"] == 0
            else:
                # The clock may stop a moment after the page is seen to be gone.
                await until(
                    lambda: GRACE_MS - 5_000 < other.told[-1]["clocks"]["waits"] <= GRACE_MS
                )

    asyncio.run(go())


NO_DICE = DiceFacts("", None, None)


def test_only_who_must_act_is_told_the_moves_and_everybody_what_was_missed(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            room = await club.make(
                NewRoom(games=("backgammon",), terms=Terms(clock="60+5"), **seats)
            )
            mine = f"guest:{'a' if room.view.to_act == 'white' else 'b'}"
            told = {
                who: update(room, 1, await club.describer.facts(room, who))
                for who in ("guest:a", "guest:b", None)
            }
            assert [who for who, one in told.items() if one.nodes] == [mine]
            assert {one.version for one in told.values()} == {room.version}
            assert [event.number for event in told[None].events] == list(range(2, room.version + 1))
            assert told[None].clocks is not None
            assert told[None].clocks.running == room.view.to_act
            await room.act(
                room.match.game.to_act, order(room, "play", "secret", moves=first_turn(room))
            )
            (happened, *_) = update(room, room.version - 1, told[None].facts).events
            assert happened.event["kind"] == "played"
            # The numbers of the clock are in the clocks, and nowhere else.
            assert happened.note is None

    asyncio.run(go())


def test_what_an_engine_thought_of_a_claimed_game_is_told_when_the_match_is_over() -> None:
    room = room_in_memory(length=3)
    last = structs.replace(room.entries[-1], note={"left": "white", "worth": 1.25})
    room.entries = [*room.entries[:-1], last]

    def told(*, is_over: bool) -> object:
        room.record = replace(room.record, is_over=is_over)
        facts = RoomFacts(
            "r", laws_of(room.match.game.rules), 3, None, None, None, None, NO_DICE, None
        )
        return update(room, 0, facts).events[-1].note

    assert told(is_over=False) == {"left": "white"}
    assert told(is_over=True) == {"left": "white", "worth": 1.25}


def test_lines_stay_in_their_order_however_long_each_waits(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, read = await a_room(club), club.store.read
            waits = iter((0.05, 0.03, 0.01, 0.0, 0.0, 0.0))

            async def slow(job: Any) -> Any:
                await asyncio.sleep(next(waits, 0.0))
                return await read(job)

            await club.chat.lines(room)
            club.store.read = slow
            screen = Screen(club, "guest:a")
            for n in range(6):
                line = {"type": "say", "room": room.record.id, "id": str(n), "text": f"Line {n}"}
                await screen.page.take(json.dumps(line))
            await until(lambda: len(screen.told) == 6)
            texts = [line.text for line in await club.chat.lines(room)]
            assert texts == [f"Line {n}" for n in range(5)]
            assert [told["id"] for told in screen.told] == list("012345")
            assert screen.told[-1]["type"] == "refused"

    asyncio.run(go())


def test_a_mute_in_a_chat_counts_for_the_names_of_spectators_too(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, told = await a_room(club), list[str]()
            await club.chat.say(room, "guest:b", "1", "You are only lucky")
            club.describer.on_change = told.append
            await answer_chat(club, room, "guest:a", Mute(room.record.id, "2", 1, is_muted=True))
            assert told == ["a"]

    asyncio.run(go())
