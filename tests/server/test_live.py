import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.club_room import first_turn, open_club, order

from nardy.core.dice import Roll
from nardy.core.provable import chain
from nardy.core.situation import Phase
from nardy.formats import proof
from nardy.server import absence
from nardy.server.club import Club, Order
from nardy.server.live import MOST_ROOMS, Page
from nardy.server.room import Room
from nardy.server.throws import proof_of


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


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; it must be within seconds."""
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.002)


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


def test_those_who_look_on_are_told_the_same_and_who_comes_anew_all_of_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screens = [Screen(club, who) for who in (None, "guest:c", None)]
            for screen in screens:
                first = await screen.say(type="watch", room=room.record.id)
                assert len(first["events"]) == first["version"] == room.version
            await club.act(room, room.match.game.to_act, order(room, "roll"))

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


def test_the_judge_names_the_law_in_both_languages(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, "guest:a")
            ask = {"type": "ask", "room": room.record.id, "id": "1"}
            step = {"from": 24, "to": 23}
            assert (await screen.say(**ask, moves=[step]))["law"] == "not-rolled"
            roll = room.match.game.roll(Roll(6, 3))
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
            assert (await screen.say(type="watch", room=rooms[-1].record.id))["law"] == "rooms"
            await screen.page.hear(json.dumps({"type": "leave", "room": rooms[0].record.id}))
            assert club.bus.count(rooms[0].record.id) == 0
            screen.page.close()
            assert club.bus.count(rooms[1].record.id) == 0

    asyncio.run(go())


def test_who_loses_the_connection_is_seen_to_be_away(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            watch = {"type": "watch", "room": room.record.id}
            anna, boris = Screen(club, "guest:a"), Screen(club, "guest:b")
            assert not (await anna.say(**watch))["facts"]["black"]["is_here"]
            await boris.say(**watch)
            await until(lambda: anna.told[-1]["facts"]["black"]["is_here"])
            boris.page.close()
            await until(lambda: not anna.told[-1]["facts"]["black"]["is_here"])

    asyncio.run(go())


def test_the_lobby_shows_who_is_here_and_waits(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            visitor = Screen(club, None)
            nothing = {"type": "lobby", "seeks": [], "games": [], "mine": []}
            assert await visitor.say(type="lobby") == nothing
            seek = Order(games=("plakoto",), black="guest:a", terms={"open": True, "clock": "60+5"})
            room = await club.make(seek)
            private = await club.make(Order(games=("plakoto",), white="guest:a"))
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


def test_acts_sent_three_times_out_of_order_by_cut_connections_are_done_once(
    tmp_path: Path,
) -> None:
    rng = Random(5)

    async def player(club: Club, room: Room, seat: str, done: dict[str, set[int]]) -> None:
        """Sends what is due, and old acts too, over connections that come and go."""
        sent: list[str] = []
        screen = Screen(club, f"guest:{seat[0]}")
        while not room.record.is_over and room.version < 150:
            # By what pages see: the match itself is ahead of the disk while an act is written.
            if room.view.to_act == seat[1:] and room.view.phase != "over":
                what = "play" if room.view.phase == "turn" else "roll"
                moves = first_turn(room) if what == "play" else []
                act = order(room, what, moves=moves)
                sent.append(json.dumps({"type": "act", **msgspec.to_builtins(act)}))
            for message in (rng.choices(sent, k=3) if sent else []) + sent[-1:] * 3:
                await screen.page.hear(message)
            await asyncio.sleep(0.002)
            for told in screen.told:
                if told["type"] == "done":
                    done.setdefault(told["id"], set()).add(told["version"])
            if rng.random() < 0.2:
                screen.page.close()
                screen = Screen(club, f"guest:{seat[0]}")

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club, "hypergammon")
            done: dict[str, set[int]] = {}
            seats = ("awhite", "bblack", "awhite", "bblack")
            await asyncio.gather(*(player(club, room, seat, done) for seat in seats))
            keys = [entry.key for entry in room.entries if entry.key]
            assert len(keys) == len(set(keys)) > 20
            # Every act that was answered is in the log, where the answer says, and only there.
            assert all(len(versions) == 1 for versions in done.values())
            for key, (version,) in ((key, tuple(found)) for key, found in done.items()):
                assert room.entries[version - 1].key == key
        async with open_club(tmp_path) as club:
            again = await club.room(room.record.id)
            assert again is not None
            assert again.entries == room.entries

    asyncio.run(go())


def test_players_commit_to_chains_and_reveal_a_link_for_each_throw(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path, patience=5) as club:
            room = await a_room(club)
            chains = {"a": chain(b"a", 50), "b": chain(b"b", 50)}
            screens = {seat: Screen(club, f"guest:{seat}") for seat in "ab"}
            watch = {"room": room.record.id}
            first = await screens["a"].say(type="watch", **watch)
            assert first["view"]["phase"] == "opening"
            assert first["facts"]["dice"]["white"] is None
            await screens["b"].say(type="watch", **watch)

            async def answer(seat: str) -> None:
                """Reveal whatever is asked for, as a page does."""
                seen = 0
                while True:
                    for told in screens[seat].told[seen:]:
                        if told["type"] == "want":
                            link = chains[seat][told["number"]].hex()
                            say = {"type": "link", "number": told["number"], "link": link}
                            await screens[seat].page.take(json.dumps({**say, **watch}))
                    seen = len(screens[seat].told)
                    await asyncio.sleep(0.002)

            pages = [asyncio.create_task(answer(seat)) for seat in "ab"]
            for seat, links in chains.items():
                commit = {"type": "commit", "tip": links[0].hex(), **watch}
                await screens[seat].page.take(json.dumps(commit))
            async with asyncio.timeout(5):
                while room.view.phase == "opening":
                    await asyncio.sleep(0.005)
            player = room.match.game.to_act
            await room.act(player, order(room, "roll"))
            await room.act(player, order(room, "resign:single"))
            await room.act(player.opponent, order(room, "accept"))
            for page in pages:
                page.cancel()
            told = proof_of(room.record, room.entries)
            assert proof.check(told) == proof.Finding(len(told.throws), 0, 0)
            assert told.tips == (chains["a"][0], chains["b"][0])

    asyncio.run(go())


def test_the_seed_of_a_running_game_is_told_nowhere(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, "guest:a")
            await screen.say(type="watch", room=room.record.id)
            other = Screen(club, None)
            await other.say(type="watch", room=room.record.id)
            for each in (screen, other):
                for message in ("lobby", "hint", "evaluate"):
                    asked = {} if message == "lobby" else {"room": room.record.id, "id": message}
                    await each.say(type=message, **asked)
                assert room.record.seed not in json.dumps(each.told)
            assert room.record.seed not in repr(room.record)
            assert room.record.seed not in proof.dumps(proof_of(room.record, room.entries))

    asyncio.run(go())


def test_an_act_is_finished_though_its_page_is_gone(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, f"guest:{'a' if room.view.to_act == 'white' else 'b'}")
            roll = {"type": "act", **msgspec.to_builtins(order(room, "roll"))}
            hearing = asyncio.create_task(screen.page.hear(json.dumps(roll)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            hearing.cancel()
            async with asyncio.timeout(5):
                while room.match.game.phase is Phase.ROLL:
                    await asyncio.sleep(0.005)
        async with open_club(tmp_path) as club:
            again = await club.room(room.record.id)
            assert again is not None
            assert again.entries == room.entries

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


def test_a_player_is_never_told_how_his_game_stands_and_who_looks_on_is(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            asked = {"room": room.record.id, "id": "1"}
            for who in ("guest:a", "guest:b"):
                player = Screen(club, who)
                assert (await player.say(type="evaluate", **asked))["law"] == "eyes-player"
                assert (await player.say(type="hint", **asked))["law"] == "hint-people"
            other = Screen(club, None)
            assert (await other.say(type="hint", **asked))["law"] == "not-here"
            told = await other.say(type="evaluate", **asked)
            assert told["type"] == "evaluated"
            assert 0 < told["win"] < 1

    asyncio.run(go())


def test_the_game_of_who_has_left_can_be_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "PATIENCE", 50)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            watch = {"type": "watch", "room": room.record.id}
            screens = {seat: Screen(club, f"guest:{seat[1]}") for seat in ("wa", "bb")}
            for screen in screens.values():
                await screen.say(**watch)
            leaver, waiter = screens.values()
            if room.view.to_act == "black":
                leaver, waiter = waiter, leaver
            claim = {"type": "act", "room": room.record.id, "id": "c", "act": "claim"}
            early = await waiter.say(**claim, version=room.version)
            leaver.page.close()
            await asyncio.sleep(0.1)
            facts = [told["facts"] for told in waiter.told if told["type"] == "update"]
            assert early["type"] != "done"
            assert facts[-1]["claim"] is not None
            await waiter.page.hear(json.dumps({**claim, "id": "d", "version": room.version}))
            assert room.record.is_over
            assert room.view.result is not None
            assert room.view.result.winner != room.entries[-1].note["left"]

    asyncio.run(go())
