"""Facts about the checkers of one side, by which classes of positions are defined."""

from functools import lru_cache
from typing import NamedTuple

from nardy.core.choices import Contact
from nardy.core.position import BAR, HOME, OFF, Counts, Position
from nardy.core.rules import Rules

FAR_HOME = range(19, 25)
"""The last six points from home: the opponent's home where the players move in contrary directions."""


class SideFeatures(NamedTuple):
    """One side's checkers; places are in its own numbering."""

    pips: int
    off: int
    bar: int
    rear: int
    """The place of the rearmost checker."""
    back: int
    """Checkers on the last six points from home, without the bar."""
    out: int
    """Checkers that are neither home nor off."""
    made: tuple[int, ...]
    """Points made."""
    anchors: tuple[int, ...]
    """Those among the last six from home."""
    behind: tuple[int, ...]
    """The opponent's checkers behind so many points in a row or more, from none on, those on the bar included.

    The points are along the opponent's way, and the opponent cannot land on them.
    """
    spare: int
    """Checkers on the board that are not on the own ace or deuce point."""
    pinned: tuple[int, ...]
    """Places of own checkers that are pinned."""

    @property
    def prime(self) -> int:
        """The points of the longest such row."""
        return len(self.behind) - 1

    def holds_behind(self, length: int) -> bool:
        """Whether opposing checkers are behind so many points in a row or more."""
        return length <= self.prime and self.behind[length] > 0


def features(rules: Rules, position: Position) -> tuple[SideFeatures, SideFeatures]:
    """The features of the player on roll, and of the opponent."""
    return _side(rules, position), _side(rules, position.flipped())


def _side(rules: Rules, position: Position) -> SideFeatures:
    own = position.player
    # Where checkers block, one closes its point; elsewhere two do, or one on a pinned checker.
    enough = 1 if rules.contact is Contact.BLOCK else 2
    pinning = frozenset(map(rules.facing, position.opponent_pinned))
    closed = tuple(own[mine] >= enough or mine in pinning for mine in _in_opponents_order(rules))
    made = tuple(place for place in range(1, BAR) if own[place] >= enough)
    return SideFeatures(
        pips=position.pip_count(),
        off=own[OFF],
        bar=own[BAR],
        rear=max((place for place in range(1, BAR + 1) if own[place]), default=OFF),
        back=sum(own[FAR_HOME.start : FAR_HOME.stop]),
        out=sum(own[HOME.stop :]),
        made=made,
        anchors=tuple(place for place in made if place in FAR_HOME),
        behind=_behind(closed, position.opponent),
        spare=sum(own[3:]),
        pinned=tuple(sorted(position.player_pinned)),
    )


def _behind(closed: tuple[bool, ...], opponent: Counts) -> tuple[int, ...]:
    """The most opposing checkers behind a row of each length; the points are as the opponent numbers them."""
    found, row = [sum(opponent[1:])], 0
    for number, is_closed in enumerate(closed, 1):
        row = row + 1 if is_closed else 0
        # Of rows of a length the one nearest to the opponent's home has most checkers behind it.
        if row == len(found):
            found.append(sum(opponent[number + 1 :]))
    return tuple(found)


@lru_cache(maxsize=64)
def _in_opponents_order(rules: Rules) -> tuple[int, ...]:
    """The player's numbers of the opponent's points 1 to 24."""
    return tuple(map(rules.facing, range(1, 25)))
