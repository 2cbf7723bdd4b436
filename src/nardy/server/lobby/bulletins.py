"""What a process tells the others about its pages: who waits, what is played, who is online."""

import msgspec

from nardy.server.protocol.messages import PoolFacts, RunningGame, Seek


class OfferedSeat(msgspec.Struct):
    """Somebody who waits for an opponent."""

    maker: str
    """The text of their seat."""
    group: str | None
    seek: Seek


class BulletinGame(msgspec.Struct):
    """A game in progress that is listed."""

    group: str | None
    game: RunningGame


class Bulletin(msgspec.Struct):
    """All that one process tells."""

    seats: list[OfferedSeat] = []
    games: list[BulletinGame] = []
    pools: list[PoolFacts] = []
    """Searches, of the process that pairs them."""
    online: list[str] = []
    """Ids of guests, those who came last first."""
    seated: list[tuple[str, str]] = []
    """Room and seat of whoever has a board open to which notices call them."""


def read(text: str) -> Bulletin:
    """A bulletin; an empty one if another version of nardy has written it."""
    try:
        return msgspec.json.decode(text or "{}", type=Bulletin)
    except msgspec.DecodeError:
        return Bulletin()
