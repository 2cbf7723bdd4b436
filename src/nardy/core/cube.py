"""The doubling cube: its value, who may turn it, and what is offered with it."""

from dataclasses import dataclass
from enum import StrEnum


class Owner(StrEnum):
    """Who may double next, or holds the bomb, seen by the player who must act."""

    NOBODY = "nobody"
    PLAYER = "player"
    OPPONENT = "opponent"

    def flipped(self) -> "Owner":
        """The same owner seen by the other player."""
        return _FLIPPED[self]

    @property
    def player_has_access(self) -> bool:
        """Whether the player may use what nobody or he himself owns."""
        return self is not Owner.OPPONENT


_FLIPPED = {
    Owner.NOBODY: Owner.NOBODY,
    Owner.PLAYER: Owner.OPPONENT,
    Owner.OPPONENT: Owner.PLAYER,
}


@dataclass(frozen=True, slots=True)
class Cube:
    """Value and owner; centred, it is nobody's. The cube is taken when somebody owns it."""

    value: int = 1
    owner: Owner = Owner.NOBODY

    def flipped(self) -> "Cube":
        """The same cube seen by the other player."""
        return Cube(self.value, self.owner.flipped())


CENTERED = Cube()


def beavered(taken: float, *, raccoons: bool = False) -> float:
    """What a beaver leaves the doubler, in units of the stake before his double like `taken`.

    `taken` is what a take leaves him. He may pass the beaver for the doubled stake, play on for
    twice as much, or, where `raccoons` are allowed, double once more, which can be passed too.

    >>> beavered(-0.25), beavered(-2.5), beavered(0.75), beavered(0.75, raccoons=True)
    (-0.5, -2.0, 1.5, 3.0)
    """
    answered = max(2 * taken, -2.0)
    return max(answered, min(4 * taken, 4.0)) if raccoons else answered


class Offer(StrEnum):
    """What waits for the answer of the player who must act."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    HOME_MARS = "home_mars"

    @property
    def is_resignation(self) -> bool:
        """Whether the offerer gives up the game at this size."""
        return self not in (Offer.DOUBLE, Offer.BEAVER, Offer.RACCOON)
