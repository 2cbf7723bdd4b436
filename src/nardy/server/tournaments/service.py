"""The tournament service: people announce, enter, leave, start and close tournaments.

It also closes the open offers of a member who leaves a group, and the tournaments of a group that nobody
is left in.
"""

import asyncio
import functools
import logging
from collections.abc import Callable, Collection

from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.pairing.course import may_enter, may_return
from nardy.server.pairing.events import Closed, Entered, Left, TournamentEvent
from nardy.server.pairing.values import FEWEST, Format
from nardy.server.ratings.pace import pace_of
from nardy.server.rooms.results import game_of
from nardy.server.seats import guest_seat, is_bot
from nardy.server.shards.numbers import shard_of
from nardy.server.store import decisions, log, tournaments
from nardy.server.store.database.writer import Connection
from nardy.server.store.tournaments import TournamentRecord
from nardy.server.timestamps import now
from nardy.server.tournaments.calls import put_calls
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
"""Bots in one tournament: all bots of the club share one thread."""
MOST_RETURNS = 5
"""How often all places may be taken before the start: whoever leaves makes room for others."""
MOST_RETURNS_OF_ONE = 20
"""How often one entrant may come back before the start: each time adds to the log."""
MOST_DIRECTED = 3
"""Tournaments of one director at a time."""
MOST_FINISHED = 30
"""Finished tournaments in the list."""
MOST_GOING = 100
"""Announced and running tournaments in the list."""
MOST_KEPT = 100
"""Finished tournaments in memory."""


class TournamentService:
    """All announced and running tournaments, each with its runner, and a cache of finished ones."""

    def __init__(self, club: Club, patience: NoShowTimes | None = None) -> None:
        self.club = club
        self._patience = patience or NoShowTimes()
        self._runners: dict[str, TournamentRunner] = {}
        self._over: dict[str, RunningTournament] = {}
        self._loading = asyncio.Lock()
        self.on_made: Callable[[str], None] = lambda _: None
        """Called with a new tournament of another process, which does not know of it yet."""
        self.on_leave: Callable[[str, str], None] = lambda _, __: None
        """Called with a group ('' for all) and who leaves its tournaments, also those of other processes."""

    async def open(self) -> None:
        """Continue every tournament of this process that is not over."""
        for of in await self.club.store.read(tournaments.unfinished):
            if self.club.ownership.owns(of):
                await self.running(of)

    async def let_go(self, shards: Collection[int]) -> None:
        """Stop the tournaments of these shards: another process continues them from their logs."""
        for of, runner in list(self._runners.items()):
            if shard_of(of) in shards:
                await runner.close()
        for of in [one for one in self._over if shard_of(one) in shards]:
            del self._over[of]

    async def close(self) -> None:
        """Stop all runners."""
        for runner in list(self._runners.values()):
            await runner.close()

    async def make(self, record: TournamentRecord) -> RunningTournament:
        """Announce a tournament.

        Raises:
            RefusedError: the director has too many unfinished tournaments.
        """

        def job(connection: Connection) -> None:
            # Counted where it is written: several may be announced at once.
            if len(tournaments.unfinished(connection, record.maker)) >= MOST_DIRECTED:
                reason = f"expected at most {MOST_DIRECTED} unfinished tournaments of one director"
                raise RefusedError("tournament-many", f"{reason}; close one of yours first")
            tournaments.make(connection, record)

        await self.club.store.run(job)
        running = await self.running(record.id)
        assert running is not None  # it has just been written
        if not self.club.ownership.owns(record.id):
            self.on_made(record.id)
        return running

    async def running(self, of: str) -> RunningTournament | None:
        """The tournament with this id, or None."""
        async with self._loading:
            if of in self._runners:
                return self._runners[of].running
            if of in self._over:
                return self._over[of]
            found = await self.club.store.read(functools.partial(tournaments.load, of=of))
            if found is None:
                return None
            running = RunningTournament(*found, self.club.store, self.club.bus)
            if not self.club.ownership.owns(of):
                return running  # a copy to read: its owner runs it
            running.calls = functools.partial(put_calls, self.club.notices)
            running.called = self.club.notices.wake_now
            if running.now.closed is None:
                self._runners[of] = runner = TournamentRunner(self.club, running, self._patience)
                runner.task.add_done_callback(lambda task: self._forget(of, task))
            else:
                self._keep(running)
            return running

    @property
    def unfinished(self) -> list[RunningTournament]:
        """All announced and running tournaments."""
        return [runner.running for runner in self._runners.values()]

    def _forget(self, of: str, task: "asyncio.Task[None]") -> None:
        """Drop a tournament whose runner has ended; if it is not over, the next request restarts it."""
        if not task.cancelled() and (error := task.exception()):
            _log.error("the runner of tournament %s failed", of, exc_info=error)
        runner = self._runners.pop(of, None)
        if runner is not None and runner.running.now.closed is not None:
            self._keep(runner.running)

    def _keep(self, running: RunningTournament) -> None:
        """Cache a finished tournament."""
        self._over[running.record.id] = running
        if len(self._over) > MOST_KEPT:
            self._over.pop(next(iter(self._over)))

    async def all(self, group: str = "") -> list[RunningTournament]:
        """Public tournaments or those of a group: unfinished ones, the oldest first, then finished ones.

        If too many are unfinished, those with the most people are listed, so that nobody can flood the list.
        """
        of_group = functools.partial(tournaments.finished, limit=MOST_FINISHED, group=group)
        going = await self._found(await self.club.store.read(tournaments.unfinished))
        over = await self._found(await self.club.store.read(of_group))
        here = [running for running in going if running.record.conditions.group == group]
        most_people = sorted(here, key=_people, reverse=True)[:MOST_GOING]
        listed = {running.record.id for running in most_people}
        return [running for running in here if running.record.id in listed] + over

    async def _found(self, ids: list[str]) -> list[RunningTournament]:
        found = [await self.running(of) for of in ids]
        return [running for running in found if running is not None]

    async def enter(
        self,
        running: RunningTournament,
        who: str,
        count: int = 1,
        also: Callable[[Connection], object] = lambda _: None,
    ) -> None:
        """Enter a tournament, again or for the first time; a bot enters *count* times.

        *also* is part of the transaction, here and below.

        Raises:
            RefusedError: it is too late or full, they are not in its group, the director removed them, or it
                is rated and they have no account.
        """
        if running.record.conditions.is_rated and not is_bot(who):
            await self.club.rated.require([who])
        rating = await self._rating(running, who)

        def entered() -> list[TournamentEvent]:
            known = None if is_bot(who) else running.now.number_of(who)
            if not (may_enter(running.now, now()) or may_return(running.now, known)):
                reason = "expected a tournament that is open for entries; choose another one"
                raise RefusedError("tournament-late", reason)
            if known is not None and running.now.entrant(known).is_in:
                return []
            if known is not None and running.now.entrant(known).is_removed:
                reason = "expected somebody whom the director did not remove; ask the director"
                raise RefusedError("tournament-removed", reason)
            _require_few_returns(running, known)
            # Whoever comes back after the start has kept their place; before it others may have taken it.
            is_kept = known is not None and running.now.begun is not None
            room_for = _room_for(running, is_for_bots=is_bot(who))
            if count > room_for and not is_kept:
                reason = f"expected at most {max(0, room_for)} more entrants, got {count}"
                raise RefusedError("tournament-full", f"{reason}; choose another tournament")
            return [Entered(now(), who, rating)] * count

        await self._do(running, entered, also)
        # Checked after entering, since they may have been removed from the group meanwhile.
        if not (is_bot(who) or await self.is_for(running, who)):
            await self.leave_tournaments(who, running.record.conditions.group)
            reason = "expected a member of this group; ask a member for an invitation link"
            raise RefusedError("no-circle", reason)

    async def is_for(self, running: RunningTournament, who: str | None) -> bool:
        """Whether somebody may see a tournament: those of a group are for its members."""
        group = running.record.conditions.group
        return not group or await self.club.groups.role(group, who) is not None

    async def leave(
        self,
        running: RunningTournament,
        number: int,
        *,
        is_removed: bool = False,
        also: Callable[[Connection], object] = lambda _: None,
    ) -> None:
        """Withdraw an entrant, who is not paired again; a game in progress goes on.

        Whoever *is removed* by the director cannot come back.
        """

        def left() -> list[TournamentEvent]:
            if not 1 <= number <= len(running.now.entrants):
                reason = f"expected the number of an entrant, got {number}"
                raise RefusedError("tournament-nobody", reason)
            one = running.now.entrant(number)
            is_new = one.is_in or is_removed > one.is_removed
            return [Left(now(), number, is_removed)] if is_new else []

        await self._do(running, left, also)

    async def begin(
        self, running: RunningTournament, also: Callable[[Connection], object] = lambda _: None
    ) -> None:
        """Pair the first round.

        Raises:
            RefusedError: too few have entered.
        """

        def begun() -> list[TournamentEvent]:
            if len(running.now.inside) < FEWEST:
                reason = f"expected at least {FEWEST} entrants, got {len(running.now.inside)}"
                raise RefusedError("tournament-few", f"{reason}; wait for more, or add bots")
            return [] if running.now.begun else [TournamentRunner.begin(running, now())]

        await self._do(running, begun, also)

    async def end(
        self, running: RunningTournament, also: Callable[[Connection], object] = lambda _: None
    ) -> None:
        """End the tournament; games in progress go on but do not count for it."""
        await self._do(running, lambda: [Closed(now())], also)

    async def end_all(self, group: str) -> None:
        """End all tournaments of a group that was deleted."""
        for running in self.unfinished:
            if running.record.conditions.group == group and running.now.closed is None:
                await self.end(running)

    async def leave_tournaments(self, who: str, group: str | None = None) -> None:
        """Withdraw somebody from all tournaments, or from those of a group."""
        for running in self.unfinished:
            if group not in (None, running.record.conditions.group):
                continue
            for entrant in running.now.entrants:
                if entrant.who == who and entrant.is_in and running.now.closed is None:
                    await self.leave(running, entrant.number)

    async def leave_banned(self) -> None:
        """Withdraw everybody who is banned from the tournaments of this process.

        Each round of maintenance does this, since `nardy admin` and other processes ban people too.
        """
        inside = {entrant.who for running in self.unfinished for entrant in running.now.inside}
        if not inside:
            return
        banned = await self.club.store.read(lambda c: decisions.all_under(c, "ban", now()))
        for who in inside & set(map(guest_seat, banned)):
            await self.leave_tournaments(who)

    async def rename(self, old: str, new: str) -> None:
        """Give a guest's places and tournaments to an account.

        Where both have entered, the account keeps its own place, and the guest withdraws.
        """
        for running in [*self.unfinished, *self._over.values()]:
            async with running.lock:
                running.rename(old, new)
        await self.leave_tournaments(old)

    async def rename_as_stored(self) -> None:
        """Give the places of guests to accounts as the database does: this finds merges that nobody told here."""
        self._over.clear()
        for running in self.unfinished:
            async with running.lock:
                await running.read_again()

    async def _do(
        self,
        running: RunningTournament,
        events: Callable[[], list[TournamentEvent]],
        also: Callable[[Connection], object],
    ) -> None:
        async with running.lock:
            if running.now.closed is not None:
                reason = "expected a tournament that is not over; choose another one"
                raise RefusedError("tournament-over", reason)
            if happened := events():
                await running.add(*happened, also=also)

    async def _rating(self, running: RunningTournament, who: str) -> float:
        """The rating for seeding; equal ratings, such as 0 for all bots, are seeded at random."""
        record = running.record
        pace = pace_of(record.conditions.clock, record.length)
        if is_bot(who) or pace is None:
            return 0.0
        return (await self.club.standings.of(who, game_of(record.games), pace)).rating


def _require_few_returns(running: RunningTournament, known: int | None) -> None:
    if known is None or running.now.begun is not None:
        return
    if running.now.entrant(known).returns >= MOST_RETURNS_OF_ONE:
        reason = f"expected at most {MOST_RETURNS_OF_ONE} returns before the start"
        raise RefusedError("tournament-returns", f"{reason}; choose another tournament")


def _room_for(running: RunningTournament, *, is_for_bots: bool) -> int:
    """How many may still enter: before the start those who left take no place, but for a bound of the log."""
    current = running.now
    most, taken = MOST_ENTRANTS[current.terms.format], current.entrants
    if current.begun is None:
        taken = tuple(current.inside)
    room = min(most - len(taken), MOST_RETURNS * most - len(current.entrants))
    if is_for_bots:
        room = min(room, MOST_BOTS - sum(is_bot(one.who) for one in taken))
    return room


def _people(running: RunningTournament) -> int:
    return sum(not is_bot(entrant.who) for entrant in running.now.inside)


async def leave_group_everywhere(
    club: Club, tournaments: TournamentService, group: str, who: str
) -> None:
    """After a person has left a group: close their open offers there, and withdraw them from its tournaments.

    Games in progress go on. A group without members has ended, and so have its tournaments and all its offers.
    """
    await leave_group_here(club, tournaments, group, who)
    tournaments.on_leave(group, who)


async def leave_group_here(
    club: Club, tournaments: TournamentService, group: str, who: str
) -> None:
    """The same for the rooms and tournaments of this process; without a group for all tournaments alone."""
    await tournaments.leave_tournaments(who, group or None)
    if not group:
        return
    is_over = not await club.groups.count(group)
    if is_over:
        await tournaments.end_all(group)
    # Also offers that are not in memory: whoever has the link could load them.
    for record in await club.store.read(lambda c: log.open_in_group(c, group)):
        if club.ownership.owns(record.id) and (is_over or who in (record.white, record.black)):
            room = await club.room(record.id)
            if room is not None and not room.is_full:
                await club.close_room(room)
