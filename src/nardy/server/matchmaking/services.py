"""All services by which people find each other, together."""

from nardy.server.club.club import Club
from nardy.server.matchmaking.bulletins import ClubBulletins
from nardy.server.matchmaking.challenges import KIND, PlayerChallenges
from nardy.server.matchmaking.online import OnlinePeople
from nardy.server.matchmaking.people import People
from nardy.server.matchmaking.seekers import Seekers


class MatchmakingServices:
    """The services of one club."""

    def __init__(self, club: Club) -> None:
        self.seekers = Seekers(club)
        self.online = OnlinePeople()
        self.bulletins = ClubBulletins(club, self.seekers, self.online)
        self.people = People(club.store, self.online)
        self.challenges = PlayerChallenges(club, self.people)
        club.notices.checks[KIND] = self.challenges.is_waiting

    async def close(self) -> None:
        """End all searches."""
        await self.bulletins.close()
        await self.seekers.close()
