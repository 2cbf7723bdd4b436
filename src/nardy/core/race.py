"""Whether the two players have passed each other for good."""

from nardy.core.position import BAR, Counts, Position
from nardy.core.rules import Rules


def have_passed(rules: Rules, position: Position) -> bool:
    """Whether no point is left that both have still to go over: neither can hit, pin or block.

    Where there is a bomb, nobody has ever passed.

    >>> from nardy import BACKGAMMON
    >>> have_passed(BACKGAMMON, BACKGAMMON.start)
    False
    """
    if rules.bomb or position.player_pinned or position.opponent_pinned:
        return False
    mine = range(1, _rearmost(position.player) + 1)
    theirs = {rules.facing(point) for point in range(1, _rearmost(position.opponent) + 1)}
    return theirs.isdisjoint(mine)


def _rearmost(counts: Counts) -> int:
    """The point of the last checker; 24 too for one on the bar, which has all before it."""
    return min(BAR - 1, max((point for point, count in enumerate(counts) if count), default=0))
