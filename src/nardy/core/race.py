"""Whether contact between the players is over."""

from nardy.core.position import BAR, Counts, Position
from nardy.core.rules import Rules


def have_passed(rules: Rules, position: Position) -> bool:
    """Whether no point is left that both still have to pass, so that neither can hit, pin or block.

    With a bomb there is always contact.

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
    """The point of the rearmost checker; 24 for one on the bar, which still has to pass every point."""
    return min(BAR - 1, max((point for point, count in enumerate(counts) if count), default=0))
