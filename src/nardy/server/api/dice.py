"""HTTP: counts of all dice thrown at the club, for the page `/dice` and for programs."""

from typing import Any

from litestar import Request, get

from nardy.server.protocol.dice import DiceCounts


@get("/api/dice")
async def tell_dice(request: Request[Any, Any, Any]) -> DiceCounts:
    """Counts of all dice ever thrown at this club."""
    return await request.app.state.club.dice.counts()


HANDLERS = (tell_dice,)
