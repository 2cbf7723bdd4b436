"""What becomes of somebody's boards in a club by invitation to which he belongs no more."""

from nardy.server.circles import TERM
from nardy.server.club import Club


async def part(club: Club, circle: str, who: str) -> None:
    """Nobody waits there for an opponent any more; a game that goes on is played to its end."""
    for room in club.all_loaded():
        if room.record.terms.get(TERM) == circle and room.player_of(who) and not room.is_full:
            await club.close_room(room)
