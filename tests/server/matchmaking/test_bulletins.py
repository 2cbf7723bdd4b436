import asyncio
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.club_room import enroll, look, open_club
from tests.server.half import two_clubs

from nardy.server.club.club import NewRoom
from nardy.server.matchmaking.services import MatchmakingServices
from nardy.server.shards.leases import SharedOwnership
from nardy.server.store.log import Terms
from nardy.server.store.outbox import Notice
from nardy.server.timestamps import now


class Board:
    """The ownership of a process, as far as bulletins know it."""

    def __init__(self, leads: bool) -> None:
        self.leads, self.bulletin = leads, ""
        self.bulletins: dict[str, str] = {}


def call_to(room_id: str, guest: str) -> Notice:
    """A notice that a round begins, which is due."""
    told = {"key": "round 1", "game": "fevga", "path": f"/play/{room_id}"}
    place = {"channel": "push", "target": "", "state": "sending", "reason": ""}
    times = {"due": 0, "until": now() + 60_000, "at": 0, "tries": 1}
    return Notice(id=1, guest=guest, kind="round", **told, **place, **times)


async def exchanged(meeting: MatchmakingServices, board: Any) -> None:
    meeting.bulletins.exchange(cast("SharedOwnership", board))
    await asyncio.sleep(0)
    for _ in range(100):
        if board.bulletin:
            return
        await asyncio.sleep(0.01)


def test_lists_have_what_is_at_other_processes(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            await enroll(ours, "a", "b")
            mine, other = MatchmakingServices(ours), MatchmakingServices(theirs)
            terms = Terms(open=True, clock="600+8")
            waiting = await ours.make(NewRoom(games=("plakoto",), white="guest:a", terms=terms))
            going = await ours.make(
                NewRoom(games=("fevga",), white="guest:a", black="guest:b", terms=terms)
            )
            await look(ours, waiting, "guest:a")
            await look(ours, going, "guest:a", "guest:b")
            mine.online.come("a")
            board, their_board = Board(leads=True), Board(leads=False)
            await exchanged(mine, board)
            their_board.bulletins = {"ours": board.bulletin}
            await exchanged(other, their_board)
            seeks = await theirs.lobby.seeks("guest:a")
            assert [(one.room, one.is_yours) for one in seeks] == [(waiting.record.id, True)]
            assert [one.is_yours for one in await theirs.lobby.seeks("guest:b")] == [False]
            assert [one.room for one in await theirs.lobby.games()] == [going.record.id]
            assert await theirs.lobby.games("some-group") == []
            assert other.online.is_online("a")
            assert other.online.everybody() == ["a"]
            assert not mine.online.is_online("b")
            # A process that is gone tells nothing any more.
            their_board.bulletins = {}
            await exchanged(other, their_board)
            assert await theirs.lobby.seeks("guest:b") == []
            assert not other.online.is_online("a")
            for services in (mine, other):
                await services.close()

    asyncio.run(go())


def test_a_bulletin_that_is_being_written_ends_with_the_club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            meeting, before = MatchmakingServices(club), asyncio.all_tasks()
            monkeypatch.setattr(club.lobby, "offered_seats", asyncio.Event().wait)
            meeting.bulletins.exchange(cast("SharedOwnership", Board(leads=False)))
            assert len(asyncio.all_tasks() - before) == 1
            await meeting.close()
            assert asyncio.all_tasks() <= before

    asyncio.run(go())


def test_notices_know_who_sits_at_a_board_of_another_process(tmp_path: Path) -> None:
    """The process that sends them owns few of the rooms."""

    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            await enroll(ours, "a", "b", "c")
            mine, other = MatchmakingServices(ours), MatchmakingServices(theirs)
            order = partial(NewRoom, games=("fevga",), white="guest:a", black="guest:b")
            slow = await ours.make(order(terms=Terms(clock="0d86400")))
            fast = await ours.make(order(terms=Terms(clock="600+8")))
            await look(ours, slow, "guest:a", "guest:c")
            await look(ours, fast, "guest:a")
            board, their_board = Board(leads=False), Board(leads=True)
            await exchanged(mine, board)
            their_board.bulletins = {"ours": board.bulletin}
            await exchanged(other, their_board)
            # Neither spectators nor boards to which no notice calls.
            assert theirs.presence.elsewhere == {(slow.record.id, "guest:a")}
            at_board, away = (call_to(slow.record.id, who) for who in "ab")
            assert not await theirs.notices.is_needed(at_board)
            assert await theirs.notices.is_needed(away)
            for services in (mine, other):
                await services.close()

    asyncio.run(go())
