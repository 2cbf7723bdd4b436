"""HTTP: login methods, and sign-in through OpenID Connect providers."""

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from nardy.errors import NardyError
from nardy.server.accounts.login_methods import AccountMethods
from nardy.server.accounts.oidc.flow import CompletedLogin
from nardy.server.accounts.oidc.pending import LoginRequest
from nardy.server.api.accounts import (
    PasswordProof,
    ShortText,
    agent_of,
    end_earlier_session,
    member_of,
    signed_in,
)
from nardy.server.api.requests import club_of, guest_of, known
from nardy.server.errors import RefusedError, code_of
from nardy.server.protocol.shared import filled_from
from nardy.server.store.guests import Guest
from nardy.server.web.cookies import LOGIN, AnyRequest, cookie_of, cookie_with, is_secure
from nardy.server.web.guards import address_of


class ProviderFacts(msgspec.Struct):
    """A provider through which people can sign in."""

    id: str
    name: str
    since: int | None
    """When this account was linked to it; null if it is not."""


class PasskeyFacts(msgspec.Struct):
    """A passkey of this account."""

    id: str
    name: str
    since: int
    seen: int


class LoginMethodFacts(msgspec.Struct):
    """All login methods of the club, and which of them this account has."""

    outside: list[ProviderFacts]
    passkeys: list[PasskeyFacts] = []
    has_password: bool = False
    is_fresh: bool = False
    """Signed in recently: adding a login method needs no password, and an account without a password may
    make other sensitive changes."""


class ProviderLogin(msgspec.Struct, forbid_unknown_fields=True):
    """The purpose of a login through a provider."""

    take: bool = False
    """Merge the guest of this browser into the account, with all games."""
    link: bool = False
    """Add the provider to the account that is signed in; needs the password."""
    password: ShortText = ""


class RedirectAddress(msgspec.Struct):
    """The address to which the browser must go."""

    address: str


@get("/api/login-methods")
async def tell_login_methods(request: AnyRequest) -> LoginMethodFacts:
    """All login methods of the club, and which of them this account has."""
    return await facts_for(request, await guest_of(request))


@post("/api/outside/{provider:str}")
async def send_out(
    request: AnyRequest, provider: FromPath[str], data: JSONBody[ProviderLogin]
) -> Response[RedirectAddress]:
    """Start a login through a provider, which sends the browser back to `/api/outside/{provider}/back`."""
    club_of(request).limits.take("outside", address=address_of(request))
    guest = await proven(request, data.password) if data.link else None
    login = LoginRequest(
        provider=provider,
        back=f"{_origin(request)}/api/outside/{club_of(request).oidc.provider(provider).id}/back",
        guest=guest.id if guest else "",
        take=data.take,
    )
    address, browser = await club_of(request).oidc.send(login)
    return Response(RedirectAddress(address), cookies=[cookie_with(request, browser, LOGIN)])


@get("/api/outside/{provider:str}/back", status_code=303)
async def come_back(request: AnyRequest, provider: FromPath[str]) -> Redirect:
    """Complete a login when the provider sends the browser back, and redirect to the page with its outcome."""
    answer: dict[str, str] = dict(request.query_params)
    cookies = [cookie_with(request, "", LOGIN)]
    try:
        club_of(request).limits.take("outside", address=address_of(request))
        browser = cookie_of(request, LOGIN)
        arrival = await club_of(request).oidc.receive(provider, browser, answer)
        outcome, token = await _completed(request, arrival)
        cookies += await signed_in(request, token) if token else []
    except NardyError as refused:
        outcome = code_of(refused)
    return Redirect(f"/?outside={outcome}", status_code=303, cookies=cookies)


@post("/api/outside/{provider:str}/end")
async def unlink(
    request: AnyRequest, provider: FromPath[str], data: JSONBody[PasswordProof]
) -> LoginMethodFacts:
    """Unlink a provider, unless it is the last login method."""
    guest = await proven(request, data.password)
    await club_of(request).login_methods.unlink(
        guest, club_of(request).oidc.provider(provider).issuer
    )
    return await facts_for(request, guest)


async def proven(request: AnyRequest, password: str) -> Guest:
    """The guest of the request, with an account and a recent login or the right password."""
    guest, accounts = await member_of(request), club_of(request).accounts
    if not await accounts.is_fresh(guest):
        await accounts.prove(guest, password)
    return guest


async def facts_for(request: AnyRequest, guest: Guest | None) -> LoginMethodFacts:
    """The login methods of a guest; without one only the club's providers."""
    own = (
        await club_of(request).login_methods.known(guest)
        if guest
        else AccountMethods(False, {}, [])
    )
    providers = club_of(request).oidc.providers.values()
    return LoginMethodFacts(
        outside=[ProviderFacts(p.id, p.name, own.links.get(p.issuer)) for p in providers],
        passkeys=[filled_from(PasskeyFacts, key) for key in own.passkeys],
        has_password=own.has_password,
        is_fresh=guest is not None and await club_of(request).accounts.is_fresh(guest),
    )


async def _completed(request: AnyRequest, arrival: CompletedLogin) -> tuple[str, str]:
    """The outcome for the page (`linked`, `in` or `new`), and the token of a new session or ''."""
    methods, guest = club_of(request).login_methods, await guest_of(request)
    if arrival.login.guest:
        if guest is None or not guest.role or guest.id != arrival.login.guest:
            reason = "expected the account that started this, and another one is signed in"
            raise RefusedError("outside-state", f"{reason}; start again")
        await methods.link(guest, arrival.identity)
        return "linked", ""
    owner = await methods.owner(arrival.identity)
    if owner is not None:
        token, found = await club_of(request).accounts.begin(owner, agent_of(request))
        await end_earlier_session(request, found, take=arrival.login.take)
        return "in", token
    return "new", await _joined(request, arrival, guest)


async def _joined(request: AnyRequest, arrival: CompletedLogin, guest: Guest | None) -> str:
    """Make an account from the guest of this browser or a new one; another account is signed out."""
    club = club_of(request)
    club.limits.take("sign-up", address=address_of(request))
    if guest is not None and guest.role:
        await club.accounts.end(guest, only=guest.session)
        guest = (await club.welcome("?", agent_of(request)))[0]
    elif guest is None:
        guest, _ = await known(request)
    token = await club_of(request).login_methods.join(
        guest, arrival.identity, arrival.name, agent_of(request)
    )
    club.describer.evict(guest.id)
    return token


def _origin(request: AnyRequest) -> str:
    """The public origin of the club, which the provider knows."""
    scheme, host = "https" if is_secure(request) else "http", request.headers.get("host", "")
    return request.app.state.settings.origin or f"{scheme}://{host}"
