import asyncio
from pathlib import Path

import pytest
from tests.server.club_room import open_club

from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.server.connection.websocket import answer_about, answer_chat
from nardy.server.errors import NotHereError
from nardy.server.protocol.messages import (
    Ask,
    DieMove,
    Evaluate,
    Evaluated,
    Explore,
    Explored,
    Hint,
    Say,
)
from nardy.server.rooms.new_room import NewRoom


def test_who_sits_is_told_from_who_does_not(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), white="guest:a", black="guest:b"))
            assert (room.require_player("guest:a"), room.require_player("guest:b")) == tuple(Player)
            for who in (None, "guest:c"):
                with pytest.raises(NotHereError):
                    room.require_player(who)
            done = await answer_chat(club, room, "guest:a", Say(room.record.id, "1", "hello"))
            (line,) = (await club.describer.talk(club.chat, room, "guest:b")).lines
            assert (done.id, done.version, line.text) == ("1", line.number, "hello")

    asyncio.run(go())


def test_a_question_is_answered_by_the_position_of_now_and_nothing_is_changed(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("backgammon",), white="guest:a", black="guest:b"))
            name, before = room.record.id, (room.version, room.view)
            explored = await answer_about(club, room, None, Explore(name, "1", []))
            assert isinstance(explored, Explored)
            assert explored.nodes == room.nodes
            origin, to = 24, 24 - explored.nodes[0].dice[0] - 7
            verdict = await answer_about(club, room, None, Ask(name, "2", [DieMove(origin, to)]))
            assert (verdict.id, verdict.law) == ("2", "wrong-die")
            judged = await answer_about(club, room, "guest:c", Evaluate(name, "3"))
            assert isinstance(judged, Evaluated)
            assert judged.version == room.version
            for question in (Evaluate(name, "4"), Hint(name, "5")):
                with pytest.raises(NardyError):
                    await answer_about(club, room, "guest:a", question)
            assert (room.version, room.view) == before

    asyncio.run(go())
