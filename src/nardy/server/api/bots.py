"""HTTP: the club's bots, to choose one from."""

from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter

from nardy.server.api.requests import club_of, guest_of
from nardy.server.api.rooms import MOST_POINTS, CreateRoom, order_of
from nardy.server.protocol.players import BotFacts
from nardy.server.web.cookies import AnyRequest


@get("/api/bots")
async def tell_bots(
    request: AnyRequest,
    game: Annotated[str, QueryParameter(max_length=200)],
    clock: Annotated[str, QueryParameter(max_length=20)] = "",
    length: Annotated[int, QueryParameter(ge=0, le=MOST_POINTS)] = 0,
) -> list[BotFacts]:
    """All bots, the weakest first, with their ratings in this game at this pace."""
    club, guest = club_of(request), await guest_of(request)
    settings = CreateRoom(game=game, clock=clock or None, length=length)
    return await club.bot_ratings.facts(
        order_of(settings, club.rule_versions), guest.seat if guest else None
    )


HANDLERS: tuple[Any, ...] = (tell_bots,)
