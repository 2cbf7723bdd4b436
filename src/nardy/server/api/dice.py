"""HTTP: counts of all dice thrown at the club, for the page `/dice` and for programs."""

from litestar import get

from nardy.server.protocol.dice import DiceCounts
from nardy.server.web.cookies import AnyRequest


@get("/api/dice")
async def tell_dice(request: AnyRequest) -> DiceCounts:
    """Counts of all dice ever thrown at this club."""
    return await request.app.state.club.dice.counts()


HANDLERS = (tell_dice,)
