"""What a page asks for about pictures of people."""

from dataclasses import replace
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, post
from litestar.params import JSONBody

from nardy.server.api.avatar_names import avatar_of
from nardy.server.api.rooms import Me, club_of, known, me_of
from nardy.server.web.guards import address_of


class Picture(msgspec.Struct, forbid_unknown_fields=True):
    """A picture by its name, `sun-night`; '' is the one that goes with the name."""

    avatar: Annotated[str, msgspec.Meta(max_length=40)]


@post("/api/me/avatar")
async def choose_avatar(request: Request[Any, Any, Any], data: JSONBody[Picture]) -> Response[Me]:
    """Another picture for who asks, with an account or without."""
    avatar, (guest, cookies) = avatar_of(data.avatar), await known(request)
    club = club_of(request)
    club.limits.take("picture", person=guest.id, address=address_of(request))
    await club.picture(guest, avatar)
    return Response(await me_of(request, replace(guest, avatar=avatar)), cookies=cookies)
