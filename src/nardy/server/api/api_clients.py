"""HTTP: API clients (programs) of an account, and their tokens."""

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from nardy.server.accounts.api_clients import SCOPES, Scope
from nardy.server.api.accounts import evict_person, somebody
from nardy.server.api.requests import Name, club_of
from nardy.server.names import name_of
from nardy.server.protocol.shared import filled_from
from nardy.server.store.guests import Guest
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of


class ApiClientFacts(msgspec.Struct):
    """A program that may play here."""

    id: str
    name: str
    since: int
    seen: int | None
    """When its token was last used, to the minute; null if it has no token."""
    scopes: list[str] = []
    """The scopes of its token: `read`, and perhaps `play` and `errors`."""


class Token(msgspec.Struct):
    """The token of a program; it is shown only once."""

    id: str
    name: str
    token: Annotated[str, msgspec.Meta(description="For `Authorization: Bearer TOKEN`.")]


class NewApiClient(Name, forbid_unknown_fields=True):
    """The name of a program, and the scopes of its token."""

    scopes: list[Scope] = msgspec.field(default_factory=lambda: list(SCOPES))


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """The scopes of a new token."""

    scopes: list[Scope] = msgspec.field(default_factory=lambda: list(SCOPES))


@get("/api/programs")
async def list_api_clients(request: AnyRequest) -> list[ApiClientFacts]:
    """The programs of this account, the oldest first."""
    return await _clients_of(request, await somebody(request))


@post("/api/programs")
async def make_api_client(request: AnyRequest, data: JSONBody[NewApiClient]) -> Token:
    """Make a program that plays under a name of its own, with a token."""
    club, owner = club_of(request), await somebody(request)
    club.limits.take("sign-up", person=owner.id, address=address_of(request))
    made, token = await club.api_clients.make(owner, data.name, data.scopes)
    return Token(made, name_of(data.name), token)


@post("/api/programs/{program:str}/token")
async def renew_token(
    request: AnyRequest, program: FromPath[str], data: JSONBody[NewToken | None] = None
) -> Token:
    """Make a new token for a program; the old one stops working."""
    club, owner = club_of(request), await somebody(request)
    club.limits.take("sign-up", person=owner.id, address=address_of(request))
    token = await club.api_clients.renew(owner, program, (data or NewToken()).scopes)
    names = {client.id: client.name for client in await club.api_clients.of(owner)}
    return Token(program, names.get(program, ""), token)


@post("/api/programs/{program:str}/end")
async def end_api_client(request: AnyRequest, program: FromPath[str]) -> list[ApiClientFacts]:
    """Remove a program; returns those that are left."""
    club, owner = club_of(request), await somebody(request)
    await club.api_clients.end(owner, program)
    evict_person(club, program)
    return await _clients_of(request, owner)


async def _clients_of(request: AnyRequest, owner: Guest) -> list[ApiClientFacts]:
    found = await club_of(request).api_clients.of(owner)
    return [filled_from(ApiClientFacts, one, scopes=list(one.scopes)) for one in found]
