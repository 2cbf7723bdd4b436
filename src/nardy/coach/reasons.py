"""Why one turn is worth more than another: facts that differ, kept where undoing them undoes the loss.

A fact that differs is often not the cause. So a reason is named only if the loss shrinks to half or less
without it: hits are forbidden, larger wins count as single ones, or the better turn loses the fact by a
small change. The changes are averaged, since each of them changes a little else.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from typing import NamedTuple

import numpy as np

from nardy.coach.changes import SmallChange, changes, entered, freed, returned
from nardy.coach.facts import BY_ID, After, Fact, facts_for
from nardy.coach.replies import WEIGHTS, Replies, Valuation
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.kernel.layout import Doubles

ENOUGH = 0.5
"""The part of the loss that undoing a reason takes away at least."""
COARSE = 1.0
"""The same for facts that say little on their own: judged by rollouts, they are the cause less often."""
MOST_REASONS = 2
MOST_TRIED = 4
"""Facts whose undoing is tried: each costs a look ahead."""
TRIED = 2
"""Changes that are averaged for a fact."""
CHANCE = 0.01
"""The smallest difference of a chance worth naming."""


class Undo(Enum):
    """How the loss is valued without the reason."""

    HITS = "replies may not hit or pin"
    SIZES = "larger wins count as single ones"
    CHANGE = "the better turn loses the fact by a small change"


class Kind(NamedTuple):
    """A reason that may be named."""

    fact: str
    """The fact that differs: of the board (facts.py), or of the network's replies (REPLIES)."""
    undo: Undo
    family: str
    """Of facts that say nearly the same only one is named."""
    floor: float = 0
    """The better of the two counts is at least this: a fence of two points is none."""
    enough: float = ENOUGH
    """The part of the loss that undoing takes away at least; more of coarse facts (COARSE)."""


LARGER = ("lost", "won")
"""Larger losses and wins in a hundred games."""
REPLIES = ("hit replies", *LARGER)
"""Facts of the network's replies instead of the board: rolls of 36 whose best reply hits, and LARGER."""
KINDS: tuple[Kind, ...] = (
    Kind("shots", Undo.HITS, "hits"),
    Kind("hit replies", Undo.HITS, "hits"),
    Kind("dances", Undo.CHANGE, "their moves"),
    Kind("on the bar", Undo.CHANGE, "bar"),
    Kind("pinned", Undo.CHANGE, "bar"),
    Kind("prime", Undo.CHANGE, "points", 3),
    Kind("home points", Undo.CHANGE, "points"),
    Kind("anchors", Undo.CHANGE, "points"),
    Kind("their short rolls", Undo.CHANGE, "their moves"),
    Kind("short rolls", Undo.CHANGE, "own moves"),
    Kind("dead digits", Undo.CHANGE, "own moves"),
    Kind("fence", Undo.CHANGE, "points", 3),
    Kind("behind fence", Undo.CHANGE, "points"),
    Kind("first quarter", Undo.CHANGE, "points"),
    Kind("head", Undo.CHANGE, "head"),
    Kind("their movable", Undo.CHANGE, "their moves", enough=COARSE),
    Kind("movable", Undo.CHANGE, "own moves"),
    Kind("blocks", Undo.CHANGE, "points", enough=COARSE),
    Kind("spread", Undo.CHANGE, "points", enough=COARSE),
    Kind("their prime", Undo.CHANGE, "back", 3),
    Kind("third quarter", Undo.CHANGE, "points", enough=COARSE),
    Kind("second quarter", Undo.CHANGE, "points", enough=COARSE),
    Kind("off", Undo.CHANGE, "off"),
    *(Kind(name, Undo.SIZES, "sizes") for name in LARGER),
)
"""In the order in which they are tried and named. Facts that differ without being the cause are left out:
builders, stacks, gaps, threats, back checkers, blots apart from shots (docs/guide/coach.md)."""
BY_FACT = {kind.fact: kind for kind in KINDS}


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
    """Points of the loss that go without the reason; at most the loss."""


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
    def larger(self) -> dict[str, tuple[float, float]]:
        """Larger losses and wins in a hundred games, after each turn."""
        points = np.array(self.valuation.game.points)
        chances: Doubles = WEIGHTS @ self.replies.chances.astype(float)
        unit = points[points > 0].min(initial=np.inf)
        found = {"lost": points < -unit, "won": points > unit}
        sums = {name: (100 * chances[:, which].sum(1)).tolist() for name, which in found.items()}
        return {name: (best, played) for name, (best, played) in sums.items()}


def reasons(pair: TurnPair) -> list[Reason]:
    """The reasons of the loss, in the order of KINDS; none where no fact passes its undoing."""
    found = [*_hits(pair), *_changed(pair), *_sizes(pair)]
    places = {kind.fact: number for number, kind in enumerate(KINDS)}
    named: dict[str, Reason] = {}
    for one in sorted(found, key=lambda one: places[one.fact]):
        named.setdefault(BY_FACT[one.fact].family, one)
    return [*named.values()][:MOST_REASONS]


def _reason(
    pair: TurnPair, kind: Kind, counts: tuple[float, float], left: float
) -> Iterator[Reason]:
    """The reason, if enough of the loss goes."""
    part = pair.loss - left
    if part >= kind.enough * pair.loss:
        yield Reason(kind.fact, kind.undo, *counts, min(part, pair.loss))


def _hits(pair: TurnPair) -> Iterator[Reason]:
    """Shots; or hits that the opponent wants after the worse turn alone, where that tells more."""
    replies = pair.replies
    without = (replies.without_hits @ WEIGHTS).tolist()
    counts = {
        name: (rolls @ WEIGHTS * 36).round(6).tolist()
        for name, rolls in (("shots", replies.hits), ("hit replies", replies.hitting))
    }
    more = {name: played - best for name, (best, played) in counts.items()}
    name = "shots" if 2 * more["shots"] >= more["hit replies"] else "hit replies"
    if more[name] >= BY_ID["shots"].least:
        yield from _reason(pair, BY_FACT[name], tuple(counts[name]), without[0] - without[1])


def _sizes(pair: TurnPair) -> Iterator[Reason]:
    """The reason that larger wins and losses make most of the difference, if they do."""
    points = np.array(pair.valuation.game.points)
    chances: Doubles = WEIGHTS @ pair.replies.chances.astype(float)
    plain = chances @ np.sign(points)
    # The Jacoby rule and match scores value outcomes otherwise than in points.
    if not np.array_equal(pair.valuation.game.worth, [points, points]):
        return
    counts = pair.larger
    worse = counts["lost"][1] - counts["lost"][0], counts["won"][0] - counts["won"][1]
    kind = BY_FACT["lost" if worse[0] >= worse[1] else "won"]
    if max(worse) >= 100 * CHANCE:
        yield from _reason(pair, kind, counts[kind.fact], float(plain[0] - plain[1]))


class _Candidate(NamedTuple):
    kind: Kind
    counts: tuple[float, float]
    changed: list[Situation]


def _changed(pair: TurnPair) -> list[Reason]:
    """The facts whose loss by a small change of the better turn takes the loss away."""
    tried = _candidates(pair)
    if not tried:
        return []
    after = list(chain.from_iterable(one.changed for one in tried))
    values = pair.valuation.means(after)
    _, played = pair.replies.means.tolist()
    found: list[Reason] = []
    for one in tried:
        own, values = values[: len(one.changed)], values[len(one.changed) :]
        found += _reason(pair, one.kind, one.counts, float(own.mean()) - played)
    return found


def _candidates(pair: TurnPair) -> list[_Candidate]:
    game = pair.valuation.game
    both, facts = After(game, pair.afters), {fact.id for fact in facts_for(game.rules)}
    differing: list[tuple[Kind, Fact, tuple[float, float]]] = []
    for kind in KINDS:
        if kind.undo is Undo.CHANGE and kind.fact in facts:
            fact = BY_ID[kind.fact]
            best, played = both.counted(fact).tolist()
            is_named = max(best, played) >= kind.floor
            if is_named and (best - played) * fact.better >= fact.least:
                differing.append((kind, fact, (best, played)))
    if not differing:
        return []
    tried = _Changed(pair)
    found: list[_Candidate] = []
    for kind, fact, counts in differing:
        changed = tried.losing(fact, counts[1])
        if changed:
            found.append(_Candidate(kind, counts, changed))
        if len(found) == MOST_TRIED:
            break
    return found


class _Changed:
    """All small changes of the better turn, counted together."""

    def __init__(self, pair: TurnPair) -> None:
        self.pair = pair
        self.sets: dict[SmallWays, tuple[list[SmallChange], After]] = {}

    def losing(self, fact: Fact, played: float) -> list[Situation]:
        """The smallest changes after which the fact is no better than *played*."""
        ways = WAYS.get(fact.id, (changes,))
        if ways not in self.sets:
            self.sets[ways] = self._made(ways)
        made, after = self.sets[ways]
        if not made:
            return []
        counts = after.counted(fact) * fact.better
        losing = [n for n in range(len(made)) if counts[n] <= played * fact.better]
        least = min((made[n].pips for n in losing), default=0)
        return [after.afters[n] for n in losing if made[n].pips == least][:TRIED]

    def _made(self, ways: "SmallWays") -> tuple[list[SmallChange], After]:
        game, best = self.pair.valuation.game, self.pair.afters[0]
        position = best.position.flipped()
        made = [one for way in ways for one in way(game.rules, position)]
        afters = [replace(best, position=one.position.flipped()) for one in made]
        going = [n for n, after in enumerate(afters) if after.phase is not Phase.OVER]
        return [made[n] for n in going], After(game, [afters[n] for n in going])


SmallWays = tuple[Callable[[Rules, Position], Iterator[SmallChange]], ...]
WAYS: dict[str, SmallWays] = {
    "on the bar": (entered,),
    "dances": (changes, entered),
    "pinned": (freed,),
    "off": (returned,),
}
"""The changes that can take a fact away; for the others a checker is moved by a few pips."""


def compare(valuation: Valuation, afters: Sequence[Situation]) -> TurnPair:
    """Two turns of one moment, the better one first; the games go on after both."""
    best, played = afters
    return TurnPair(valuation, (best, played), valuation.replies([best, played]))
