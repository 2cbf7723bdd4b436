"""Tournaments of people at a club for tests: they come to the board, and lose by resigning."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

from tests.server.club_room import first_turn, open_club, order

from nardy.core.player import Player
from nardy.server.club.club import Club
from nardy.server.errors import StoreError
from nardy.server.pairing.values import Format, Meeting, TournamentTerms
from nardy.server.rooms.room import Room
from nardy.server.shards.numbers import new_id
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.tournaments import Conditions, TournamentRecord
from nardy.server.timestamps import now
from nardy.server.tournaments.no_shows import NoShowTimes
from nardy.server.tournaments.running import RunningTournament
from nardy.server.tournaments.service import TournamentService

SOON = NoShowTimes(grace=60_000, standstill=60_000, pause=0)
MAKER = "guest:maker"


class Seat:
    """A page that a player has open."""

    silence = 0

    def want_link(self, room_id: str, number: int) -> None:
        """Nothing is asked of it."""


class LosingStore:
    """A store of which one write to come fails; it *is stored* if only its answer is lost."""

    def __init__(self, store: Writer, number: int = 1, *, is_stored: bool = True) -> None:
        """The write of this number fails, the next one by default."""
        self.read, self._run = store.read, store.run
        self._left, self._is_stored, self.has_failed = number, is_stored, False

    async def run(self, job: Callable[[Connection], object]) -> object:
        self._left -= 1
        done = await self._run(job) if self._left or self._is_stored else None
        if self._left == 0:
            self.has_failed = True
            raise StoreError("it is not known whether this was stored")
        return done


def record(kind: Format = "swiss", **facts: Any) -> TournamentRecord:
    """A tournament of hypergammon that its director begins."""
    terms = TournamentTerms(kind, rounds=facts.pop("rounds", 5), minutes=facts.pop("minutes", 1))
    conditions = Conditions(terms, facts.pop("clock", "600+8"), **facts.pop("conditions", {}))
    told = {"games": ("hypergammon",), "length": 0, "name": "Cup", "maker": MAKER, "since": now()}
    return TournamentRecord(id=new_id(), conditions=conditions, seed="s", **{**told, **facts})


@contextlib.asynccontextmanager
async def hall(
    folder: Path, patience: NoShowTimes = SOON
) -> AsyncGenerator[tuple[Club, TournamentService]]:
    """A club with its director; what was not over goes on."""
    async with open_club(folder) as club:
        director = TournamentService(club, patience)
        await director.open()
        try:
            yield club, director
        finally:
            await director.close()


async def begun(
    director: TournamentService, count: int, kind: Format = "swiss", **facts: Any
) -> RunningTournament:
    """A tournament of guest:1, guest:2 and so on, whose first round is paired."""
    running = await director.make(record(kind, **facts))
    for number in range(1, count + 1):
        await director.enter(running, f"guest:{number}")
    await director.begin(running)
    return running


async def until(is_so: Callable[[], object], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.005)


async def room_of(club: Club, meeting: Meeting) -> Room:
    """The room of a meeting, as soon as it is open and the game has begun."""
    await until(lambda: club.loaded(meeting.room))
    room = club.loaded(meeting.room)
    assert room is not None
    await until(lambda: room.view.phase != "opening")
    return room


async def lose(club: Club, room: Room, loser: Player) -> None:
    """Both have come; as soon as it is a player's turn he resigns."""
    for player in Player:
        club.presence.come(room, room.who(player) or "", Seat())
    while (mover := room.match.game.to_act) is not loser:
        is_to_roll = room.view.phase == "roll"
        act = order(room, "roll") if is_to_roll else order(room, "play", "", first_turn(room))
        await club.act(act, room.who(mover))
    await club.act(order(room, "resign:single", f"resign-{loser.value}"), room.who(loser))
    await club.act(order(room, "accept", f"accept-{loser.value}"), room.who(loser.opponent))


async def play_round(club: Club, running: RunningTournament) -> None:
    """All games that go on: the lower number wins."""
    for meeting in running.now.open:
        room = await room_of(club, meeting)
        assert meeting.black is not None
        loser = Player.BLACK if meeting.white < meeting.black else Player.WHITE
        await lose(club, room, loser)
    await until(lambda: not any(m.is_open for m in running.now.meetings[: meeting.table]))
