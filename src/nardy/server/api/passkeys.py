"""HTTP: add, rename and remove passkeys, and sign in with one."""

from typing import Annotated

import msgspec
from litestar import Response, post
from litestar.params import JSONBody

from nardy.server.accounts.passkeys import Site
from nardy.server.api.accounts import PasswordProof, agent_of, begun, somebody
from nardy.server.api.login_methods import LoginMethodFacts, facts_for, proven
from nardy.server.api.requests import Me, club_of
from nardy.server.protocol.shared import JsonObject
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of, host_name_in, origins_of

KeyId = Annotated[str, msgspec.Meta(min_length=1, max_length=1400)]
KeyName = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class PasskeyMade(msgspec.Struct, forbid_unknown_fields=True):
    """A new passkey from the browser."""

    name: KeyName
    credential: JsonObject
    """The result of `PublicKeyCredential.toJSON()`."""


class PasskeySignature(msgspec.Struct, forbid_unknown_fields=True):
    """The signature of a passkey."""

    credential: JsonObject
    take: bool = False
    """Merge the guest of this browser into the account, with all games."""


class PasskeyName(msgspec.Struct, forbid_unknown_fields=True):
    """A new name for a passkey."""

    id: KeyId
    name: KeyName


class PasskeyRemoval(PasswordProof, forbid_unknown_fields=True):
    """A passkey to remove, with the password."""

    id: KeyId = ""


@post("/api/passkeys/offer")
async def offer(request: AnyRequest, data: JSONBody[PasswordProof]) -> JsonObject:
    """The options for the browser to create a passkey; needs a recent login or the password."""
    guest = await proven(request, data.password)
    return await club_of(request).passkeys.offer(guest, _site(request))


@post("/api/passkeys")
async def add(request: AnyRequest, data: JSONBody[PasskeyMade]) -> LoginMethodFacts:
    """Add a passkey to this account."""
    guest = await somebody(request)
    await club_of(request).passkeys.add(guest, _site(request), data.name, data.credential)
    return await facts_for(request, guest)


@post("/api/passkeys/name")
async def rename(request: AnyRequest, data: JSONBody[PasskeyName]) -> LoginMethodFacts:
    """Rename a passkey."""
    guest = await somebody(request)
    await club_of(request).login_methods.rename_passkey(guest, data.id, data.name)
    return await facts_for(request, guest)


@post("/api/passkeys/end")
async def remove(request: AnyRequest, data: JSONBody[PasskeyRemoval]) -> LoginMethodFacts:
    """Remove a passkey, unless it is the last login method."""
    guest = await proven(request, data.password)
    await club_of(request).login_methods.remove_passkey(guest, data.id)
    return await facts_for(request, guest)


@post("/api/sessions/passkey/offer")
async def ask(request: AnyRequest) -> JsonObject:
    """The options for the browser to sign in with a passkey."""
    club_of(request).limits.take("outside", address=address_of(request))
    return club_of(request).passkeys.ask(_site(request))


@post("/api/sessions/passkey")
async def enter(request: AnyRequest, data: JSONBody[PasskeySignature]) -> Response[Me]:
    """Sign in with a passkey; the browser always gets a new token."""
    club = club_of(request)
    club.limits.take("sign-in", address=address_of(request))
    owner = await club_of(request).passkeys.owner(_site(request), data.credential)
    token, guest = await club.accounts.begin(owner, agent_of(request))
    return await begun(request, token, guest, take=data.take)


def _site(request: AnyRequest) -> Site:
    address = request.app.state.settings.origin or f"//{request.headers.get('host', '')}"
    return Site(host_name_in(address), frozenset(origins_of(request)))
