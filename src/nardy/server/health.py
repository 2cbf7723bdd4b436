"""How the club is, for whoever watches over it."""

from typing import Any

import msgspec
from litestar import Request, get

from nardy import __version__
from nardy.server.doors import door_of
from nardy.server.store import log


class Health(msgspec.Struct):
    """It answers, and its database answers too."""

    version: str
    games: int
    """That go on, whether anybody looks or not."""
    rooms: int
    """In memory."""
    connections: int


@get("/health")
async def tell_health(request: Request[Any, Any, Any]) -> Health:
    """Whether the club and its database answer, and how much goes on."""
    club = request.app.state.club
    games = await club.store.run(log.count_unfinished)
    return Health(__version__, games, len(club.all_loaded()), door_of(request).count)
