"""The laws on a whole turn (the longest play, the larger die), and the single moves that they allow.

Laws on one move are in core/steps.py; the judge (core/judge.py) names the law that a turn breaks.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from nardy.core.choices import Check, HeadException, HeadScope, HomeHit
from nardy.core.dice import DiceList, Roll
from nardy.core.formations import broken_formation, has_formation_laws
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.steps import (
    NO_LIMIT,
    MidTurn,
    Step,
    after,
    broken_law,
    closed_point,
    lands_on_opponent,
)
from nardy.core.turn import Move
from nardy.errors import TooManyTurns

# Nobody can read more, and a program that asked by accident would stand still
# (docs/decisions/too-many-turns.md).
MOST_TURNS = 20_000
"""Most final positions that are listed; a cascade may have hundreds of thousands."""
NO_END = -1
"""No legal turn ends here or later."""

Reaches = dict[MidTurn, int]


def head_allowance(rules: Rules, position: Position, dice: DiceList) -> int:
    """How many checkers may leave the head in this turn (S0 3.1 and its note; S3)."""
    if not rules.head:
        return NO_LIMIT
    return rules.head + _is_head_exception(rules, position, dice.double)


def _is_head_exception(rules: Rules, position: Position, double: int) -> bool:
    exception = rules.head_exception
    if not double or exception is HeadException.NONE:
        return False
    if exception is HeadException.ALWAYS_DOUBLE:
        return True
    # These exceptions hold in a player's first turn alone, when all checkers are on the head.
    if position.player[24] < rules.checkers:
        return False
    if exception is HeadException.ANY_DOUBLE:
        return True
    frees = (4, 6) if exception is HeadException.SIX_FOUR else (3, 4, 6)
    if double not in frees:
        return False
    return rules.head_scope is HeadScope.ALWAYS or _stopped_by_their_head(rules, position, double)


def _stopped_by_their_head(rules: Rules, position: Position, die: int) -> bool:
    """Whether the first closed point on one checker's way by this die is the opponent's head.

    Rule: a second checker may leave the head because the first is stopped by the opponent's head
    (S0 3.1 and its note; S3). A checker that meets another closed point first is not stopped by it.
    """
    mid = MidTurn(position, (die,), in_order=True, from_head=NO_LIMIT)
    for origin in range(24, die, -die):
        step = Step(origin, die)
        if closed_point(rules, mid, step):
            return step.target == rules.facing(24)
    return False


def begin(rules: Rules, position: Position, dice: DiceList | Roll) -> MidTurn:
    """A turn before its first move."""
    if isinstance(dice, Roll):
        dice = rules.dice_list(dice)
    allowance = head_allowance(rules, position, dice)
    mid = MidTurn(position, dice.numbers, dice.in_order, allowance)
    if rules.home_hit is not HomeHit.NO_HIDE:
        return mid
    # Bearing the hitter off is a last resort: allowed only if no other turn plays as many dice.
    free = replace(mid, last_resort=True)
    return free if longest_play(rules, free) > longest_play(rules, mid) else mid


def steps(rules: Rules, mid: MidTurn) -> Iterator[Step]:
    """Every legal single move, one for each origin and target."""
    origins = [place for place in range(25, 0, -1) if mid.position.player[place]]
    visited: set[tuple[int, int]] = set()
    # Smaller dice first: where two dice bear the same checker off, either may be used.
    for die in reversed(mid.usable):
        for origin in origins:
            step = Step(origin, die)
            if (origin, step.target) not in visited and broken_law(rules, mid, step) is None:
                visited.add((origin, step.target))
                yield step


def may_end(rules: Rules, mid: MidTurn) -> bool:
    """Whether the formations are legal, where they are checked at the end of the turn."""
    if rules.prime_check is Check.STEP or not has_formation_laws(rules):
        return True
    return broken_formation(rules, mid.position) is None


def reach(rules: Rules, mid: MidTurn, reaches: Reaches) -> int:
    """The most dice that a legal turn can still play from here, or NO_END.

    Depth first with a memo, without enumerating turns. The move that ends the game
    counts as playing all the dice.
    """
    if mid in reaches:
        return reaches[mid]
    if mid.is_over:
        best = len(mid.dice) if may_end(rules, mid) else NO_END
    else:
        best = 0 if may_end(rules, mid) else NO_END
        for step in steps(rules, mid):
            further = reach(rules, after(rules, mid, step), reaches)
            if further != NO_END:
                best = max(best, 1 + further)
            # No play is longer, so the other moves need no search.
            if best == len(mid.dice):
                break
    reaches[mid] = best
    return best


def longest_play(rules: Rules, mid: MidTurn, reaches: Reaches | None = None) -> int:
    """How many dice must be played from the start of a turn; 0 is a dance."""
    return max(0, reach(rules, mid, {} if reaches is None else reaches))


def longest_steps(rules: Rules, mid: MidTurn, reaches: Reaches | None = None) -> list[Step]:
    """The single moves from here that keep the longest play within reach.

    Rule: if either die can be played but not both, the larger must be (S0, S1, S2, S4).
    """
    reaches = {} if reaches is None else reaches
    best = reach(rules, mid, reaches)
    if best <= 0 or mid.is_over:
        return []
    kept = [
        step
        for step in steps(rules, mid)
        if reach(rules, after(rules, mid, step), reaches) == best - 1
    ]
    if best == 1 and len(mid.dice) == 2:
        # Of dice in a given order only the first is tried, so nothing is removed.
        larger = [step for step in kept if step.die == max(mid.dice)]
        return larger or kept
    return kept


def longest_step(
    rules: Rules, mid: MidTurn, move: tuple[int, int], reaches: Reaches
) -> Step | None:
    """The one of `longest_steps` that makes this move (origin, target), or None.

    The others are not tried, because one longest play that begins with it is enough.
    """
    best = reach(rules, mid, reaches)
    if best <= 0 or mid.is_over:
        return None
    if best == 1 and len(mid.dice) == 2:
        # Whether the larger die can be played depends on all of them.
        every = longest_steps(rules, mid, reaches)
        return next((step for step in every if (step.origin, step.target) == move), None)
    steps_there = (Step(move[0], die) for die in reversed(mid.usable))
    for step in steps_there:
        if step.target == move[1] and broken_law(rules, mid, step) is None:
            further = reach(rules, after(rules, mid, step), reaches)
            return step if further == best - 1 else None
    return None


def legal_moves(rules: Rules, mid: MidTurn, reaches: Reaches | None = None) -> dict[Move, MidTurn]:
    """The moves that keep the longest play within reach, each with the turn after it."""
    return {
        Move(step.origin, step.target, lands_on_opponent(rules, mid.position, step.target)): after(
            rules, mid, step
        )
        for step in longest_steps(rules, mid, reaches)
    }


def sequences(
    rules: Rules, mid: MidTurn, limit: int = MOST_TURNS, *, truncate: bool = False
) -> Mapping[Position, tuple[Move, ...]]:
    """Every final position of a legal turn, seen by the mover, with one way to reach it.

    More than *limit* final positions raise TooManyTurns; with *truncate* any limit + 1 are returned.
    """
    reaches: Reaches = {}
    finals: dict[Position, tuple[Move, ...]] = {}
    if longest_play(rules, mid, reaches) == 0:
        return {mid.position: ()}
    visited: set[MidTurn] = set()
    stack: list[tuple[MidTurn, tuple[Move, ...]]] = [(mid, ())]
    while stack:
        here, moves = stack.pop()
        further = legal_moves(rules, here, reaches)
        if not further:
            finals.setdefault(here.position, moves)
            if len(finals) > limit:
                if truncate:
                    break
                raise TooManyTurns(limit)
        for move, there in further.items():
            if there not in visited:
                visited.add(there)
                stack.append((there, (*moves, move)))
    return finals
