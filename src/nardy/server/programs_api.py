"""What a member asks for about programs of his own."""

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from nardy.server.account_api import somebody
from nardy.server.api import Name, club_of
from nardy.server.doors import address_of
from nardy.server.names import name_of

Asked = Request[Any, Any, Any]


class ProgramFacts(msgspec.Struct):
    """A program that may play here."""

    id: str
    name: str
    since: int
    seen: int | None
    """When its token was last used, to the minute; null: it has none."""


class Token(msgspec.Struct):
    """What lets a program in; it is told now and never again."""

    id: str
    name: str
    token: Annotated[str, msgspec.Meta(description="For `Authorization: Bearer TOKEN`.")]


@get("/api/programs")
async def list_programs(request: Asked) -> list[ProgramFacts]:
    """Programs of who asks, the oldest first."""
    found = await club_of(request).programs.of(await somebody(request))
    return [ProgramFacts(one.id, one.name, one.since, one.seen) for one in found]


@post("/api/programs")
async def make_program(request: Asked, data: JSONBody[Name]) -> Token:
    """A program that plays here under a name of its own, with a token."""
    club, owner = club_of(request), await somebody(request)
    club.limits.take("sign-up", person=owner.id, address=address_of(request))
    made, token = await club.programs.make(owner, data.name)
    return Token(made, name_of(data.name), token)


@post("/api/programs/{program:str}/token")
async def renew_token(request: Asked, program: FromPath[str]) -> Token:
    """Another token; the one before lets nobody in any more."""
    club, owner = club_of(request), await somebody(request)
    club.limits.take("sign-up", person=owner.id, address=address_of(request))
    token = await club.programs.renew(owner, program)
    names = {one.id: one.name for one in await club.programs.of(owner)}
    return Token(program, names.get(program, ""), token)


@post("/api/programs/{program:str}/end")
async def end_program(request: Asked, program: FromPath[str]) -> list[ProgramFacts]:
    """A program plays here no more; those that are left."""
    club, owner = club_of(request), await somebody(request)
    await club.programs.end(owner, program)
    club.faces.call_anew(program)
    found = await club.programs.of(owner)
    return [ProgramFacts(one.id, one.name, one.since, one.seen) for one in found]


HANDLERS: tuple[Any, ...] = (list_programs, make_program, renew_token, end_program)
