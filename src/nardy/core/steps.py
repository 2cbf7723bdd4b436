"""Single moves: the laws that may forbid one, and the state after it.

Each law is a small function that is true where the move breaks it. Its docstring says what the law demands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from nardy.core.choices import Check, Contact, HomeHit, PinnedBearoff
from nardy.core.formations import broken_formation, has_formation_laws
from nardy.core.position import BAR, OFF, Position
from nardy.core.rules import Rules

# As many checkers as a side may have at most (`MOST_CHECKERS` of game files).
NO_LIMIT = 99
NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class MidTurn:
    """A turn being played: the position, the dice left, and the state that laws need."""

    position: Position
    dice: tuple[int, ...]
    in_order: bool
    from_head: int
    """How many checkers may still leave the head in this turn."""
    hitters: frozenset[frozenset[int]] = frozenset({NOBODY})
    """Possible points of the checkers that hit at home. There may be several sets, because a move does
    not say which of several checkers on a point moved; each set is a reading."""
    last_resort: bool = False
    """Whether a hitter may be borne off because no other turn is as long (S4)."""
    is_over: bool = False
    """Whether the last move ended the game, and with it the turn."""

    @property
    def usable(self) -> tuple[int, ...]:
        """The dice that may be played next."""
        if self.is_over or not self.dice:
            return ()
        # A set, because equal dice make the same moves.
        return self.dice[:1] if self.in_order else tuple(sorted(set(self.dice), reverse=True))


class Step(NamedTuple):
    """A candidate move: the checker on *origin* plays *die*."""

    origin: int
    die: int

    @property
    def target(self) -> int:
        """Where it lands; 0 is off."""
        return max(OFF, self.origin - self.die)


def no_checker(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """A player moves only own checkers (common law)."""
    return mid.position.player[step.origin] == 0


def pinned(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """A checker under an opposing one cannot move (S4, BK: plakoto)."""
    return step.origin in mid.position.player_pinned


def bar_first(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """With a checker on the bar no other move is legal (S1, S2, S4)."""
    return mid.position.player[BAR] > 0 and step.origin != BAR


def head(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """In one turn one checker may leave own 24, and one more by exception (S0 1.2, 3.1)."""
    return step.origin == 24 and mid.from_head == 0


def runner(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """Until one checker has passed the opponent's start, only the foremost may move (BK)."""
    if not rules.runner:
        return False
    foremost = next(place for place, count in enumerate(mid.position.player) if count)
    return foremost > rules.runner and step.origin != foremost


def not_home(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """Bearing off waits until all remaining checkers are on own 1-6 (S0 3.11, S1, S2)."""
    if step.origin > step.die:
        return False
    forbidden = rules.pinned_bearoff is PinnedBearoff.FORBID and mid.position.player_pinned
    return bool(forbidden) or any(mid.position.player[7:])


def bear_off(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """A larger die bears off only the checker on the highest point (S0 3.12, S1)."""
    return step.origin < step.die and any(mid.position.player[step.origin + 1 :])


def closed_point(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """A checker lands only on open points, as the game's contact defines them."""
    target = step.target
    if target == OFF:
        return False
    if target in mid.position.player_pinned:
        return True
    theirs = rules.facing(target)
    opponents = mid.position.opponent[theirs]
    if rules.contact is Contact.BLOCK:
        return opponents > 0
    return opponents > 1


def hitter_moved(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """After hitting on own 1-6 a checker may not move again in the turn (WP: portes)."""
    return rules.home_hit is HomeHit.NO_MOVE and not _readings(rules, mid, step)


def hide(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """After hitting on own 1-6 a checker may not join own checkers in the turn (S4)."""
    return _hides(rules) and step.target != OFF and not _readings(rules, mid, step)


def hitter_off(rules: Rules, mid: MidTurn, step: Step) -> bool:
    """After hitting on own 1-6 a checker is not borne off, except as a last resort (S4)."""
    return _hides(rules) and step.target == OFF and not _readings(rules, mid, step)


LawCheck = Callable[[Rules, MidTurn, Step], bool]
"""Whether a move breaks a law."""

LAWS_OF_A_MOVE: dict[str, LawCheck] = {
    "no-checker": no_checker,
    "pinned": pinned,
    "bar-first": bar_first,
    "head": head,
    "runner": runner,
    "not-home": not_home,
    "bear-off": bear_off,
    "closed-point": closed_point,
    "hitter-moved": hitter_moved,
    "hide": hide,
    "hitter-off": hitter_off,
}
"""In the order in which they are tested and reported."""


@lru_cache(maxsize=512)
def laws_in_force(rules: Rules) -> tuple[tuple[str, LawCheck], ...]:
    """The laws of a move that this game has, in order."""
    # Asked for every move of a search, so laws that the game lacks are left out once.
    absent: set[str] = set()
    if rules.contact is not Contact.PIN:
        absent.add("pinned")
    if rules.contact is not Contact.HIT:
        absent.add("bar-first")
    if not rules.runner:
        absent.add("runner")
    if rules.home_hit is not HomeHit.NO_MOVE:
        absent.add("hitter-moved")
    if not _hides(rules):
        absent |= {"hide", "hitter-off"}
    return tuple((law, breaks) for law, breaks in LAWS_OF_A_MOVE.items() if law not in absent)


def broken_law(rules: Rules, mid: MidTurn, step: Step) -> str | None:
    """The id of the first law that forbids this move here, or None."""
    for law, breaks in laws_in_force(rules):
        if breaks(rules, mid, step):
            return law
    if rules.prime_check is Check.STEP and has_formation_laws(rules):
        return broken_formation(rules, after(rules, mid, step).position)
    return None


def lands_on_opponent(rules: Rules, position: Position, target: int) -> bool:
    """Whether a checker that lands there hits or pins a single opposing one."""
    if rules.contact is Contact.BLOCK or target == OFF:
        return False
    theirs = rules.facing(target)
    return position.opponent[theirs] == 1 and theirs not in position.opponent_pinned


def after(rules: Rules, mid: MidTurn, step: Step) -> MidTurn:
    """The turn after a move, which is assumed legal."""
    origin, target = step.origin, step.target
    contact = lands_on_opponent(rules, mid.position, target)
    position = displaced(rules, mid.position, origin, target)
    dice = list(mid.dice)
    dice.remove(step.die)
    return MidTurn(
        position,
        tuple(dice),
        mid.in_order,
        mid.from_head - (origin == 24),
        _readings(rules, mid, step) if rules.home_hit is not HomeHit.FREE else mid.hitters,
        mid.last_resort,
        position.player[OFF] == rules.checkers or (contact and rules.first_hit_wins),
    )


def displaced(rules: Rules, position: Position, origin: int, target: int) -> Position:
    """Move one checker from a place to another, with its effect on opposing checkers."""
    player, opponent = list(position.player), position.opponent
    their_pinned = position.opponent_pinned
    player[origin] -= 1
    player[target] += 1
    if rules.contact is Contact.PIN and player[origin] == 0:
        # The last pinning checker leaves, so the checker under it is free, even in mid-turn.
        their_pinned -= {rules.facing(origin)}
    if lands_on_opponent(rules, position, target):
        theirs = rules.facing(target)
        if rules.contact is Contact.PIN:
            their_pinned |= {theirs}
        else:
            hit = list(opponent)
            hit[theirs] -= 1
            hit[BAR] += 1
            opponent = tuple(hit)
    return Position(tuple(player), opponent, position.player_pinned, their_pinned)


def _hides(rules: Rules) -> bool:
    return rules.home_hit in (HomeHit.NO_HIDE, HomeHit.NO_HIDE_NO_OFF)


def _readings(rules: Rules, mid: MidTurn, step: Step) -> frozenset[frozenset[int]]:
    """The sets of hitters after the move, for every reading in which it is legal."""
    origin, target = step.origin, step.target
    # The laws on hitters concern own 1-6 alone; hits elsewhere are free.
    hits = target in range(1, 7) and lands_on_opponent(rules, mid.position, target)
    new: set[frozenset[int]] = set()
    for hitters in mid.hitters:
        if origin not in hitters or mid.position.player[origin] > 1:
            # A checker moves that has not hit before.
            new.add(hitters | {target} if hits else hitters)
        if origin in hitters and _hitter_may(rules, mid, target):
            rest = hitters - {origin}
            new.add(rest if target == OFF else rest | {target})
    return frozenset(new)


def _hitter_may(rules: Rules, mid: MidTurn, target: int) -> bool:
    if rules.home_hit is HomeHit.NO_MOVE:
        return False
    if target == OFF:
        return rules.home_hit is HomeHit.NO_HIDE and mid.last_resort
    return mid.position.player[target] == 0
