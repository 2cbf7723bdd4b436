"""What a page asks for about passkeys."""

from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response, post
from litestar.params import JSONBody

from nardy.server.accounts.passkeys import Passkeys, Site
from nardy.server.api.accounts import PasswordProof, agent_of, begun, somebody
from nardy.server.api.login_methods import LoginMethodFacts, facts_for, login_methods_of, proven
from nardy.server.api.requests import Me, club_of
from nardy.server.web.guards import address_of, origins_of

Asked = Request[Any, Any, Any]
KeyId = Annotated[str, msgspec.Meta(min_length=1, max_length=1400)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class PasskeyMade(msgspec.Struct, forbid_unknown_fields=True):
    """A key that the browser has made."""

    name: Name
    credential: dict[str, Any]
    """As `PublicKeyCredential.toJSON()` tells it."""


class PasskeySignature(msgspec.Struct, forbid_unknown_fields=True):
    """A key has signed."""

    credential: dict[str, Any]
    take: bool = False
    """Give the guest's games to the account: they are one person's."""


class PasskeyName(msgspec.Struct, forbid_unknown_fields=True):
    """Another name for a key of one's own."""

    id: KeyId
    name: Name


class PasskeyRemoval(PasswordProof, forbid_unknown_fields=True):
    """A key of one's own that opens nothing any more."""

    id: KeyId = ""


def passkeys_of(request: Asked) -> Passkeys:
    """The passkeys of the club that answers."""
    return request.app.state.passkeys


@post("/api/passkeys/offer")
async def offer(request: Asked, data: JSONBody[PasswordProof]) -> dict[str, Any]:
    """What the browser needs to make a key, for who has just proven who he is."""
    guest = await proven(request, data.password)
    return await passkeys_of(request).offer(guest, _site(request))


@post("/api/passkeys")
async def add(request: Asked, data: JSONBody[PasskeyMade]) -> LoginMethodFacts:
    """One more way into one's account."""
    guest = await somebody(request)
    await passkeys_of(request).add(guest, _site(request), data.name, data.credential)
    return await facts_for(request, guest)


@post("/api/passkeys/name")
async def rename(request: Asked, data: JSONBody[PasskeyName]) -> LoginMethodFacts:
    """Another name for a key."""
    guest = await somebody(request)
    await login_methods_of(request).rename_passkey(guest, data.id, data.name)
    return await facts_for(request, guest)


@post("/api/passkeys/end")
async def remove(request: Asked, data: JSONBody[PasskeyRemoval]) -> LoginMethodFacts:
    """Take a key away; the last way to sign in stays."""
    guest = await proven(request, data.password)
    await login_methods_of(request).remove_passkey(guest, data.id)
    return await facts_for(request, guest)


@post("/api/sessions/passkey/offer")
async def ask(request: Asked) -> dict[str, Any]:
    """What the browser needs to let somebody choose a key."""
    club_of(request).limits.take("outside", address=address_of(request))
    return passkeys_of(request).ask(_site(request))


@post("/api/sessions/passkey")
async def enter(request: Asked, data: JSONBody[PasskeySignature]) -> Response[Me]:
    """Sign in by a key; the browser gets a new token, whatever it had before."""
    club = club_of(request)
    club.limits.take("sign-in", address=address_of(request))
    owner = await passkeys_of(request).owner(_site(request), data.credential)
    token, guest = await club.accounts.begin(owner, agent_of(request))
    return await begun(request, token, guest, take=data.take)


HANDLERS: tuple[Any, ...] = (offer, add, rename, remove, ask, enter)


def _site(request: Asked) -> Site:
    address = request.app.state.settings.origin or f"//{request.headers.get('host', '')}"
    try:
        name = urlsplit(address).hostname or ""
    except ValueError:
        name = ""
    return Site(name, frozenset(origins_of(request)))
