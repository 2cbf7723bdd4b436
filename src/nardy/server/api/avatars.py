"""HTTP: avatars, which are drawn pictures of an ornament in a tone."""

from dataclasses import replace
from typing import Annotated

import msgspec
from litestar import Response, post
from litestar.params import JSONBody

from nardy.server.api.requests import Me, club_of, known, me_of
from nardy.server.errors import RefusedError
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

ORNAMENTS = ("rosette", "pomegranate", "knot", "sun", "lances", "grapes", "star", "horns")
TONES = ("walnut", "brass", "turquoise", "garnet", "ivory", "night")


def avatar_of(text: str) -> str:
    """A valid avatar such as `sun-night`; '' is the one derived from the name.

    Raises:
        RefusedError: there is no such avatar.
    """
    ornament, _, tone = text.partition("-")
    if text and (ornament not in ORNAMENTS or tone not in TONES):
        example = f"{ORNAMENTS[0]}-{TONES[0]}"
        reason = f"expected an ornament and a tone, such as {example}, or '', got {text!r:.40}"
        raise RefusedError("avatar", reason)
    return text


class Picture(msgspec.Struct, forbid_unknown_fields=True):
    """An avatar such as `sun-night`; '' is the one derived from the name."""

    avatar: Annotated[str, msgspec.Meta(max_length=40)]


@post("/api/me/avatar")
async def choose_avatar(request: AnyRequest, data: JSONBody[Picture]) -> Response[Me]:
    """Choose an avatar, with an account or as a guest."""
    avatar, (guest, cookies) = avatar_of(data.avatar), await known(request)
    club = club_of(request)
    club.limits.take("picture", person=guest.id, address=address_of(request))
    await club.picture(guest, avatar)
    return Response(await me_of(request, replace(guest, avatar=avatar)), cookies=cookies)
