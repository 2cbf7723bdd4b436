"""The calendar: makes the tournaments that repeat, and tells that registration closes."""

import asyncio
import contextlib
import logging

from msgspec import structs

from nardy.errors import NardyError
from nardy.server.notices.service import Facts
from nardy.server.pairing.schedule import next_start
from nardy.server.rooms.results import game_of
from nardy.server.seats import guest_seat
from nardy.server.shards.numbers import new_id
from nardy.server.store import notice_channels, schedules
from nardy.server.store.database.writer import Connection
from nardy.server.store.schedules import RepeatedTournament
from nardy.server.store.tournaments import TournamentRecord
from nardy.server.timestamps import DAY_MS, now
from nardy.server.tournaments.running import RunningTournament
from nardy.server.tournaments.service import TournamentService

_log = logging.getLogger(__name__)
AHEAD = 7 * DAY_MS
"""Milliseconds before its start at which a tournament is announced."""
CLOSING = 3600 * 1000
"""Milliseconds before its start at which people are told that registration closes."""
PAUSE_SECONDS = 60.0


async def make_due(tournaments: TournamentService, at: int) -> list[str]:
    """Announce what begins within a week, each once; returns the ids.

    A start that passed while the club was closed is left out.
    """
    made: list[str] = []
    for plan in await tournaments.club.store.read(schedules.going):
        try:
            start = next_start(plan.times, max(plan.upto, at))
            if start - at > AHEAD:
                continue
            record = _record(tournaments, plan, start, at)
        except NardyError as error:
            # Its zone may have gone with an update, or the club removed its game: the others go on.
            _log.warning("the schedule %s is left out: %s", plan.id, error)
            continue

        def job(
            connection: Connection,
            plan: RepeatedTournament = plan,
            record: TournamentRecord = record,
            start: int = start,
        ) -> bool:
            return schedules.make(connection, plan, record, start)

        if await tournaments.club.store.run(job):
            # Also after a crash between the two: every start of the club opens what is not over.
            await tournaments.running(record.id)
            made.append(record.id)
    return made


def _record(
    tournaments: TournamentService, plan: RepeatedTournament, start: int, at: int
) -> TournamentRecord:
    return TournamentRecord(
        id=tournaments.club.ownership.new_id(),
        name=plan.name,
        maker=plan.maker,
        games=tournaments.club.rule_versions.renewed(plan.games),
        length=plan.length,
        conditions=structs.replace(plan.conditions, starts=start, schedule=plan.id),
        seed=new_id(),
        since=at,
    )


async def tell_closing(tournaments: TournamentService, at: int) -> None:
    """Tell those who asked for it that registration closes within an hour, each once.

    Only of tournaments in the calendar or in a group: anybody may announce others, also in order to disturb.
    """
    if not (closing := [one for one in tournaments.unfinished if _closes(one, at)]):
        return
    club = tournaments.club
    people = await club.store.read(lambda c: notice_channels.who_want(c, "closing"))
    for running in closing:
        record, seats = running.record, [guest_seat(person) for person in people]
        told = [
            who
            for who in seats
            if running.now.number_of(who) is None and await tournaments.is_for(running, who)
        ]
        facts = Facts(
            key=f"closing {record.id}",
            game=game_of(record.games),
            path=f"/tournament/{record.id}",
            lasts=(record.conditions.starts or at) - at,
        )

        def job(connection: Connection, told: list[str] = told, facts: Facts = facts) -> None:
            for who in told:
                club.notices.put(connection, who, "closing", facts)

        await club.store.run(job)
    club.notices.wake()


def _closes(running: RunningTournament, at: int) -> bool:
    terms, current = running.record.conditions, running.now
    is_known = bool(terms.schedule or terms.group)
    is_open = current.begun is None and current.closed is None and terms.starts is not None
    return is_known and is_open and 0 < (terms.starts or 0) - at <= CLOSING


class Calendar:
    """The task of the calendar."""

    def __init__(self, tournaments: TournamentService) -> None:
        """Start the task."""
        self._tournaments = tournaments
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop the task."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _work(self) -> None:
        while True:
            # Each process tells of its own tournaments.
            jobs = (
                [make_due, tell_closing]
                if self._tournaments.club.ownership.leads
                else [tell_closing]
            )
            for job in jobs:
                try:
                    await job(self._tournaments, now())
                except Exception:  # noqa: BLE001 (the next round may succeed)
                    _log.exception("the calendar could not be kept")
            await asyncio.sleep(PAUSE_SECONDS)
