"""What players do over a connection, however bad it is."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.club_room import first_turn, open_club, order
from tests.server.connection.screen import Screen, a_room, until
from tests.server.fair_play.fair_games import take_turns

from nardy.core.dice import Roll
from nardy.core.situation import Phase
from nardy.server.club.club import Club
from nardy.server.protocol.messages import MOST_ID
from nardy.server.rooms import claims
from nardy.server.rooms.room import Room


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
            assert verdict["says"]["ru"].startswith("Ни одна из")
            twice = [{"from": 24, "to": 24 - die} for die in roll]
            assert (await screen.say(**ask, moves=twice))["law"] == "head"
            assert (await screen.say(**ask, moves=twice[:1]))["law"] is None

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
            room = await a_room(club, "tavla")
            done: dict[str, set[int]] = {}
            seats = ("awhite", "bblack", "awhite", "bblack")
            await asyncio.gather(*(player(club, room, seat, done) for seat in seats))
            keys = [entry.key for entry in room.entries if entry.key]
            assert len(keys) == len(set(keys)) > 20
            # Every act that was answered is in the log, where the answer says, and only there.
            assert all(len(versions) == 1 for versions in done.values())
            for key, (version,) in ((key, tuple(found)) for key, found in done.items()):
                stored = room.entries[version - 1].key
                assert stored is not None
                assert stored.partition(" ")[2] == key
        async with open_club(tmp_path) as club:
            again = await club.room(room.record.id)
            assert again is not None
            assert again.entries == room.entries

    asyncio.run(go())


def test_the_id_of_an_act_is_as_long_as_every_database_can_store(tmp_path: Path) -> None:
    rng = Random(5)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            screen = Screen(club, room.who(room.match.game.to_act))
            # Each takes four bytes, and random text cannot be compressed.
            name = "".join(chr(rng.randrange(0x10000, 0x10FFFF)) for _ in range(MOST_ID))
            roll, before = msgspec.to_builtins(order(room, "roll", name)), room.version
            answer = await screen.say(**{"type": "act", **roll, "id": name + "1"})
            assert answer["type"] == "refused"
            assert room.version == before
            assert (await screen.say(**{"type": "act", **roll}))["type"] == "done"

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
            assert (told["type"], told["win"]) == ("evaluated", None)
            # From the second turn on: how it stood a turn ago.
            await take_turns(club, room, 1)
            told = await other.say(type="evaluate", **asked)
            assert 0 < told["win"] < 1

    asyncio.run(go())


def test_the_game_of_who_has_left_can_be_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
            assert early["type"] != "done"

            def updates() -> list[dict[str, Any]]:
                return [told for told in waiter.told if told["type"] == "update"]

            await until(lambda: updates()[-1]["facts"]["claim"] <= claims.CLAIM_ABSENT_MS)
            monkeypatch.setattr(claims, "CLAIM_ABSENT_MS", 0)
            await waiter.page.hear(json.dumps({**claim, "id": "d", "version": room.version}))
            assert room.record.is_over
            assert room.view.result is not None
            assert room.view.result.winner != room.entries[-1].note["left"]

    asyncio.run(go())
