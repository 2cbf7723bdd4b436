"""What a page asks for about accounts and sessions."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from nardy.errors import NardyError
from nardy.server.api.requests import Me, club_of, guest_of, known, me_of
from nardy.server.club.merge_guest import take_along
from nardy.server.errors import TooOftenError
from nardy.server.names import key_of
from nardy.server.store.guests import Guest, Session
from nardy.server.store.known_devices import RequestSource
from nardy.server.tournaments.service import TournamentService, part
from nardy.server.web.cookies import browser_cookie, cookie_with
from nardy.server.web.guards import address_of, place_of

Asked = Request[Any, Any, Any]
Text = Annotated[str, msgspec.Meta(max_length=200)]
ID_LETTERS = 16


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """Who somebody says to be."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
    password: Text


class Login(Credentials, forbid_unknown_fields=True):
    """The same, by who may have played here as a guest."""

    take: bool = False
    """Give the guest's games to the account: they are one person's."""


class Recovery(msgspec.Struct, forbid_unknown_fields=True):
    """A code in the place of a password that was forgotten, and a new password."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
    code: Annotated[str, msgspec.Meta(max_length=40)]
    password: Text
    take: bool = False


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """Another password."""

    old: Text
    new: Text


class PasswordProof(msgspec.Struct, forbid_unknown_fields=True):
    """The password once more, before what cannot be taken back."""

    password: Text = ""


class SessionId(msgspec.Struct, forbid_unknown_fields=True):
    """A session by its id; '' is the one that asks."""

    id: Annotated[str, msgspec.Meta(max_length=ID_LETTERS)] = ""


class Codes(msgspec.Struct):
    """Codes that each let their owner in once; they are told now and never again."""

    codes: list[str]


class SessionFacts(msgspec.Struct):
    """A browser that knows who it is."""

    id: str
    since: int
    seen: int
    agent: str
    is_this: bool


@post("/api/account")
async def sign_up(request: Asked, data: JSONBody[Credentials]) -> Response[Codes]:
    """Keep the history of the guest who asks, under a name and a password."""
    club = club_of(request)
    club.limits.take("sign-up", address=address_of(request))
    guest, _ = await known(request)
    token, codes = await club.accounts.sign_up(guest, data.name, data.password, agent_of(request))
    club.describer.call_anew(guest.id)
    return Response(Codes(codes), cookies=await signed_in(request, token))


@post("/api/account/password")
async def change_password(request: Asked, data: JSONBody[Change]) -> Me:
    """Another password; all other browsers must sign in anew."""
    guest = await member_of(request)
    await club_of(request).accounts.change_password(guest, data.old, data.new)
    return await me_of(request, guest)


@post("/api/account/codes")
async def renew_codes(request: Asked, data: JSONBody[PasswordProof]) -> Codes:
    """New recovery codes; the old ones count no more."""
    guest = await member_of(request)
    return Codes(await club_of(request).accounts.renew_codes(guest, data.password))


@post("/api/account/recovery")
async def recover(request: Asked, data: JSONBody[Recovery]) -> Response[Me]:
    """Sign in by a recovery code, with a new password."""
    club_of(request).login_throttle.count_code(data.name, address_of(request))
    accounts = club_of(request).accounts
    told = await accounts.recover(data.name, data.code, data.password, agent_of(request))
    return await begun(request, *told, take=data.take)


@post("/api/account/end")
async def forget(request: Asked, data: JSONBody[PasswordProof]) -> Response[Me]:
    """Take out everything about who asks, but the games, which are the opponents' too."""
    club, guest = club_of(request), await somebody(request)
    if guest.role:
        require_patience(request, guest)
    circles = [one.id for one, _ in await club.groups.of(guest.seat)]
    await club.accounts.forget(guest, data.password)
    club.chat.forget(guest.seat)
    club.groups.forget()
    await _tournaments(request).leave_tournaments(guest.seat)
    for circle in circles:
        await part(club, _tournaments(request), circle, guest.seat)
    club.describer.call_anew(guest.id)
    return Response(Me("", []), cookies=[cookie_with(request, "")])


@get("/api/account/export")
async def export(request: Asked) -> Response[dict[str, Any]]:
    """Everything that the club keeps about who asks, as a file."""
    told = await club_of(request).accounts.tell_all(await somebody(request))
    headers = {"content-disposition": 'attachment; filename="nardy-account.json"'}
    return Response(told, headers=headers)


@get("/api/sessions")
async def list_sessions(request: Asked) -> list[SessionFacts]:
    """The browsers that know who they are, the last seen first."""
    guest = await somebody(request)
    return [_facts(one, guest) for one in await club_of(request).accounts.sessions(guest)]


@post("/api/sessions")
async def sign_in(request: Asked, data: JSONBody[Login]) -> Response[Me]:
    """Sign in; the browser gets a new token, whatever it had before."""
    is_known = await club_of(request).known_devices.knows(key_of(data.name), place_of(request))
    club_of(request).login_throttle.count(data.name, address_of(request), is_known=is_known)
    accounts = club_of(request).accounts
    told = await accounts.sign_in(data.name, data.password, agent_of(request))
    return await begun(request, *told, take=data.take)


@post("/api/sessions/end")
async def end_session(request: Asked, data: JSONBody[SessionId]) -> Response[Me]:
    """Sign out here, or in another browser."""
    accounts, guest = club_of(request).accounts, await somebody(request)
    tokens = [one.token for one in await accounts.sessions(guest)]
    named = [token for token in tokens if data.id and token.startswith(data.id)]
    if data.id and len(named) != 1:
        raise NardyError(f"expected the id of a session of yours, got {data.id!r}")
    ended = named[0] if named else guest.session
    await accounts.end(guest, only=ended)
    if ended == guest.session:
        return Response(Me("", []), cookies=[cookie_with(request, "")])
    return Response(await me_of(request, guest))


async def begun(request: Asked, token: str, guest: Guest, *, take: bool = False) -> Response[Me]:
    """The answer to who has just proven who he is."""
    await received(request, guest, take=take)
    return Response(await me_of(request, guest), cookies=await signed_in(request, token))


async def signed_in(request: Asked, token: str) -> list[Cookie]:
    """The cookies of who has just signed in; the browser is remembered as one of theirs."""
    browser = browser_cookie(request)
    guest = await club_of(request).guest(token)
    if guest is not None and browser.value:
        place = RequestSource(address_of(request), browser.value)
        await club_of(request).known_devices.note(guest, place)
    return [cookie_with(request, token), browser]


async def received(request: Asked, guest: Guest, *, take: bool) -> None:
    """The token that somebody came with is over; his games as a guest may go along."""
    before = await guest_of(request)
    if before is not None and take and not before.role:
        await _require_few(request, guest)
        await take_along(club_of(request), before, guest)
        await _tournaments(request).rename(before.seat, guest.seat)
    elif before is not None:
        await club_of(request).accounts.end(before, only=before.session)


async def _require_few(request: Asked, guest: Guest) -> None:
    """Refuse the next guest of an account that has taken many along, and its new token with it."""
    try:
        club_of(request).limits.take("take", person=guest.id)
    except TooOftenError:
        await club_of(request).accounts.end(guest, only=guest.session)
        raise


async def somebody(request: Asked) -> Guest:
    """Who asks, by the cookie.

    Raises:
        NardyError: nobody.
    """
    guest = await guest_of(request)
    if guest is None:
        raise NardyError("expected somebody who has played here, and this browser has not")
    return guest


async def member_of(request: Asked) -> Guest:
    """Who asks, with an account and not too often.

    Raises:
        NardyError: he has none.
    """
    guest = await somebody(request)
    if not guest.role:
        raise NardyError("expected somebody with an account; sign up first")
    require_patience(request, guest)
    return guest


def require_patience(request: Asked, guest: Guest) -> None:
    """Let nobody guess fast the password of who is signed in, neither here nor from one address."""
    club_of(request).limits.take("prove", person=guest.session, address=address_of(request))


def agent_of(request: Asked) -> str:
    """What the browser calls itself."""
    return request.headers.get("user-agent", "")


def _tournaments(request: Asked) -> TournamentService:
    return request.app.state.tournaments


def _facts(one: Session, guest: Guest) -> SessionFacts:
    is_this = one.token == guest.session
    return SessionFacts(one.token[:ID_LETTERS], one.since, one.seen, one.agent, is_this)
