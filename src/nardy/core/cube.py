"""The doubling cube: its value, its owner, and offers."""

from dataclasses import dataclass
from enum import StrEnum

HIGHEST = 2**40
"""The highest cube of a game without a limit: what position text can hold is bounded."""


class Owner(StrEnum):
    """The owner of the cube or the bomb, seen by the player who must act."""

    NOBODY = "nobody"
    PLAYER = "player"
    OPPONENT = "opponent"

    def flipped(self) -> "Owner":
        """The same owner seen by the other player."""
        return _FLIPPED[self]

    @property
    def player_has_access(self) -> bool:
        """Whether the player may use it: centered, or owned by the player."""
        return self is not Owner.OPPONENT


# Outside the enumeration, where a dictionary would become a member.
_FLIPPED = {
    Owner.NOBODY: Owner.NOBODY,
    Owner.PLAYER: Owner.OPPONENT,
    Owner.OPPONENT: Owner.PLAYER,
}


@dataclass(frozen=True, slots=True)
class Cube:
    """Value and owner; a cube without an owner is centered. A take gives it an owner."""

    value: int = 1
    owner: Owner = Owner.NOBODY

    def flipped(self) -> "Cube":
        """The same cube seen by the other player."""
        return Cube(self.value, self.owner.flipped())


CENTERED = Cube()


def beavered(taken: float, *, raccoons: bool = False) -> float:
    """The doubler's equity after a beaver, in units of the stake before the double like `taken`.

    `taken` is the doubler's equity after a take. The doubler may pass the beaver for the doubled
    stake or play on for twice as much. With `raccoons` the doubler may also double once more, which
    can be passed too.

    >>> beavered(-0.25), beavered(-2.5), beavered(0.75), beavered(0.75, raccoons=True)
    (-0.5, -2.0, 1.5, 3.0)
    """
    # Passing the beaver loses the doubled stake, which is 2 in this unit.
    answered = max(2 * taken, -2.0)
    # The opponent may pass the raccoon and lose the stake after the beaver, which is 4 here.
    return max(answered, min(4 * taken, 4.0)) if raccoons else answered


class Offer(StrEnum):
    """An offer that the player who must act has to answer."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    HOME_MARS = "home_mars"

    @property
    def is_resignation(self) -> bool:
        """Whether the offer is to resign at this size."""
        return self not in (Offer.DOUBLE, Offer.BEAVER, Offer.RACCOON)
