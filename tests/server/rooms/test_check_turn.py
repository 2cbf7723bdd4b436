import asyncio
import contextlib
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import open_club, room_in_memory

from nardy.core.game import Game
from nardy.core.player import Player
from nardy.errors import IllegalTurnError, NardyError
from nardy.formats import position_text
from nardy.server.connection import websocket
from nardy.server.connection.websocket import answer_about
from nardy.server.protocol.messages import Act, Ask, DieMove
from nardy.server.rooms import room as room_file
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room

CASCADE = "gul-bara w 24:15 24:15 dice=44"
SHORT = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
WRONG = [DieMove(24, 22)]


def put(room: Room, text: str) -> Room:
    """The room with this position on its board."""
    situation = position_text.loads(text)
    room.match.go_on([Game(situation.rules, situation=situation)])
    return room


def played(room: Room, **facts: Any) -> Act:
    told = {"room": "r", "id": "k", "version": room.version, "act": "play", "moves": WRONG}
    return Act(**{**told, **facts})


class Noted:
    """A function, and whether each of its calls was in the main thread."""

    def __init__(self, real: Any) -> None:
        self.real, self.where = real, list[bool]()

    def __call__(self, *asked: Any) -> Any:
        self.where.append(threading.current_thread() is threading.main_thread())
        return self.real(*asked)


def test_the_word_on_a_cascade_is_found_in_another_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = Noted(websocket.verdict)
    monkeypatch.setattr(websocket, "verdict", verdict)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            for text in (CASCADE, SHORT):
                game = text.partition(" ")[0]
                room = await club.make(NewRoom(games=(game,), white="guest:a", black="guest:b"))
                question = Ask(room.record.id, "k", WRONG)
                told = await answer_about(club, put(room, text), "guest:a", question)
                assert told == verdict.real(position_text.loads(text), "k", WRONG)
                assert told.law

    asyncio.run(go())
    assert verdict.where == [False, True]


def test_an_illegal_cascade_is_refused_in_another_thread_and_nothing_else_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = Noted(room_file.try_moves)
    monkeypatch.setattr(room_file, "try_moves", tried)

    def go(text: str, player: Player | None = None, **facts: Any) -> None:
        room = put(room_in_memory(text.partition(" ")[0]), text)
        order = played(room, **facts)
        asyncio.run(room.act(player or room.match.game.to_act, order))

    with pytest.raises(IllegalTurnError):
        go(CASCADE)
    assert tried.where == [False]
    # Stale, other acts, none of his, short turns: the room itself tells what is the matter.
    with contextlib.suppress(NardyError):
        go(CASCADE, version=6_999)
    with contextlib.suppress(NardyError):
        go(CASCADE, act="double")
    with contextlib.suppress(NardyError):
        go(CASCADE, moves=[], turn="24/23")
    with contextlib.suppress(NardyError):
        go(CASCADE, player=position_text.loads(CASCADE).to_act.opponent)
    with contextlib.suppress(NardyError):
        go(SHORT)
    assert tried.where == [False]
