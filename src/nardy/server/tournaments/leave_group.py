"""What becomes of somebody's boards and tournaments in a club by invitation that he has left."""

from nardy.server.club.club import Club
from nardy.server.groups.groups import TERM
from nardy.server.tournaments.service import Director


async def part(club: Club, director: Director, circle: str, who: str) -> None:
    """He waits there for nobody, and is paired no more; a game that goes on is played to its end.

    With its last member the club has ended, and so do its tournaments.
    """
    await director.part_with(who, circle)
    if not await club.circles.count(circle):
        await director.end_all(circle)
    for room in club.all_loaded():
        if room.record.terms.get(TERM) == circle and room.player_of(who) and not room.is_full:
            await club.close_room(room)
