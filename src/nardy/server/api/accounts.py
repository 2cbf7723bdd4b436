"""HTTP: accounts and sessions."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.server.api.requests import Me, club_of, guest_of, known, me_of, tournaments_of
from nardy.server.club.club import Club
from nardy.server.club.merge_guest import take_along
from nardy.server.errors import TooOftenError
from nardy.server.names import key_of
from nardy.server.protocol.shared import JsonObject, filled_from
from nardy.server.seats import guest_seat
from nardy.server.store.guests import Guest
from nardy.server.store.known_devices import RequestSource
from nardy.server.tournaments.service import leave_group_everywhere
from nardy.server.web.cookies import AnyRequest, browser_cookie, cookie_with
from nardy.server.web.guards import address_of, place_of

ShortText = Annotated[str, msgspec.Meta(max_length=200)]
ID_LETTERS = 16


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
    password: ShortText


class Login(Credentials, forbid_unknown_fields=True):
    """Credentials from a browser that may have a guest's games."""

    take: bool = False
    """Merge the guest of this browser into the account, with all games."""


class Recovery(msgspec.Struct, forbid_unknown_fields=True):
    """A recovery code in place of a forgotten password, and a new password."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
    code: Annotated[str, msgspec.Meta(max_length=40)]
    password: ShortText
    take: bool = False


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """The old and the new password."""

    old: ShortText
    new: ShortText


class PasswordProof(msgspec.Struct, forbid_unknown_fields=True):
    """The password once more, before a sensitive change; '' if the account has none."""

    password: ShortText = ""


class SessionId(msgspec.Struct, forbid_unknown_fields=True):
    """A session by its id; '' is the session of this request."""

    id: Annotated[str, msgspec.Meta(max_length=ID_LETTERS)] = ""


class Codes(msgspec.Struct):
    """Recovery codes, each for one login; they are shown only once."""

    codes: list[str]


class SessionFacts(msgspec.Struct):
    """A browser that is signed in."""

    id: str
    since: int
    """When it signed in, in milliseconds since 1970."""
    seen: int
    """When it was last seen, in milliseconds since 1970."""
    agent: str
    """Its user agent."""
    is_this: bool
    """Whether it has sent this request."""


@post("/api/account")
async def sign_up(request: AnyRequest, data: JSONBody[Credentials]) -> Response[Codes]:
    """Make an account with a name and a password from the guest of this browser, with all their games."""
    club = club_of(request)
    club.limits.take("sign-up", address=address_of(request))
    guest, _ = await known(request)
    token, codes = await club.accounts.sign_up(guest, data.name, data.password, agent_of(request))
    club.describer.evict(guest.id)
    return Response(Codes(codes), cookies=await signed_in(request, token))


@post("/api/account/password")
async def change_password(request: AnyRequest, data: JSONBody[Change]) -> Me:
    """Change the password, and sign out all other browsers."""
    guest = await member_of(request)
    await club_of(request).accounts.change_password(guest, data.old, data.new)
    return await me_of(request, guest)


@post("/api/account/codes")
async def renew_codes(request: AnyRequest, data: JSONBody[PasswordProof]) -> Codes:
    """Make new recovery codes; the old ones stop working."""
    guest = await member_of(request)
    return Codes(await club_of(request).accounts.renew_codes(guest, data.password))


@post("/api/account/recovery")
async def recover(request: AnyRequest, data: JSONBody[Recovery]) -> Response[Me]:
    """Sign in with a recovery code, and set a new password."""
    club_of(request).login_throttle.count_code(data.name, address_of(request))
    accounts = club_of(request).accounts
    login = await accounts.recover(data.name, data.code, data.password, agent_of(request))
    return await begun(request, *login, take=data.take)


@post("/api/account/end")
async def forget(request: AnyRequest, data: JSONBody[PasswordProof]) -> Response[Me]:
    """Delete everything about this account or guest except the games, which belong to opponents, too."""
    club, guest = club_of(request), await somebody(request)
    if guest.role:
        require_patience(request, guest)
    theirs = [group.id for group, _ in await club.groups.of(guest.seat)]
    programs = await club.api_clients.of(guest)
    await club.accounts.forget(guest, data.password)
    for one in (guest.id, *(program.id for program in programs)):
        evict_person(club, one)
    club.groups.evict()
    await tournaments_of(request).leave_tournaments(guest.seat)
    tournaments_of(request).on_leave("", guest.seat)
    for group in theirs:
        await leave_group_everywhere(club, tournaments_of(request), group, guest.seat)
    return Response(Me("", []), cookies=[cookie_with(request, "")])


def evict_person(club: Club, guest_id: str) -> None:
    """Drop the name, the texts and the offers of a deleted guest from memory."""
    club.chat.forget(guest_seat(guest_id))
    club.describer.evict(guest_id)
    club.rematches.withdraw_all(guest_seat(guest_id))


@get("/api/account/export")
async def export(request: AnyRequest) -> Response[JsonObject]:
    """All stored data about this account or guest, as a file."""
    club, guest = club_of(request), await somebody(request)
    club.limits.take("export", person=guest.id, address=address_of(request))
    data = await club.accounts.tell_all(guest)
    await leave_out_withheld(club, guest.seat, data)
    headers = {"content-disposition": 'attachment; filename="nardy-account.json"'}
    return Response(data, headers=headers)


async def leave_out_withheld(club: Club, who: str, data: JsonObject) -> None:
    """Take figures of games and mistakes out of an export that their owner may not see for now."""
    games = data["reviewed_games"]
    asked = [(game["game"], game["ended_at"]) for game in games]
    places = await club.fair_play.withheld_totals(who, asked)
    rooms = {games[place]["room"] for place in places}
    for name in ("reviewed_games", "review_parts"):
        data[name] = [row for row in data[name] if row["room"] not in rooms]
    data["own_mistakes"] = await _shown_mistakes(club, who, data["own_mistakes"])


async def _shown_mistakes(club: Club, who: str, mistakes: list[JsonObject]) -> list[JsonObject]:
    """The mistakes that the club would ask now: each has a position, and what its turns lose."""
    read = [(row, _situation(club, row["position"])) for row in mistakes]
    # Of a game that is gone nobody can tell whether its board is in a game in progress.
    known = [(row, situation) for row, situation in read if situation is not None]
    hidden = await club.fair_play.refused(who, [situation for _, situation in known])
    return [row for number, (row, _) in enumerate(known) if number not in hidden]


def _situation(club: Club, text: str) -> Situation | None:
    try:
        return position_text.loads(text, find=club.rule_versions.recall)
    except NardyError:
        return None


@get("/api/sessions")
async def list_sessions(request: AnyRequest) -> list[SessionFacts]:
    """The browsers of this account that are signed in, the last seen first."""
    guest = await somebody(request)
    return [
        filled_from(
            SessionFacts,
            session,
            id=session.token[:ID_LETTERS],
            is_this=session.token == guest.session,
        )
        for session in await club_of(request).accounts.sessions(guest)
    ]


@post("/api/sessions")
async def sign_in(request: AnyRequest, data: JSONBody[Login]) -> Response[Me]:
    """Sign in; the browser always gets a new token."""
    is_known = await club_of(request).known_devices.knows(key_of(data.name), place_of(request))
    club_of(request).login_throttle.count(data.name, address_of(request), is_known=is_known)
    accounts = club_of(request).accounts
    login = await accounts.sign_in(data.name, data.password, agent_of(request))
    return await begun(request, *login, take=data.take)


@post("/api/sessions/end")
async def end_session(request: AnyRequest, data: JSONBody[SessionId]) -> Response[Me]:
    """Sign out of this browser or another one."""
    accounts, guest = club_of(request).accounts, await somebody(request)
    tokens = [session.token for session in await accounts.sessions(guest)]
    named = [token for token in tokens if data.id and token.startswith(data.id)]
    if data.id and len(named) != 1:
        raise NardyError(f"expected the id of one of your sessions, got {data.id!r}")
    ended = named[0] if named else guest.session
    await accounts.end(guest, only=ended)
    if ended == guest.session:
        return Response(Me("", []), cookies=[cookie_with(request, "")])
    return Response(await me_of(request, guest))


async def begun(
    request: AnyRequest, token: str, guest: Guest, *, take: bool = False
) -> Response[Me]:
    """The answer to a login."""
    await end_earlier_session(request, guest, take=take)
    return Response(await me_of(request, guest), cookies=await signed_in(request, token))


async def signed_in(request: AnyRequest, token: str) -> list[Cookie]:
    """The cookies after a login; the browser is remembered as one of the account's."""
    browser = browser_cookie(request)
    guest = await club_of(request).guest(token)
    if guest is not None and browser.value:
        place = RequestSource(address_of(request), browser.value)
        await club_of(request).known_devices.note(guest, place)
    return [cookie_with(request, token), browser]


async def end_earlier_session(request: AnyRequest, guest: Guest, *, take: bool) -> None:
    """End the session from before the login; *take* merges its guest into the account."""
    before = await guest_of(request)
    if before is not None and take and not before.role:
        await _require_few(request, guest)
        await take_along(club_of(request), before, guest, tournaments_of(request).rename)
    elif before is not None:
        await club_of(request).accounts.end(before, only=before.session)


async def _require_few(request: AnyRequest, guest: Guest) -> None:
    """Refuse to merge another guest into an account that has many, and end its new session."""
    try:
        club_of(request).limits.take("take", person=guest.id)
    except TooOftenError:
        await club_of(request).accounts.end(guest, only=guest.session)
        raise


async def somebody(request: AnyRequest) -> Guest:
    """The guest of the request.

    Raises:
        NardyError: it has no valid cookie or token.
    """
    guest = await guest_of(request)
    if guest is None:
        raise NardyError("expected a browser in which you have played here; play a game first")
    return guest


async def member_of(request: AnyRequest) -> Guest:
    """The guest of the request, who must have an account; limits the rate of password checks.

    Raises:
        NardyError: they have no account.
    """
    guest = await with_account(request)
    require_patience(request, guest)
    return guest


async def with_account(request: AnyRequest) -> Guest:
    """The guest of the request, who must have an account.

    Raises:
        NardyError: they have none.
    """
    guest = await somebody(request)
    if not guest.role:
        raise NardyError("expected an account; sign up first")
    return guest


def require_patience(request: AnyRequest, guest: Guest) -> None:
    """Limit password guesses by session and address, also for somebody who is signed in."""
    club_of(request).limits.take("prove", person=guest.session, address=address_of(request))


def agent_of(request: AnyRequest) -> str:
    """The user agent of the browser."""
    return request.headers.get("user-agent", "")
