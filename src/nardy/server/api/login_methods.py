"""What a page asks for about ways to sign in, and the journeys to accounts kept elsewhere."""

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from nardy.errors import NardyError
from nardy.server.accounts.login_methods import AccountMethods, LoginMethods
from nardy.server.accounts.oidc.flow import CompletedLogin, OidcFlow
from nardy.server.accounts.oidc.pending import LoginRequest
from nardy.server.api.accounts import PasswordProof, Text, agent_of, member_of, received, signed_in
from nardy.server.api.requests import club_of, guest_of, known
from nardy.server.errors import RefusedError, code_of
from nardy.server.store.guests import Guest
from nardy.server.web.cookies import is_secure, login_cookie, pending_login_of
from nardy.server.web.guards import address_of

Asked = Request[Any, Any, Any]


class ProviderFacts(msgspec.Struct):
    """Another house that vouches for people."""

    id: str
    name: str
    since: int | None
    """When the account of who asks was linked to it; null: it is not."""


class PasskeyFacts(msgspec.Struct):
    """A passkey of who asks."""

    id: str
    name: str
    since: int
    seen: int


class LoginMethodFacts(msgspec.Struct):
    """How one may come in here, and which of the ways are one's own."""

    outside: list[ProviderFacts]
    passkeys: list[PasskeyFacts] = []
    has_password: bool = False
    is_fresh: bool = False
    """Signed in just now: nothing need be proven again before a way is added or, without a
    password, anything else is done that cannot be taken back."""


class ProviderLogin(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody goes to another house for."""

    take: bool = False
    """Give the guest's games to the account that is found: they are one person's."""
    link: bool = False
    """Add the way to the account that one has here; the password proves who one is."""
    password: Text = ""


class RedirectAddress(msgspec.Struct):
    """Where the browser goes next."""

    address: str


def login_methods_of(request: Asked) -> LoginMethods:
    """The ways into the club that answers."""
    return request.app.state.login_methods


def oidc_flow_of(request: Asked) -> OidcFlow:
    """Its desk for journeys elsewhere."""
    return request.app.state.outside


@get("/api/ways")
async def tell_login_methods(request: Asked) -> LoginMethodFacts:
    """How one may come in here, and which of the ways are one's own."""
    return await facts_for(request, await guest_of(request))


@post("/api/outside/{provider:str}")
async def send_out(
    request: Asked, provider: FromPath[str], data: JSONBody[ProviderLogin]
) -> Response[RedirectAddress]:
    """Where to sign in elsewhere; whoever does comes back to the page."""
    club_of(request).limits.take("outside", address=address_of(request))
    guest = await proven(request, data.password) if data.link else None
    login = LoginRequest(
        provider=provider,
        back=f"{_origin(request)}/api/outside/{oidc_flow_of(request).provider(provider).id}/back",
        kind="link" if guest else "enter",
        guest=guest.id if guest else "",
        take=data.take,
    )
    address, browser = await oidc_flow_of(request).send(login)
    return Response(RedirectAddress(address), cookies=[login_cookie(request, browser)])


@get("/api/outside/{provider:str}/back", status_code=303)
async def come_back(request: Asked, provider: FromPath[str]) -> Redirect:
    """To here another house sends people back; the page tells how it went."""
    answer: dict[str, str] = dict(request.query_params)
    cookies = [login_cookie(request, "")]
    try:
        club_of(request).limits.take("outside", address=address_of(request))
        arrival = await oidc_flow_of(request).receive(provider, pending_login_of(request), answer)
        said, token = await _arrived(request, arrival)
        cookies += await signed_in(request, token) if token else []
    except NardyError as refused:
        said = code_of(refused)
    return Redirect(f"/?outside={said}", status_code=303, cookies=cookies)


@post("/api/outside/{provider:str}/end")
async def unlink(
    request: Asked, provider: FromPath[str], data: JSONBody[PasswordProof]
) -> LoginMethodFacts:
    """Take a link away; the last way to sign in stays."""
    guest = await proven(request, data.password)
    await login_methods_of(request).unlink(guest, oidc_flow_of(request).provider(provider).issuer)
    return await facts_for(request, guest)


HANDLERS: tuple[Any, ...] = (tell_login_methods, send_out, come_back, unlink)


async def proven(request: Asked, password: str) -> Guest:
    """Who asks, with an account, having signed in just now or proven who he is."""
    guest, accounts = await member_of(request), club_of(request).accounts
    if not await accounts.is_fresh(guest):
        await accounts.prove(guest, password)
    return guest


async def facts_for(request: Asked, guest: Guest | None) -> LoginMethodFacts:
    """The ways as somebody sees them; nobody sees the houses alone."""
    own = await login_methods_of(request).known(guest) if guest else AccountMethods(False, {}, [])
    houses = oidc_flow_of(request).providers.values()
    return LoginMethodFacts(
        outside=[ProviderFacts(one.id, one.name, own.links.get(one.issuer)) for one in houses],
        passkeys=[PasskeyFacts(one.id, one.name, one.since, one.seen) for one in own.passkeys],
        has_password=own.has_password,
        is_fresh=guest is not None and await club_of(request).accounts.is_fresh(guest),
    )


async def _arrived(request: Asked, arrival: CompletedLogin) -> tuple[str, str]:
    """What the page says of it, and the token of who came in."""
    ways, guest = login_methods_of(request), await guest_of(request)
    if arrival.login.kind == "link":
        if guest is None or not guest.role or guest.id != arrival.login.guest:
            told = "expected the account that the way was for, and another one is signed in"
            raise RefusedError("outside-state", f"{told}; begin anew")
        await ways.link(guest, arrival.identity)
        return "linked", ""
    owner = await ways.owner(arrival.identity)
    if owner is not None:
        token, found = await club_of(request).accounts.begin(owner, agent_of(request))
        await received(request, found, take=arrival.login.take)
        return "in", token
    return "new", await _joined(request, arrival, guest)


async def _joined(request: Asked, arrival: CompletedLogin, guest: Guest | None) -> str:
    """Somebody new, or the guest who is here; who is signed in as another is so no longer."""
    club = club_of(request)
    club.limits.take("sign-up", address=address_of(request))
    if guest is not None and guest.role:
        await club.accounts.end(guest, only=guest.session)
        guest = (await club.welcome("?", agent_of(request)))[0]
    elif guest is None:
        guest, _ = await known(request)
    token = await login_methods_of(request).join(
        guest, arrival.identity, arrival.name, agent_of(request)
    )
    club.describer.call_anew(guest.id)
    return token


def _origin(request: Asked) -> str:
    """Where people reach us, as the provider knows us."""
    scheme, host = "https" if is_secure(request) else "http", request.headers.get("host", "")
    return request.app.state.settings.origin or f"{scheme}://{host}"
