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
from nardy.server.groups.groups import TERM
from nardy.server.pairing.course import FEWEST, may_enter
from nardy.server.pairing.events import Closed, Entered, Event, Left
from nardy.server.pairing.values import Format
from nardy.server.ratings.pace import pace_of
from nardy.server.rooms.results import game_of
from nardy.server.seats import PREFIX
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
        self._stewards: dict[str, TournamentRunner] = {}
        self._over: dict[str, RunningTournament] = {}
        self._loading = asyncio.Lock()

    async def open(self) -> None:
        """Go on with every tournament that is not over."""
        for of in await self.club.store.read(tournaments.unfinished):
            await self.contest(of)

    async def close(self) -> None:
        """Send the stewards home."""
        for steward in list(self._stewards.values()):
            await steward.close()

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
        contest = await self.contest(record.id)
        assert contest is not None  # it was written just now
        return contest

    async def contest(self, of: str) -> RunningTournament | None:
        """The tournament of this id; None where there is none."""
        async with self._loading:
            if known := self._held.get(of) or self._over.get(of):
                return known
            found = await self.club.store.read(functools.partial(tournaments.load, of=of))
            if found is None:
                return None
            contest = RunningTournament(*found, self.club.store, self.club.bus)
            if contest.now.closed is None:
                self._hold(contest)
            else:
                self._keep(contest)
            return contest

    def _hold(self, contest: RunningTournament) -> None:
        of = contest.record.id
        self._held[of] = contest
        self._stewards[of] = steward = TournamentRunner(self.club, contest, self._patience)
        steward.task.add_done_callback(lambda task: self._forget(of, task))

    def _forget(self, of: str, task: "asyncio.Task[None]") -> None:
        """Its steward is done; whoever asks for one that is not over lets it be taken up anew."""
        if not task.cancelled() and (error := task.exception()):
            _log.error("the steward of tournament %s has failed", of, exc_info=error)
        self._stewards.pop(of, None)
        contest = self._held.pop(of, None)
        if contest is not None and contest.now.closed is not None:
            self._keep(contest)

    def _keep(self, contest: RunningTournament) -> None:
        """One that is over: it changes no more, and is asked for now and then."""
        self._over[contest.record.id] = contest
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
        found = [self._held.get(of) or await self.contest(of) for of in ids]
        return [contest for contest in found if contest is not None]

    # What people do

    async def enter(self, contest: RunningTournament, who: str, count: int = 1) -> None:
        """Somebody enters, or comes back; a bot as often as *count* says.

        Raises:
            RefusedError: it is too late, or full, for members of a club to which they do not belong, or
                rated and they have no account.
        """
        if contest.record.conditions.is_rated and not who.startswith(PREFIX):
            await self.club.rated.require([who])
        rating = await self._rating(contest, who)

        def entered() -> list[Event]:
            entrants = contest.now.entrants
            if not may_enter(contest.now, now()):
                told = "expected a tournament that can still be entered; look for another"
                raise RefusedError("tournament-late", told)
            if _is_in(contest, who):
                return []
            bots = sum(one.who.startswith(PREFIX) for one in entrants)
            room_for = MOST_ENTRANTS[contest.now.terms.format] - len(entrants)
            if who.startswith(PREFIX):
                room_for = min(room_for, MOST_BOTS - bots)
            if count > room_for and contest.now.number_of(who) is None:
                told = f"expected at most {max(0, room_for)} more in this tournament, got {count}"
                raise RefusedError("tournament-full", told)
            return [Entered(now(), who, rating)] * count

        await self._do(contest, entered)
        # Asked behind it: he may have been taken out of the club meanwhile.
        if not (who.startswith(PREFIX) or await self.is_for(contest, who)):
            await self.part_with(who, contest.record.conditions.circle)
            raise RefusedError("no-circle", "expected a member of this club; ask for a link")

    async def is_for(self, contest: RunningTournament, who: str | None) -> bool:
        """Whether a tournament is there for somebody: those of a club by invitation are for its members."""
        circle = contest.record.conditions.circle
        return not circle or await self.club.circles.role(circle, who) is not None

    async def leave(self, contest: RunningTournament, number: int) -> None:
        """Somebody withdraws, or is taken out: paired no more; the game that goes on may be played."""

        def left() -> list[Event]:
            if not 1 <= number <= len(contest.now.entrants):
                told = f"expected the number of an entrant, got {number}"
                raise RefusedError("tournament-nobody", told)
            return [Left(now(), number)] if contest.now.entrant(number).is_in else []

        await self._do(contest, left)

    async def begin(self, contest: RunningTournament) -> None:
        """The first round.

        Raises:
            RefusedError: nobody has entered, or only one.
        """

        def begun() -> list[Event]:
            if len(contest.now.inside) < FEWEST:
                told = f"expected at least {FEWEST} who have entered, got {len(contest.now.inside)}"
                raise RefusedError("tournament-few", told)
            return [] if contest.now.begun else [TournamentRunner.begin(contest.now, now())]

        await self._do(contest, begun)

    async def end(self, contest: RunningTournament) -> None:
        """Nobody is paired any more; games that go on are played to their end, but count here no more."""
        await self._do(contest, lambda: [Closed(now())])

    async def end_all(self, circle: str) -> None:
        """A club by invitation is no more: nor are its tournaments."""
        for contest in list(self._held.values()):
            if contest.record.conditions.circle == circle and contest.now.closed is None:
                await self.end(contest)

    async def part_with(self, who: str, circle: str | None = None) -> None:
        """Somebody is here, or in a club, no more: paired no more wherever he has entered."""
        for contest in list(self._held.values()):
            if circle not in (None, contest.record.conditions.circle):
                continue
            for one in contest.now.entrants:
                if one.who == who and one.is_in and contest.now.closed is None:
                    await self.leave(contest, one.number)

    async def rename(self, old: str, new: str) -> None:
        """A guest turns out to be an account: his places and tournaments are its own.

        Where both had entered, the account has its place, and the guest's is paired no more.
        """
        for contest in [*self._held.values(), *self._over.values()]:
            async with contest.lock:
                contest.rename(old, new)
        await self.part_with(old)

    async def _do(self, contest: RunningTournament, events: Callable[[], list[Event]]) -> None:
        async with contest.lock:
            if contest.now.closed is not None:
                told = "expected a tournament that goes on, and this one is over"
                raise RefusedError("tournament-over", told)
            if happened := events():
                await contest.add(*happened)

    async def _rating(self, contest: RunningTournament, who: str) -> float:
        """What somebody is seeded by; equal ones, as all bots are, by lot."""
        record = contest.record
        pace = pace_of(record.conditions.clock, record.length)
        if who.startswith(PREFIX) or pace is None:
            return 0.0
        return (await self.club.standings.of(who, game_of(record.games), pace)).rating


def _is_in(contest: RunningTournament, who: str) -> bool:
    number = contest.now.number_of(who)
    is_bot = who.startswith(PREFIX)
    return not is_bot and number is not None and contest.now.entrant(number).is_in


def _people(contest: RunningTournament) -> int:
    return sum(not one.who.startswith(PREFIX) for one in contest.now.inside)


def new_id() -> str:
    """An address that nobody guesses."""
    return secrets.token_urlsafe(ID_BYTES)


async def part(club: Club, director: TournamentService, circle: str, who: str) -> None:
    """He waits there for nobody, and is paired no more; a game that goes on is played to its end.

    With its last member the club has ended, and so do its tournaments.
    """
    await director.part_with(who, circle)
    if not await club.circles.count(circle):
        await director.end_all(circle)
    for room in club.all_loaded():
        if room.record.terms.get(TERM) == circle and room.player_of(who) and not room.is_full:
            await club.close_room(room)
