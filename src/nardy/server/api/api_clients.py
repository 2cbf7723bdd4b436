"""What a member asks for about programs of his own."""

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from nardy.server.accounts.token_scopes import SCOPES, Scope
from nardy.server.api.accounts import somebody
from nardy.server.api.requests import Name, club_of
from nardy.server.names import name_of
from nardy.server.store.api_clients import ApiClient
from nardy.server.web.guards import address_of

Asked = Request[Any, Any, Any]


class ApiClientFacts(msgspec.Struct):
    """A program that may play here."""

    id: str
    name: str
    since: int
    seen: int | None
    """When its token was last used, to the minute; null: it has none."""
    scopes: list[str] = []
    """What its token opens: `play` and `read`, or `read` alone."""


class Token(msgspec.Struct):
    """What lets a program in; it is told now and never again."""

    id: str
    name: str
    token: Annotated[str, msgspec.Meta(description="For `Authorization: Bearer TOKEN`.")]


class NewApiClient(Name, forbid_unknown_fields=True):
    """A program, and what its token opens."""

    scopes: list[Scope] = msgspec.field(default_factory=lambda: list(SCOPES))


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """What another token opens."""

    scopes: list[Scope] = msgspec.field(default_factory=lambda: list(SCOPES))


@get("/api/programs")
async def list_api_clients(request: Asked) -> list[ApiClientFacts]:
    """Programs of who asks, the oldest first."""
    found = await club_of(request).api_clients.of(await somebody(request))
    return [_facts(one) for one in found]


@post("/api/programs")
async def make_api_client(request: Asked, data: JSONBody[NewApiClient]) -> Token:
    """A program that plays here under a name of its own, with a token."""
    club, owner = club_of(request), await somebody(request)
    club.limits.take("sign-up", person=owner.id, address=address_of(request))
    made, token = await club.api_clients.make(owner, data.name, data.scopes)
    return Token(made, name_of(data.name), token)


@post("/api/programs/{program:str}/token")
async def renew_token(
    request: Asked, program: FromPath[str], data: JSONBody[NewToken | None] = None
) -> Token:
    """Another token; the one before lets nobody in any more."""
    club, owner = club_of(request), await somebody(request)
    club.limits.take("sign-up", person=owner.id, address=address_of(request))
    token = await club.api_clients.renew(owner, program, (data or NewToken()).scopes)
    names = {one.id: one.name for one in await club.api_clients.of(owner)}
    return Token(program, names.get(program, ""), token)


@post("/api/programs/{program:str}/end")
async def end_api_client(request: Asked, program: FromPath[str]) -> list[ApiClientFacts]:
    """A program plays here no more; those that are left."""
    club, owner = club_of(request), await somebody(request)
    await club.api_clients.end(owner, program)
    club.describer.call_anew(program)
    return [_facts(one) for one in await club.api_clients.of(owner)]


def _facts(one: ApiClient) -> ApiClientFacts:
    return ApiClientFacts(one.id, one.name, one.since, one.seen, list(one.scopes))


HANDLERS: tuple[Any, ...] = (list_api_clients, make_api_client, renew_token, end_api_client)
