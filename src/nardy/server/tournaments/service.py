"""The tournament service: people announce, enter, leave, start and close tournaments.

It also ends the boards and tournaments of a member who leaves a club by invitation.
"""

import asyncio
import functools
import logging
import secrets
from collections.abc import Callable

from nardy.server.club.club import ID_BYTES, Club
from nardy.server.errors import RefusedError
from nardy.server.pairing.course import FEWEST, may_enter
from nardy.server.pairing.events import Closed, Entered, Event, Left
from nardy.server.pairing.values import Format
from nardy.server.ratings.pace import pace_of
from nardy.server.rooms.results import game_of
from nardy.server.seats import is_bot
from nardy.server.store import tournaments
from nardy.server.store.tournaments import TournamentRecord
from nardy.server.timestamps import now
from nardy.server.tournaments.no_shows import NoShowTimes
from nardy.server.tournaments.runner import TournamentRunner
from nardy.server.tournaments.running import RunningTournament

_log = logging.getLogger(__name__)
MOST_ENTRANTS: dict[Format, int] = {
    "swiss": 200,
    "round-robin": 24,
    "knock-out": 128,
    "arena": 200,
}
MOST_BOTS = 32
"""In one tournament; all bots of the club think one after another."""
MOST_DIRECTED = 3
"""Tournaments of one director at a time."""
MOST_FINISHED = 30
"""Of those that are over, in the list."""
MOST_GOING = 100
"""Of those that are not, in the list."""
MOST_KEPT = 100
"""Of those that are over, in memory."""


class TournamentService:
    """Holds every tournament that goes on, each with the steward who runs it."""

    def __init__(self, club: Club, patience: NoShowTimes | None = None) -> None:
        """Hold none yet."""
        self.club = club
        self._patience = patience or NoShowTimes()
        self._held: dict[str, RunningTournament] = {}
        self._runners: dict[str, TournamentRunner] = {}
        self._over: dict[str, RunningTournament] = {}
        self._loading = asyncio.Lock()

    async def open(self) -> None:
        """Go on with every tournament that is not over."""
        for of in await self.club.store.read(tournaments.unfinished):
            await self.running(of)

    async def close(self) -> None:
        """Send the stewards home."""
        for runner in list(self._runners.values()):
            await runner.close()

    async def make(self, record: TournamentRecord) -> RunningTournament:
        """Announce a tournament.

        Raises:
            RefusedError: its director has enough of them already.
        """
        mine = await self.club.store.read(lambda c: tournaments.unfinished(c, record.maker))
        if len(mine) >= MOST_DIRECTED:
            told = f"expected at most {MOST_DIRECTED} tournaments of yours at a time"
            raise RefusedError("tournament-many", f"{told}; close one first")
        await self.club.store.run(functools.partial(tournaments.make, record=record))
        running = await self.running(record.id)
        assert running is not None  # it was written just now
        return running

    async def running(self, of: str) -> RunningTournament | None:
        """The tournament of this id; None where there is none."""
        async with self._loading:
            if known := self._held.get(of) or self._over.get(of):
                return known
            found = await self.club.store.read(functools.partial(tournaments.load, of=of))
            if found is None:
                return None
            running = RunningTournament(*found, self.club.store, self.club.bus)
            if running.now.closed is None:
                self._hold(running)
            else:
                self._keep(running)
            return running

    def _hold(self, running: RunningTournament) -> None:
        of = running.record.id
        self._held[of] = running
        self._runners[of] = runner = TournamentRunner(self.club, running, self._patience)
        runner.task.add_done_callback(lambda task: self._forget(of, task))

    def _forget(self, of: str, task: "asyncio.Task[None]") -> None:
        """Its steward is done; whoever asks for one that is not over lets it be taken up anew."""
        if not task.cancelled() and (error := task.exception()):
            _log.error("the steward of tournament %s has failed", of, exc_info=error)
        self._runners.pop(of, None)
        running = self._held.pop(of, None)
        if running is not None and running.now.closed is not None:
            self._keep(running)

    def _keep(self, running: RunningTournament) -> None:
        """One that is over: it changes no more, and is asked for now and then."""
        self._over[running.record.id] = running
        if len(self._over) > MOST_KEPT:
            self._over.pop(next(iter(self._over)))

    async def all(self, circle: str = "") -> list[RunningTournament]:
        """Those of all or of a club by invitation: to come or going on, the oldest first, and some over.

        Of very many that go on those in which most people are: nobody fills the list by announcing.
        """
        of_circle = functools.partial(tournaments.finished, limit=MOST_FINISHED, circle=circle)
        going = await self._found(await self.club.store.read(tournaments.unfinished))
        over = await self._found(await self.club.store.read(of_circle))
        here = [one for one in going if one.record.conditions.circle == circle]
        crowded = {one.record.id for one in sorted(here, key=_people, reverse=True)[:MOST_GOING]}
        return [one for one in here if one.record.id in crowded] + over

    async def _found(self, ids: list[str]) -> list[RunningTournament]:
        found = [self._held.get(of) or await self.running(of) for of in ids]
        return [running for running in found if running is not None]

    # What people do

    async def enter(self, running: RunningTournament, who: str, count: int = 1) -> None:
        """Somebody enters, or comes back; a bot as often as *count* says.

        Raises:
            RefusedError: it is too late, or full, for members of a club to which they do not belong, or
                rated and they have no account.
        """
        if running.record.conditions.is_rated and not is_bot(who):
            await self.club.rated.require([who])
        rating = await self._rating(running, who)

        def entered() -> list[Event]:
            entrants = running.now.entrants
            if not may_enter(running.now, now()):
                told = "expected a tournament that can still be entered; look for another"
                raise RefusedError("tournament-late", told)
            if _is_in(running, who):
                return []
            bots = sum(is_bot(one.who) for one in entrants)
            room_for = MOST_ENTRANTS[running.now.terms.format] - len(entrants)
            if is_bot(who):
                room_for = min(room_for, MOST_BOTS - bots)
            if count > room_for and running.now.number_of(who) is None:
                told = f"expected at most {max(0, room_for)} more in this tournament, got {count}"
                raise RefusedError("tournament-full", told)
            return [Entered(now(), who, rating)] * count

        await self._do(running, entered)
        # Asked behind it: he may have been taken out of the club meanwhile.
        if not (is_bot(who) or await self.is_for(running, who)):
            await self.leave_tournaments(who, running.record.conditions.circle)
            raise RefusedError("no-circle", "expected a member of this club; ask for a link")

    async def is_for(self, running: RunningTournament, who: str | None) -> bool:
        """Whether a tournament is there for somebody: those of a club by invitation are for its members."""
        circle = running.record.conditions.circle
        return not circle or await self.club.groups.role(circle, who) is not None

    async def leave(self, running: RunningTournament, number: int) -> None:
        """Somebody withdraws, or is taken out: paired no more; the game that goes on may be played."""

        def left() -> list[Event]:
            if not 1 <= number <= len(running.now.entrants):
                told = f"expected the number of an entrant, got {number}"
                raise RefusedError("tournament-nobody", told)
            return [Left(now(), number)] if running.now.entrant(number).is_in else []

        await self._do(running, left)

    async def begin(self, running: RunningTournament) -> None:
        """The first round.

        Raises:
            RefusedError: nobody has entered, or only one.
        """

        def begun() -> list[Event]:
            if len(running.now.inside) < FEWEST:
                told = f"expected at least {FEWEST} who have entered, got {len(running.now.inside)}"
                raise RefusedError("tournament-few", told)
            return [] if running.now.begun else [TournamentRunner.begin(running.now, now())]

        await self._do(running, begun)

    async def end(self, running: RunningTournament) -> None:
        """Nobody is paired any more; games that go on are played to their end, but count here no more."""
        await self._do(running, lambda: [Closed(now())])

    async def end_all(self, circle: str) -> None:
        """A club by invitation is no more: nor are its tournaments."""
        for running in list(self._held.values()):
            if running.record.conditions.circle == circle and running.now.closed is None:
                await self.end(running)

    async def leave_tournaments(self, who: str, circle: str | None = None) -> None:
        """Somebody is here, or in a club, no more: paired no more wherever he has entered."""
        for running in list(self._held.values()):
            if circle not in (None, running.record.conditions.circle):
                continue
            for one in running.now.entrants:
                if one.who == who and one.is_in and running.now.closed is None:
                    await self.leave(running, one.number)

    async def rename(self, old: str, new: str) -> None:
        """A guest turns out to be an account: his places and tournaments are its own.

        Where both had entered, the account has its place, and the guest's is paired no more.
        """
        for running in [*self._held.values(), *self._over.values()]:
            async with running.lock:
                running.rename(old, new)
        await self.leave_tournaments(old)

    async def _do(self, running: RunningTournament, events: Callable[[], list[Event]]) -> None:
        async with running.lock:
            if running.now.closed is not None:
                told = "expected a tournament that goes on, and this one is over"
                raise RefusedError("tournament-over", told)
            if happened := events():
                await running.add(*happened)

    async def _rating(self, running: RunningTournament, who: str) -> float:
        """What somebody is seeded by; equal ones, as all bots are, by lot."""
        record = running.record
        pace = pace_of(record.conditions.clock, record.length)
        if is_bot(who) or pace is None:
            return 0.0
        return (await self.club.standings.of(who, game_of(record.games), pace)).rating


def _is_in(running: RunningTournament, who: str) -> bool:
    number = running.now.number_of(who)
    return not is_bot(who) and number is not None and running.now.entrant(number).is_in


def _people(running: RunningTournament) -> int:
    return sum(not is_bot(one.who) for one in running.now.inside)


def new_id() -> str:
    """An address that nobody guesses."""
    return secrets.token_urlsafe(ID_BYTES)


async def part(club: Club, director: TournamentService, circle: str, who: str) -> None:
    """He waits there for nobody, and is paired no more; a game that goes on is played to its end.

    With its last member the club has ended, and so do its tournaments.
    """
    await director.leave_tournaments(who, circle)
    if not await club.groups.count(circle):
        await director.end_all(circle)
    for room in club.all_loaded():
        if room.record.terms.group == circle and room.player_of(who) and not room.is_full:
            await club.close_room(room)
