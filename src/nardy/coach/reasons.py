"""Why one turn is worth more than another: facts that differ, kept where undoing them undoes the loss.

A fact that differs is often not the cause. So a reason is named only if the loss shrinks to half or less
without it: hits are forbidden, larger wins count as single ones, or the better turn loses the fact by a
small change. The changes are averaged, since each of them changes a little else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from nardy.coach.facts import BY_ID, FENCE, After
from nardy.coach.kinds import (
    BY_FACT,
    ENOUGH,
    KINDS,
    MOST_OF_BLOCKS,
    MUCH,
    ROLLS_TO_GO,
    Kind,
    Undo,
    least_of,
)
from nardy.coach.races import rolls_to_go
from nardy.coach.replies import WEIGHTS, Replies, Valuation
from nardy.coach.undoing import Undoing, Undone
from nardy.core.choices import Contact
from nardy.core.situation import Situation
from nardy.kernel.layout import Doubles

MOST_REASONS = 2
MOST_TRIED = 6
"""Facts whose undoing is tried: each costs a look ahead."""
STEADY = (0.25, 1.6)
"""The part of the loss that one ply sees, at least and at most; elsewhere a reason takes MUCH of it away."""
STEADY_BLOCKED = (0.25, 1.15)
"""The same in block games, where more reasons are none if one ply sees a larger loss (docs/decisions/coach.md)."""
FENCED = 0.03
"""The smallest loss with a reason while a fence stands: two plies do not see it open (docs/decisions/coach.md)."""
CHANCE = 0.01
"""The smallest difference of a chance worth naming."""
FEWER_ROLLS = 0.01
"""The smallest difference of expected rolls worth naming: they are told with two decimals."""
MOST = 5.0
"""In games with pins: the part of the loss that a change takes away at most. More goes by another harm."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that differs between two turns, and what it is worth."""

    fact: str
    undo: Undo
    best: float
    """The fact after the better turn."""
    played: float
    """The fact after the other one."""
    part: float
    """Points of the loss that go without the reason; above the loss the other turn would be better without it."""
    points: frozenset[int] = frozenset()
    """The points that the better turn alone makes and whose loss was tried, where the fact counts points."""


@dataclass(frozen=True)
class TurnPair:
    """Two turns of one moment and their replies; the better one is row 0, the other row 1."""

    valuation: Valuation
    afters: tuple[Situation, Situation]
    """The opponent rolls in both."""
    replies: Replies

    @property
    def loss(self) -> float:
        """Points by which the second turn is worth less."""
        best, played = self.replies.means.tolist()
        return best - played

    @property
    def is_fenced(self) -> bool:
        """Whether in a block game checkers of either player are behind FENCE points in a row or more."""
        if self.valuation.game.rules.contact is not Contact.BLOCK:
            return False
        after = After(self.valuation.game, self.afters)
        return any(after.counted(BY_ID[name]).max() >= FENCE for name in ("fence", "their fence"))

    @property
    def is_uncertain(self) -> bool:
        """Whether the loss is too small for a reason, since a fence stands."""
        return self.loss < FENCED and self.is_fenced

    @property
    def saves_larger(self) -> bool:
        """Whether the better turn loses fewer games that count more than a single."""
        best, played = self.larger["lost"]
        return played - best >= 100 * CHANCE

    @property
    def is_pinning(self) -> bool:
        return self.valuation.game.rules.contact is Contact.PIN

    @property
    def aims_at_points(self) -> bool:
        """Whether points are worth what they are; the Jacoby rule and match scores value them otherwise."""
        points = self.valuation.game.points
        return np.array_equal(self.valuation.game.worth, [points, points])

    @property
    def larger(self) -> dict[str, tuple[float, float]]:
        """Larger losses and wins in a hundred games, after each turn."""
        points = np.array(self.valuation.game.points)
        chances: Doubles = WEIGHTS @ self.replies.chances.astype(float)
        unit = points[points > 0].min(initial=np.inf)
        found = {"lost": points < -unit, "won": points > unit}
        sums = {name: (100 * chances[:, which].sum(1)).tolist() for name, which in found.items()}
        return {name: (best, played) for name, (best, played) in sums.items()}


def reasons(pair: TurnPair) -> list[Reason]:
    """The reasons of the loss, in the order of KINDS; none where no fact passes, or the loss is uncertain.

    Firm reasons take `Kind.enough` of the loss away; a second one takes MUCH. Where there is none, one is
    named that takes half away; MUCH, where one ply sees another difference (STEADY).
    """
    if pair.is_uncertain:
        return []
    tried = _Tried(pair)
    least = _least(pair)
    tested = [*_hits(pair), *_dances(pair), *tried.named(is_coarse=False), *_sizes(pair)]
    all_firm = [*_race(pair), *tested]
    found = [one for one in _in_order(all_firm) if _takes(pair, one, least)]
    firm = [one for one in found if one.part >= BY_FACT[one.fact].enough * pair.loss]
    if not firm:
        return found[:1] or _coarse(tried, least)[:1]
    named = {BY_FACT[firm[0].fact].family: firm[0]}
    for one in firm[1:]:
        if one.part >= MUCH * pair.loss and tried.is_another(firm[0], one):
            named.setdefault(BY_FACT[one.fact].family, one)
    return [*named.values()][:MOST_REASONS]


def _coarse(tried: "_Tried", least: float) -> list[Reason]:
    """The coarse facts that pass, for pairs of turns without another reason.

    Where checkers are hit, the whole loss must go, and by the very points that are named: other points in
    the way were causes in too few decisions (docs/decisions/coach.md).
    """
    named = _in_order(tried.named(is_coarse=True))
    if tried.pair.valuation.game.rules.contact is Contact.HIT:
        return [one for one in named if one.part >= tried.pair.loss and one.points]
    return [one for one in named if _takes(tried.pair, one, least)]


def _takes(pair: TurnPair, reason: Reason, least: float) -> bool:
    """Whether so many points of the loss go without the reason, as much as its kind asks for, and it explains as much."""
    is_blocking = pair.valuation.game.rules.contact is Contact.BLOCK
    if is_blocking and pair.loss > MOST_OF_BLOCKS.get(reason.fact, np.inf):
        return False
    return reason.part >= max(least, BY_FACT[reason.fact].least * pair.loss)


def _least(pair: TurnPair) -> float:
    """The points that undoing a reason takes away at least."""
    contact = pair.valuation.game.rules.contact
    low, high = STEADY_BLOCKED if contact is Contact.BLOCK else STEADY
    best, played = pair.valuation.means([*pair.afters], 1).tolist()
    is_steady = low * pair.loss <= best - played <= high * pair.loss
    return (ENOUGH if is_steady else MUCH) * pair.loss


def _in_order(found: list[Reason]) -> list[Reason]:
    places = {kind.fact: number for number, kind in enumerate(KINDS)}
    return sorted(found, key=lambda one: places[one.fact])


def _reason(
    pair: TurnPair, kind: Kind, counts: tuple[float, float], left: float
) -> Iterator[Reason]:
    """The reason, if half of the loss goes."""
    part = pair.loss - left
    if part >= ENOUGH * pair.loss:
        yield Reason(kind.fact, kind.undo, *counts, part)


def _hits(pair: TurnPair) -> Iterator[Reason]:
    """Shots that the opponent wants; or the hits that they want after the worse turn, where that tells more."""
    replies = pair.replies
    without = (replies.without_hits @ WEIGHTS).tolist()
    counts = {
        name: (rolls @ WEIGHTS * 36).round(6).tolist()
        for name, rolls in (("shots", replies.hits), ("hit replies", replies.hitting))
    }
    more = {name: played - best for name, (best, played) in counts.items()}
    least = least_of("shots", pair.valuation.game.rules)
    name = "shots" if 2 * more["shots"] >= more["hit replies"] else "hit replies"
    # Shots that nobody would take are no cause.
    is_wanted = more["shots"] < least or more["hit replies"] >= max(least, more["shots"] / 2)
    if more[name] >= least and is_wanted:
        yield from _reason(pair, BY_FACT[name], tuple(counts[name]), without[0] - without[1])


def _dances(pair: TurnPair) -> Iterator[Reason]:
    """The rolls on which the opponent dances after the better turn alone, if these make the loss."""
    replies, kind, rules = pair.replies, BY_FACT["dances"], pair.valuation.game.rules
    dances = replies.played == 0
    best, played = (dances @ WEIGHTS * 36).round(6).tolist()
    if rules.contact in BY_ID[kind.fact].contacts and best - played >= least_of(kind.fact, rules):
        alone = dances[0] & ~dances[1]
        part = float((replies.values[0] - replies.values[1])[alone] @ WEIGHTS[alone])
        yield from _reason(pair, kind, (best, played), pair.loss - part)


def _race(pair: TurnPair) -> Iterator[Reason]:
    """The rolls that bearing off still takes, where larger wins and losses do not differ: that is all of the loss."""
    best, played = (after.position.flipped() for after in pair.afters)
    rolls = rolls_to_go(pair.valuation.game.rules, best, played)
    if rolls is None or any(abs(b - p) >= 100 * CHANCE for b, p in pair.larger.values()):
        return
    fewer, more = (round(one, 2) for one in rolls)
    if more - fewer >= FEWER_ROLLS:
        yield from _reason(pair, BY_FACT[ROLLS_TO_GO], (fewer, more), 0.0)


def _sizes(pair: TurnPair) -> Iterator[Reason]:
    """The reason that larger wins and losses make most of the difference, if they do."""
    points = np.array(pair.valuation.game.points)
    chances: Doubles = WEIGHTS @ pair.replies.chances.astype(float)
    plain = chances @ np.sign(points)
    if not pair.aims_at_points:
        return
    counts = pair.larger
    worse = counts["lost"][1] - counts["lost"][0], counts["won"][0] - counts["won"][1]
    kind = BY_FACT["lost" if worse[0] >= worse[1] else "won"]
    if max(worse) >= 100 * CHANCE:
        yield from _reason(pair, kind, counts[kind.fact], float(plain[0] - plain[1]))


class _Candidate(NamedTuple):
    kind: Kind
    counts: tuple[float, float]
    undone: Undone


class _Tried:
    """The facts that small changes of the better turn take away."""

    def __init__(self, pair: TurnPair) -> None:
        self.pair = pair
        self.undoing = Undoing(pair.valuation.game, pair.afters)
        self.undone: dict[str, Undone] = {}

    def named(self, *, is_coarse: bool) -> list[Reason]:
        """The facts whose loss by a small change takes the loss away."""
        pair = self.pair
        tried = self._candidates([kind for kind in KINDS if kind.is_coarse is is_coarse])
        if not tried:
            return []
        values = pair.valuation.means(list(chain.from_iterable(one.undone.afters for one in tried)))
        _, played = pair.replies.means.tolist()
        found: list[Reason] = []
        for one in tried:
            count = len(one.undone.afters)
            own, values = values[:count], values[count:]
            left = float(own.mean()) - played
            if pair.is_pinning and pair.loss - left > MOST * pair.loss:
                continue
            points = one.undone.points
            found += [
                replace(reason, points=points)
                for reason in _reason(pair, one.kind, one.counts, left)
            ]
        return found

    def is_another(self, first: Reason, second: Reason) -> bool:
        """Whether a second reason was not tried by what the first one is: the same changes, or hits."""
        own, other = self.undone.get(first.fact), self.undone.get(second.fact)
        if other is None:
            return True
        if first.undo is Undo.HITS:
            return other.makes_no_shot
        return own is None or own.afters != other.afters

    def _candidates(self, kinds: list[Kind]) -> list[_Candidate]:
        """The first few facts that differ and can be undone."""
        undoing, rules = self.undoing, self.pair.valuation.game.rules
        found: list[_Candidate] = []
        for kind in kinds:
            if not (kind.undo is Undo.CHANGE and undoing.may_be_named(kind)):
                continue
            fact = BY_ID[kind.fact]
            best, played = undoing.both.counted(fact).tolist()
            is_named = undoing.floor(kind) <= max(best, played) <= kind.ceiling
            if not is_named or (best - played) * fact.better < least_of(fact.id, rules):
                continue
            undone = undoing.without(fact)
            if undone is not None:
                self.undone[fact.id] = undone
                found.append(_Candidate(kind, (best, played), undone))
            if len(found) == MOST_TRIED:
                break
        return found


def compare(valuation: Valuation, afters: Sequence[Situation]) -> TurnPair:
    """Two turns of one moment, the better one first; the games go on after both."""
    best, played = afters
    return TurnPair(valuation, (best, played), valuation.replies([best, played]))
