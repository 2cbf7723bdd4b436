"""What a page asks for while its reader is elsewhere: the games in which somebody waits for him."""

from typing import Any

from litestar import Request, get

from nardy.server.api.requests import club_of, guest_of
from nardy.server.protocol.messages import Mine


@get("/api/mine")
async def tell_mine(request: Request[Any, Any, Any]) -> list[Mine]:
    """The games of who asks against people, those first in which it is his turn."""
    guest = await guest_of(request)
    return await club_of(request).lobby.mine(f"guest:{guest.id}") if guest else []


HANDLERS: tuple[Any, ...] = (tell_mine,)
