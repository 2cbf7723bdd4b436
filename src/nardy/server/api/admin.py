"""The page of those who keep order in the club: what `nardy admin` does, for accounts of that role.

Everybody else is told that there is no such page, and whoever asks from another site's page is
refused at the door as everywhere.
"""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, QueryParameter

from nardy.server.accounts.moderation import Moderator
from nardy.server.api.requests import club_of, guest_of
from nardy.server.club.club import Club
from nardy.server.club.maintenance import go_round
from nardy.server.seats import guest_id_of
from nardy.server.store import guests
from nardy.server.store.guests import Guest
from nardy.server.store.ratings.player_pairs import Pair
from nardy.server.web import pages

Asked = Request[Any, Any, Any]
MOST_DAYS = 3650
LONGEST_NAME = 40
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class ReportedLine(msgspec.Struct):
    """A line that should not have been said."""

    room: str
    at: int
    who: str
    """The id of who said it."""
    name: str
    text: str
    reporter: str
    """The name of who thinks so."""


class ModerationRecord(msgspec.Struct):
    """A line of the audit log."""

    at: int
    who: str
    what: str
    about: str


class FoundPlayer(msgspec.Struct):
    """Somebody whom a search has found."""

    id: str
    name: str
    role: str


class PairMember(msgspec.Struct):
    """One of a pair."""

    id: str
    name: str


class PairFacts(msgspec.Struct):
    """Two accounts whose rated games of the last 30 days look arranged."""

    winner: PairMember
    """Who won more of them."""
    other: PairMember
    games: int
    won: float
    """By the winner; a draw is half a win."""
    gain: float
    """What the winner's ratings gained by these games."""
    last: int
    places: list[str]
    """What both came from: 'address', 'browser'; none where the games alone look arranged."""


class ModerationQueue(msgspec.Struct):
    """`/api/admin`: what is to be looked at, and what was decided, the newest first."""

    reports: list[ReportedLine]
    decisions: list[ModerationRecord]
    pairs: list[PairFacts] = []


class ModerationRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What is decided now."""

    what: Literal["mute", "unmute", "ban", "unban", "close"]
    about: Name
    """The name of an account, the id of a guest, or with `close` that of a room."""
    days: Annotated[float, msgspec.Meta(gt=0, le=MOST_DAYS)] | None = None
    """For so long; null is for good."""


@get("/admin", include_in_schema=False)
async def admin_page(request: Asked) -> Response[bytes]:
    """The page, for those who may see it."""
    await keeper_of(request)
    return pages.send_page(request)


@get("/api/admin")
async def tell_order(request: Asked) -> ModerationQueue:
    """The reports and the audit log."""
    return await _order(club_of(request), await _moderator(request))


async def _order(club: Club, moderator: Moderator) -> ModerationQueue:
    told = await moderator.reports()
    decided = await moderator.told()
    people = [who for _, line, by in told for who in (line.who, by)]
    ids = [_id(who) for who in (*people, *(one.about for one in decided))]
    names = await club.store.read(lambda c: guests.names_of(c, ids))
    reports = [
        ReportedLine(
            room=room,
            at=line.at,
            who=_id(line.who),
            name=names.get(_id(line.who), "?"),
            text=line.text,
            reporter=names.get(_id(by), "?"),
        )
        for room, line, by in told
    ]
    return ModerationQueue(
        reports,
        [ModerationRecord(d.at, d.who, d.what, names.get(_id(d.about), d.about)) for d in decided],
        [_pair(one) for one in await moderator.pairs()],
    )


def _pair(one: Pair) -> PairFacts:
    winner, other = PairMember(one.one, one.names[0]), PairMember(one.other, one.names[1])
    places = sorted(one.places)
    return PairFacts(winner, other, one.games, one.won, one.gain, one.last, places)


def _id(who: str) -> str:
    return guest_id_of(who)


@get("/api/admin/people")
async def find_people(
    request: Asked, name: Annotated[str, QueryParameter(min_length=1, max_length=LONGEST_NAME)]
) -> list[FoundPlayer]:
    """People whose name holds this, accounts first."""
    moderator = await _moderator(request)
    return [FoundPlayer(one.id, one.name, one.role) for one in await moderator.find(name)]


@post("/api/admin")
async def decide(request: Asked, data: JSONBody[ModerationRequest]) -> ModerationQueue:
    """Decide, note it, and let the club see it at once."""
    moderator = await _moderator(request)
    match data.what:
        case "mute":
            await moderator.mute(data.about, data.days)
        case "ban":
            await moderator.ban(data.about, data.days)
        case "unmute":
            await moderator.unmute(data.about)
        case "unban":
            await moderator.unban(data.about)
        case "close":
            await moderator.close(data.about)
    await go_round(club_of(request))
    return await _order(club_of(request), moderator)


HANDLERS: tuple[Any, ...] = (admin_page, tell_order, find_people, decide)


async def keeper_of(request: Asked) -> Guest:
    """Who asks, with the role of an admin.

    Raises:
        NotFoundException: anybody else: there is nothing here for him.
    """
    guest = await guest_of(request)
    if guest is None or guest.role != "admin":
        raise NotFoundException("expected an address of the club, got one where nothing is")
    return guest


async def _moderator(request: Asked) -> Moderator:
    return Moderator(club_of(request).store, (await keeper_of(request)).name)
