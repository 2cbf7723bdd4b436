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


class Offer(StrEnum):
    """What waits for the answer of the player who must act."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def is_resignation(self) -> bool:
        """Whether the offerer gives up the game at this size."""
        return self in (Offer.SINGLE, Offer.GAMMON, Offer.BACKGAMMON)
