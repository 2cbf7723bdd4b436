"""HTTP: the admins' page, which does what `nardy admin` does.

It needs an account with the role of an admin; everybody else gets 404.
"""

from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, QueryParameter

from nardy.server.accounts.moderation import Moderator
from nardy.server.api.requests import club_of, guest_of, tournaments_of
from nardy.server.club.club import Club
from nardy.server.club.maintenance import go_round
from nardy.server.protocol.shared import filled_from
from nardy.server.seats import guest_id_of
from nardy.server.store import guests
from nardy.server.store.guests import Guest
from nardy.server.store.ratings.player_pairs import Pair
from nardy.server.web import pages
from nardy.server.web.cookies import AnyRequest

MOST_DAYS = 3650
LONGEST_NAME = 40
AboutName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class ReportedLine(msgspec.Struct):
    """A chat line that somebody has reported."""

    room: str
    """'' for a line of a tournament."""
    tournament: str
    """'' for a line of a room."""
    number: int
    """Of the line in its room or tournament."""
    at: int
    who: str
    """The id of its author."""
    name: str
    text: str
    reporter: str
    """The name of the person who reported it."""


class ModerationRecord(msgspec.Struct):
    """An entry of the audit log."""

    at: int
    who: str
    what: str
    about: str


class FoundPlayer(msgspec.Struct):
    """A person found by a search."""

    id: str
    name: str
    role: str


class PairMember(msgspec.Struct):
    """One player of a pair."""

    id: str
    name: str


class PairFacts(msgspec.Struct):
    """Two accounts whose rated games of the last 30 days look arranged."""

    winner: PairMember
    """The player who won more of them."""
    other: PairMember
    games: int
    won: float
    """Wins of the winner; a draw is half a win."""
    gain: float
    """Rating points that the winner gained by these games."""
    last: int
    places: list[str]
    """Things that both share, 'address' or 'browser'; empty if only the games look arranged."""


class ModerationQueue(msgspec.Struct):
    """`/api/admin`: reports, decisions and suspicious pairs, the newest first."""

    reports: list[ReportedLine]
    decisions: list[ModerationRecord]
    pairs: list[PairFacts] = []


class ModerationRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A decision of an admin."""

    what: Literal["mute", "unmute", "ban", "unban", "close"]
    about: AboutName
    """The name of an account or the id of a guest; for `close` the id of a room."""
    days: Annotated[float, msgspec.Meta(gt=0, le=MOST_DAYS)] | None = None
    """The duration; null is for good."""


class DismissRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Takes a reported line off the list; `room` or `tournament` is ''."""

    room: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    tournament: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    number: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


@get("/admin", include_in_schema=False)
async def admin_page(request: AnyRequest) -> Response[bytes]:
    """The admins' page."""
    await admin_of(request)
    return pages.send_page(request)


@get("/api/admin")
async def show_moderation_queue(request: AnyRequest) -> ModerationQueue:
    """The reports, the audit log and suspicious pairs."""
    return await _queue_of(club_of(request), await moderator_of(request))


async def _queue_of(club: Club, moderator: Moderator) -> ModerationQueue:
    reported = [
        *((room, "", line, by) for room, line, by in await moderator.reports()),
        *(("", of, line, by) for of, line, by in await moderator.tournament_reports()),
    ]
    decided, names = await moderator.audit_log()
    ids = [guest_id_of(who) for *_, line, by in reported for who in (line.who, by)]
    names |= await club.store.read(lambda c: guests.names_of(c, ids))

    def name(who: str, unknown: str = "?") -> str:
        return names.get(guest_id_of(who), unknown)

    reports = [
        filled_from(
            ReportedLine,
            line,
            room=room,
            tournament=of,
            who=guest_id_of(line.who),
            name=name(line.who),
            reporter=name(by),
        )
        for room, of, line, by in reported
    ]
    return ModerationQueue(
        reports,
        [
            filled_from(
                ModerationRecord,
                one,
                who=name(one.who, one.who),
                about=name(one.about, one.about),
            )
            for one in decided
        ],
        [_pair(pair) for pair in await moderator.pairs()],
    )


def _pair(pair: Pair) -> PairFacts:
    winner, other = PairMember(pair.one, pair.names[0]), PairMember(pair.other, pair.names[1])
    return filled_from(PairFacts, pair, winner=winner, other=other, places=sorted(pair.places))


@get("/api/admin/people")
async def find_people(
    request: AnyRequest, name: Annotated[str, QueryParameter(min_length=1, max_length=LONGEST_NAME)]
) -> list[FoundPlayer]:
    """People whose name contains this text, accounts first."""
    moderator = await moderator_of(request)
    return [filled_from(FoundPlayer, guest) for guest in await moderator.find(name)]


@post("/api/admin")
async def decide(request: AnyRequest, data: JSONBody[ModerationRequest]) -> ModerationQueue:
    """Carry out a decision, log it, and apply it in the running club at once."""
    moderator = await moderator_of(request)
    match data.what:
        case "mute" | "ban" as kind:
            await moderator.impose(kind, data.about, data.days)
        case "unmute":
            await moderator.lift("mute", data.about)
        case "unban":
            await moderator.lift("ban", data.about)
        case "close":
            await moderator.close(data.about)
    await go_round(club_of(request))
    await tournaments_of(request).leave_banned()
    return await _queue_of(club_of(request), moderator)


@post("/api/admin/reports")
async def dismiss_report(request: AnyRequest, data: JSONBody[DismissRequest]) -> ModerationQueue:
    """Remove all reports of a chat line, and log it."""
    moderator = await moderator_of(request)
    await moderator.dismiss(data.room, data.tournament, data.number)
    return await _queue_of(club_of(request), moderator)


async def admin_of(request: AnyRequest) -> Guest:
    """The admin who sent the request.

    Raises:
        NotFoundException: the sender is not an admin.
    """
    guest = await guest_of(request)
    if guest is None or guest.role != "admin":
        raise NotFoundException("expected an address of the club, got an unknown one")
    return guest


async def moderator_of(request: AnyRequest) -> Moderator:
    """The admin who sent the request, as a moderator; errors as of `admin_of`."""
    return Moderator(club_of(request).store, (await admin_of(request)).id)
