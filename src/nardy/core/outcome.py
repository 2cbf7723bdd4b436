"""The end of a game: the winner, and the points before the cube.

Source: S0 4.1-4.3, S3 (long nardy); S1, S4 (backgammon); S4, BK (plakoto's mother).
"""

from nardy.core.choices import BombHits, Contact, LastThrow
from nardy.core.dice import ROLLS, DiceList
from nardy.core.legal import begin, longest_play, may_end, steps
from nardy.core.player import Player
from nardy.core.position import BAR, OFF, Counts, Position
from nardy.core.rules import Rules
from nardy.core.situation import Ending, Result, Situation
from nardy.core.steps import after

SIZES = ("single", "gammon", "backgammon")
HOME_MARS = "home_mars"
"""A loss with all checkers home and none off, where it scores differently (S3)."""


def sizes(rules: Rules) -> tuple[str, ...]:
    """The sizes of loss of the game, smallest first."""
    # Koks is a third size that the stakes of long nardy do not list.
    stakes = len(rules.stakes)
    plain = (*SIZES[: min(2, stakes)], "backgammon") if rules.koks else SIZES[:stakes]
    return (*plain, HOME_MARS) if rules.home_mars else plain


def size_points(rules: Rules, size: str) -> int:
    """The points of a loss of this size, before the cube."""
    if size == HOME_MARS:
        return rules.home_mars
    if size == "backgammon" and len(rules.stakes) < 3:
        # Koks, which `sizes` adds to stakes that end with the gammon.
        return rules.koks
    return rules.stakes[SIZES.index(size)]


def loss(rules: Rules, loser: Counts) -> tuple[str, int]:
    """The size of a loss and its points before the cube, from the loser's checkers.

    >>> from nardy.games import BACKGAMMON
    >>> loss(BACKGAMMON, Position.of({20: 1, 3: 14}).player)
    ('backgammon', 3)
    """
    if loser[OFF]:
        return "single", rules.stakes[0]
    far_back = loser[BAR] or any(loser[19:BAR])
    if far_back and "backgammon" in sizes(rules):
        return "backgammon", size_points(rules, "backgammon")
    if rules.home_mars and not any(loser[7:]):
        return HOME_MARS, rules.home_mars
    # Some games have no gammon; the single is then the only size.
    size = sizes(rules)[min(1, len(rules.stakes) - 1)]
    return size, size_points(rules, size)


def possible_sizes(rules: Rules, loser: Counts) -> tuple[str, ...]:
    """The sizes of loss that a player with these checkers can still suffer, smallest first.

    With a checker off only a single can be lost. Where nothing is hit, no checker returns to own
    19-24.

    >>> from nardy.games import BACKGAMMON
    >>> possible_sizes(BACKGAMMON, Position.of({6: 14, 0: 1}).player)
    ('single',)
    """
    known = sizes(rules)
    if loser[OFF]:
        return known[:1]
    if rules.contact is not Contact.HIT and not any(loser[19:]):
        return tuple(size for size in known if size != "backgammon")
    return known


def points_lost(situation: Situation, size: str) -> float:
    """The cost of a loss of this size at this moment, including the cube and the Jacoby rule."""
    points = size_points(situation.rules, size)
    if situation.is_jacoby:
        points = min(points, situation.rules.stakes[0])
    return points * situation.cube.value


def ended_as(over: Situation, resigned: str | None = None) -> str:
    """How a game ended: a size of loss, 'draw', 'mothers' (both pinned) or 'void'; '' before.

    *resigned* is the resigned size, if the game ended so. A result that scores no more than a single
    is a single, whatever the position.
    """
    rules, result = over.rules, over.result
    if result is None:
        return ""
    if result.winner is None:
        both = mother_is_pinned(over.position) and mother_is_pinned(over.position.flipped())
        return "draw" if result.ending is Ending.DRAW else "mothers" if both else "void"
    # The Jacoby rule lowers larger wins to singles (docs/decisions/results.md).
    if result.points <= rules.stakes[0]:
        return "single"
    if resigned:
        return resigned
    loser = over.position if over.to_act is not result.winner else over.position.flipped()
    size, worth = loss(rules, loser.player)
    return size if result.points == worth else "gammon"


def won(situation: Situation, winner: Player, points: float) -> Result:
    """A win; with the Jacoby rule it counts as a single unless a double was taken."""
    if situation.is_jacoby:
        points = min(points, situation.rules.stakes[0])
    return Result(Ending.WON, points, winner)


def is_won_by_hit(before: Situation, final: Position) -> bool:
    """Whether the turn hit, where the first hit wins (S4: sudden death)."""
    return before.rules.first_hit_wins and final.opponent[BAR] > before.position.opponent[BAR]


def is_last_throw_owed(before: Situation, final: Position) -> bool:
    """Whether the player who moved second in the game has one more turn (S0 4.3, S3)."""
    rules, mover = before.rules, before.to_act
    finished = final.player[OFF] == rules.checkers
    return finished and rules.last_throw is not LastThrow.OFF and before.first is mover


def result_after_turn(before: Situation, final: Position) -> Result | None:
    """The result of a turn, if it ends the game; *final* is seen by the mover."""
    rules, mover = before.rules, before.to_act
    if is_won_by_hit(before, final):
        return won(before, mover, rules.stakes[0])
    finished = final.player[OFF] == rules.checkers
    if before.last and finished:
        return _drawn(rules)
    if before.last:
        # Leftovers are played before the one full turn of the last throw.
        return None if before.left else won(before, mover.opponent, loss(rules, final.player)[1])
    if finished:
        owed = is_last_throw_owed(before, final)
        return None if owed else won(before, mover, loss(rules, final.opponent)[1])
    return _by_mothers(before, final) if rules.mother else None


def result_borne_off(situation: Situation) -> Result:
    """The result where a side has no checkers left and no last throw is due."""
    rules, position = situation.rules, situation.position
    mine, theirs = (side[OFF] == rules.checkers for side in (position.player, position.opponent))
    if mine and theirs and rules.last_throw is not LastThrow.OFF:
        return _drawn(rules)
    winner = situation.to_act.opponent if theirs else situation.to_act
    return won(situation, winner, loss(rules, position.player if theirs else position.opponent)[1])


def _drawn(rules: Rules) -> Result:
    return Result(Ending.DRAW, 0.5 if rules.last_throw is LastThrow.HALF else 1)


def mother_is_pinned(position: Position) -> bool:
    """Whether the player's last checker on own 24 is pinned."""
    return 24 in position.player_pinned


def _by_mothers(before: Situation, final: Position) -> Result | None:
    """The result by pinned mothers (the last checkers on own 24), or None.

    A player who pins the opposing mother wins a gammon once no checker is left on their own 24. If
    both mothers are pinned, the game is void: a draw that scores nothing.
    """
    mover, rules = before.to_act, before.rules
    mine, theirs = mother_is_pinned(final), mother_is_pinned(final.flipped())
    if mine and theirs:
        return Result(Ending.VOID)
    points = size_points(rules, "gammon") if len(rules.stakes) > 1 else size_points(rules, "single")
    if theirs and not final.player[24]:
        return won(before, mover, points)
    if mine and not final.opponent[24]:
        return won(before, mover.opponent, points)
    return None


def is_stuck(rules: Rules, position: Position) -> bool:
    """Whether the player would dance on all 21 rolls."""
    for die in range(1, 7):
        # One die at a time first: that is cheaper, and nearly always finds a move.
        mid = begin(rules, position, DiceList((die,), in_order=True))
        if any(may_end(rules, after(rules, mid, step)) for step in steps(rules, mid)):
            return False
    # A law checked at the end of the turn may allow two moves where it forbids one.
    return all(longest_play(rules, begin(rules, position, roll)) == 0 for roll in ROLLS)


def _bomb_would_hit(situation: Situation) -> bool:
    """Whether the player may explode the bomb and a blot stands where it hits."""
    mine, theirs = (
        1 in side[1:BAR] for side in (situation.position.player, situation.position.opponent)
    )
    hits_mine = mine and situation.rules.bomb_hits is BombHits.BOTH
    return situation.bomb.player_has_access and (hits_mine or theirs)


def is_void(situation: Situation) -> bool:
    """Whether neither player can ever move again, and no bomb can change that."""
    rules, position = situation.rules, situation.position
    if rules.bomb and (_bomb_would_hit(situation) or _bomb_would_hit(situation.flipped())):
        return False
    return is_stuck(rules, position) and is_stuck(rules, position.flipped())
