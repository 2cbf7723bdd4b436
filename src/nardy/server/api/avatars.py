"""HTTP for avatars: drawn pictures of people, an ornament and its tone, chosen from lists."""

from dataclasses import replace
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, post
from litestar.params import JSONBody

from nardy.server.api.requests import Me, club_of, known, me_of
from nardy.server.errors import RefusedError
from nardy.server.web.guards import address_of

ORNAMENTS = ("rosette", "pomegranate", "knot", "sun", "lances", "grapes", "star", "horns")
TONES = ("walnut", "brass", "turquoise", "garnet", "ivory", "night")


def avatar_of(text: str) -> str:
    """A picture as it is kept: `sun-night`, or nothing for the one that goes with the name.

    Raises:
        RefusedError: there is none of this name.
    """
    ornament, _, tone = text.partition("-")
    if text and (ornament not in ORNAMENTS or tone not in TONES):
        told = (
            f"expected an ornament and a tone ({ORNAMENTS[0]}-{TONES[0]}), or '', got {text!r:.40}"
        )
        raise RefusedError("avatar", told)
    return text


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
