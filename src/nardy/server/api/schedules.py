"""HTTP: the calendar of tournaments that repeat."""

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from nardy.server.accounts.moderation import Moderator
from nardy.server.api.requests import club_of, guest_of, tournaments_of
from nardy.server.api.tournaments import NewTournament, conditions_of, title_of
from nardy.server.errors import RefusedError
from nardy.server.groups.roles import DIRECTING
from nardy.server.pairing.schedule import LAST, Schedule, ScheduleError, next_start
from nardy.server.protocol.tournaments import Format
from nardy.server.rooms.results import game_names, game_of
from nardy.server.shards.numbers import new_id
from nardy.server.store import schedules
from nardy.server.store.database.writer import Connection
from nardy.server.store.guests import Guest
from nardy.server.store.schedules import RepeatedTournament
from nardy.server.timestamps import DAY_MS, now
from nardy.server.tournaments.calendar import make_due
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

A_YEAR = 366 * DAY_MS
MOST = 20
"""Schedules of the club or of one group."""


class ScheduleTimes(msgspec.Struct, forbid_unknown_fields=True):
    """When a tournament begins, as the clock on the wall of a place shows it."""

    every: Literal["week", "month"]
    weekday: Annotated[int, msgspec.Meta(ge=0, le=6)]
    """0 is Monday."""
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]
    minute: Annotated[int, msgspec.Meta(ge=0, le=59)] = 0
    number: Annotated[int, msgspec.Meta(ge=1, le=LAST)] = 1
    """Which such weekday of a month: 1 to 4, or 5 for the last."""
    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"
    """The time zone by its IANA name."""


class NewSchedule(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament that repeats, from its `starts` on."""

    tournament: NewTournament
    times: ScheduleTimes


class ScheduleLine(msgspec.Struct):
    """A tournament of the calendar."""

    id: str
    name: str
    game: dict[str, str]
    format: Format
    length: int
    clock: str
    is_rated: bool
    prizes: str
    times: ScheduleTimes
    next: int
    """The next start that is not announced yet, in milliseconds since 1970."""
    is_yours: bool
    """Whether you may end it."""


@get("/api/schedules")
async def list_schedules(request: AnyRequest) -> list[ScheduleLine]:
    """The public calendar."""
    return await _lines(request, "")


@get("/api/groups/{group:str}/schedules")
async def list_schedules_of(request: AnyRequest, group: FromPath[str]) -> list[ScheduleLine]:
    """The calendar of a private group, for its members only."""
    guest = await guest_of(request)
    await club_of(request).groups.for_member(group, guest.seat if guest else None)
    return await _lines(request, group)


@post("/api/schedules")
async def add_schedule(request: AnyRequest, data: JSONBody[NewSchedule]) -> list[ScheduleLine]:
    """Let a tournament repeat: an admin for everybody, owner and helpers for their group."""
    club, plan = club_of(request), data.tournament
    guest = await _director(request, plan.group)
    club.limits.take("tournament", person=guest.id, address=address_of(request))
    games = club.rule_versions.games_of(plan.game, is_match=bool(plan.length))
    first, plan.starts = plan.starts or 0, None
    if first > now() + A_YEAR:
        reason = "expected the first tournament within a year; choose another time"
        raise RefusedError("schedule-start", reason)
    times = msgspec.convert(msgspec.to_builtins(data.times), Schedule)
    next_start(times, now())  # the time zone exists
    new = RepeatedTournament(
        id=new_id(),
        maker=guest.seat,
        name=title_of(plan.name),
        games=games,
        length=plan.length,
        conditions=conditions_of(plan, games),
        times=times,
        upto=max(0, first - 1),
        since=now(),
    )
    note = _noting(request, guest, "schedule add", new)
    await club.store.run(lambda c: (_add(c, new), note(c)))
    await make_due(tournaments_of(request), now())
    return await _lines(request, plan.group)


@post("/api/schedules/{schedule:str}/end")
async def end_schedule(request: AnyRequest, schedule: FromPath[str]) -> list[ScheduleLine]:
    """End a schedule; tournaments that were announced stay."""
    club = club_of(request)
    known = await club.store.read(schedules.going)
    found = next((one for one in known if one.id == schedule), None)
    if found is None:
        raise NotFoundException(f"expected the id of a schedule, got {schedule!r:.40}")
    guest = await _director(request, found.conditions.group)
    note = _noting(request, guest, "schedule end", found)
    await club.store.run(lambda c: (schedules.end(c, schedule), note(c)))
    return await _lines(request, found.conditions.group)


def _add(connection: Connection, new: RepeatedTournament) -> None:
    # Counted where it is written: several may be added at once.
    if len(schedules.going(connection, new.conditions.group)) >= MOST:
        reason = f"expected at most {MOST} tournaments that repeat; end one of them first"
        raise RefusedError("schedule-many", reason)
    schedules.add(connection, new)


def _noting(
    request: AnyRequest, guest: Guest, what: str, schedule: RepeatedTournament
) -> Callable[[Connection], None]:
    """Appends a change of the public calendar to the audit log; a group's calendar is its own business."""
    if schedule.conditions.group:
        return lambda _: None
    return Moderator(club_of(request).store, guest.id).noting(what, schedule.name)


async def _director(request: AnyRequest, group: str) -> Guest:
    guest = await guest_of(request)
    if guest is not None and await _may_direct(request, guest, group):
        return guest
    raise RefusedError(
        "tournament-director",
        "expected an admin of the club, or an owner or helper of the group; ask them",
    )


async def _may_direct(request: AnyRequest, guest: Guest | None, group: str) -> bool:
    if guest is None:
        return False
    if group:
        return await club_of(request).groups.role(group, guest.seat) in DIRECTING
    return guest.role == "admin"


async def _lines(request: AnyRequest, group: str) -> list[ScheduleLine]:
    club, guest = club_of(request), await guest_of(request)
    is_yours = await _may_direct(request, guest, group)
    return [
        ScheduleLine(
            id=one.id,
            name=one.name,
            game=game_names(game_of(one.games), club.rule_versions),
            format=one.conditions.terms.format,
            length=one.length,
            clock=one.conditions.clock,
            is_rated=one.conditions.is_rated,
            prizes=one.conditions.prizes,
            times=msgspec.convert(msgspec.to_builtins(one.times), ScheduleTimes),
            next=_next(one),
            is_yours=is_yours,
        )
        for one in await club.store.read(lambda c: schedules.going(c, group))
    ]


def _next(plan: RepeatedTournament) -> int:
    """The next start that is not announced; what cannot be computed is listed, so that it can be ended."""
    try:
        return next_start(plan.times, max(plan.upto, now()))
    except ScheduleError:
        return plan.upto
