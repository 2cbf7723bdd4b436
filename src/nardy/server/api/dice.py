"""All dice of the club in sums, for the page `/dice` and for whoever counts himself."""

from typing import Any

from litestar import Request, get

from nardy.server.protocol.dice import DiceCounts


@get("/api/dice")
async def tell_dice(request: Request[Any, Any, Any]) -> DiceCounts:
    """Everything that was ever thrown here, in sums."""
    return await request.app.state.club.dice.counts()


HANDLERS = (tell_dice,)
