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

from nardy.coach.changes import FARTHEST, SmallChange, changes, entered, freed, returned
from nardy.coach.facts import ALL, BY_ID, FENCE, After, Fact, facts_for
from nardy.coach.replies import WEIGHTS, Replies, Valuation
from nardy.core.choices import Contact
from nardy.core.position import Position
from nardy.core.race import have_passed
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.kernel.layout import Doubles

ENOUGH = 0.5
"""The part of the loss that undoing a reason takes away at least."""
MORE = 0.6
MUCH = 0.8
"""The same for facts that are the cause less often, for a second reason, and for a doubtful difference."""
MOST_REASONS = 2
MOST_TRIED = 6
"""Facts whose undoing is tried: each costs a look ahead."""
TRIED = 2
"""Changes that are averaged for a fact."""
STEADY = (0.25, 1.6)
"""The part of the loss that one ply sees, at least and at most; elsewhere a reason takes MUCH of it away."""
FENCED = 0.03
"""The smallest loss with a reason while a fence stands: two plies do not see it open (docs/decisions/coach.md)."""
CHANCE = 0.01
"""The smallest difference of a chance worth naming."""
NEAR_HOME = 50
"""Pips to bring all checkers home and one off: with more to go something else decides."""
LEAST_WITH_PINS = {"shots": 1, "hit replies": 1, "to save mars": 1, "movable": 2}
"""In games with pins: the smallest differences where these are less than elsewhere.

One pin may decide a game, and its undoing is exact; a checker that stays out costs a whole roll.
"""
ROWS_WITH_PINS = {"prime": 2}
"""In games with pins: the lowest floors (Kind.floor) where these are lower than elsewhere."""
FAR_WITH_PINS = 6
"""Pips of a change that makes no new shot there."""
MOST = 5.0
"""In games with pins: the part of the loss that a change takes away at most. More goes by another harm."""


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
    """The larger of the two counts is at least this: a row of one point is none."""
    ceiling: float = np.inf
    """The larger of the two counts is at most this."""
    enough: float = ENOUGH
    """The part of the loss that undoing takes away, so that it is named before the coarse ones."""
    is_coarse: bool = False
    """Named only where nothing else passes: it is the cause less often."""
    contacts: frozenset[Contact] = ALL
    """The kinds of games in which it is named."""
    is_of_contact: bool = False
    """Means nothing once the players have passed each other."""


LARGER = ("lost", "won")
"""Larger losses and wins in a hundred games."""
REPLIES = ("hit replies", *LARGER)
"""Facts of the network's replies instead of the board: rolls of 36 whose best reply hits, and LARGER."""
BLOCKING = frozenset({Contact.BLOCK})
PINNING = frozenset({Contact.PIN})
WITHOUT_HITS = frozenset({Contact.BLOCK, Contact.PIN})
KINDS: tuple[Kind, ...] = (
    Kind("on the bar", Undo.CHANGE, "bar"),
    Kind("dances", Undo.CHANGE, "their moves"),
    Kind("pinned", Undo.CHANGE, "bar"),
    Kind("shots", Undo.HITS, "hits"),
    Kind("hit replies", Undo.HITS, "hits"),
    Kind("prime", Undo.CHANGE, "points", 3),
    Kind("home points", Undo.CHANGE, "points", is_of_contact=True),
    Kind("anchors", Undo.CHANGE, "points", is_of_contact=True),
    Kind("short rolls", Undo.CHANGE, "own moves"),
    Kind("first quarter", Undo.CHANGE, "points"),
    Kind("head", Undo.CHANGE, "head"),
    Kind("fence", Undo.CHANGE, "points", 2),
    Kind("their prime", Undo.CHANGE, "back", 3, enough=MUCH),
    Kind(
        "to save mars", Undo.CHANGE, "mars", ceiling=NEAR_HOME, enough=MORE, contacts=WITHOUT_HITS
    ),
    Kind("off", Undo.CHANGE, "off", enough=MUCH),
    *(Kind(name, Undo.SIZES, "sizes", enough=MORE) for name in LARGER),
    *(
        Kind(name, Undo.CHANGE, family, is_coarse=True, contacts=contacts)
        for name, family, contacts in (
            ("blocks", "points", ALL),
            ("holes", "points", WITHOUT_HITS),
            ("spread", "points", BLOCKING),
            ("movable", "own moves", WITHOUT_HITS),
            ("dead digits", "own moves", BLOCKING),
            ("their movable", "their moves", BLOCKING),
            ("their short rolls", "their moves", BLOCKING),
            ("behind fence", "points", WITHOUT_HITS),
            ("third quarter", "points", BLOCKING),
            ("second quarter", "points", BLOCKING),
            ("unsafe rolls", "own moves", PINNING),
            ("their unsafe rolls", "their moves", PINNING),
            ("start", "start", PINNING),
        )
    ),
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
    def larger(self) -> dict[str, tuple[float, float]]:
        """Larger losses and wins in a hundred games, after each turn."""
        points = np.array(self.valuation.game.points)
        chances: Doubles = WEIGHTS @ self.replies.chances.astype(float)
        unit = points[points > 0].min(initial=np.inf)
        found = {"lost": points < -unit, "won": points > unit}
        sums = {name: (100 * chances[:, which].sum(1)).tolist() for name, which in found.items()}
        return {name: (best, played) for name, (best, played) in sums.items()}


def least_of(fact: str, rules: Rules) -> float:
    """The smallest difference of a fact of the board (facts.py) that may be named in this game."""
    known = LEAST_WITH_PINS if rules.contact is Contact.PIN else dict[str, float]()
    return known.get(fact, BY_ID[fact].least)


def reasons(pair: TurnPair) -> list[Reason]:
    """The reasons of the loss, in the order of KINDS; none where no fact passes, or the loss is uncertain.

    Firm reasons take `Kind.enough` of the loss away; a second one takes MUCH. Where there is none, one is
    named that takes half away; MUCH, where one ply sees another difference (STEADY).
    """
    if pair.is_uncertain:
        return []
    tried = _Changed(pair)
    least = _least(pair)
    all_firm = [*_hits(pair), *_changed(tried, is_coarse=False), *_sizes(pair)]
    found = [one for one in _in_order(all_firm) if one.part >= least]
    firm = [one for one in found if one.part >= BY_FACT[one.fact].enough * pair.loss]
    if not firm:
        return found[:1] or _coarse(tried, least)[:1]
    named = {BY_FACT[firm[0].fact].family: firm[0]}
    for one in firm[1:]:
        if one.part >= MUCH * pair.loss:
            named.setdefault(BY_FACT[one.fact].family, one)
    return [*named.values()][:MOST_REASONS]


def _coarse(tried: "_Changed", least: float) -> list[Reason]:
    """What is named where nothing else passes; where checkers are hit, the whole loss must go."""
    if tried.pair.valuation.game.rules.contact is Contact.HIT:
        least = tried.pair.loss
    return [one for one in _in_order(_changed(tried, is_coarse=True)) if one.part >= least]


def _least(pair: TurnPair) -> float:
    """The points that undoing a reason takes away at least."""
    low, high = STEADY
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
        yield Reason(kind.fact, kind.undo, *counts, min(part, pair.loss))


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


def _changed(changed: "_Changed", *, is_coarse: bool) -> list[Reason]:
    """The facts whose loss by a small change of the better turn takes the loss away."""
    tried = _candidates(changed, [kind for kind in KINDS if kind.is_coarse is is_coarse])
    if not tried:
        return []
    pair, after = changed.pair, list(chain.from_iterable(one.changed for one in tried))
    values = pair.valuation.means(after)
    _, played = pair.replies.means.tolist()
    found: list[Reason] = []
    for one in tried:
        own, values = values[: len(one.changed)], values[len(one.changed) :]
        left = float(own.mean()) - played
        if not pair.is_pinning or pair.loss - left <= MOST * pair.loss:
            found += _reason(pair, one.kind, one.counts, left)
    return found


def _candidates(changed: "_Changed", kinds: list[Kind]) -> list[_Candidate]:
    """The first few facts that differ and can be undone."""
    found: list[_Candidate] = []
    for kind in kinds:
        if not (kind.undo is Undo.CHANGE and changed.may_be_named(kind)):
            continue
        fact = BY_ID[kind.fact]
        best, played = changed.both.counted(fact).tolist()
        is_named = changed.floor(kind) <= max(best, played) <= kind.ceiling
        least = least_of(fact.id, changed.pair.valuation.game.rules)
        if is_named and (best - played) * fact.better >= least:
            after = changed.losing(fact, played)
            found += [_Candidate(kind, (best, played), after)] * bool(after)
        if len(found) == MOST_TRIED:
            break
    return found


class _Changed:
    """All small changes of the better turn, counted together."""

    def __init__(self, pair: TurnPair) -> None:
        self.pair = pair
        self.both = After(pair.valuation.game, pair.afters)
        self.sets: dict[SmallWays, tuple[list[SmallChange], After]] = {}
        rules = pair.valuation.game.rules
        self.facts = {fact.id for fact in facts_for(rules)}
        self.has_contact = not all(have_passed(rules, one.position) for one in pair.afters)

    def may_be_named(self, kind: Kind) -> bool:
        """Whether the fact means something in this game and position."""
        contact = self.pair.valuation.game.rules.contact
        means = kind.fact in self.facts and contact in kind.contacts
        return means and (self.has_contact or not kind.is_of_contact)

    def floor(self, kind: Kind) -> float:
        """The count from which a fact is named in this game."""
        return ROWS_WITH_PINS.get(kind.fact, kind.floor) if self.pair.is_pinning else kind.floor

    def losing(self, fact: Fact, played: float) -> list[Situation]:
        """The smallest changes after which the fact is no better than *played*.

        In games with pins half of the difference is enough where no change takes all of it.
        """
        found = self._losing(fact, played)
        if found or not self.pair.is_pinning:
            return found
        best = float(self.both.counted(fact)[0])
        return self._losing(fact, (best + played) / 2)

    def _losing(self, fact: Fact, most: float) -> list[Situation]:
        """The smallest changes after which the fact is no better than this.

        In games with pins those come first that make no new shot, which would cost more than the fact.
        """
        ways = WAYS.get(fact.id, (far,) if self.pair.is_pinning else (changes,))
        if ways not in self.sets:
            self.sets[ways] = self._made(ways)
        made, after = self.sets[ways]
        if not made:
            return []
        counts = after.counted(fact) * fact.better
        losing = [n for n in range(len(made)) if counts[n] <= most * fact.better]
        if losing and self.pair.is_pinning:
            shots = after.counted(BY_ID["shots"])
            calm = [n for n in losing if shots[n] <= self.both.counted(BY_ID["shots"]).max()]
            losing = calm or [n for n in losing if made[n].pips <= FARTHEST]
        least = min((made[n].pips for n in losing), default=0)
        return [after.afters[n] for n in losing if made[n].pips == least][:TRIED]

    def _made(self, ways: "SmallWays") -> tuple[list[SmallChange], After]:
        game, best = self.pair.valuation.game, self.pair.afters[0]
        position = best.position.flipped()
        made = [one for way in ways for one in way(game.rules, position)]
        afters = [replace(best, position=one.position.flipped()) for one in made]
        going = [n for n, after in enumerate(afters) if after.phase is not Phase.OVER]
        return [made[n] for n in going], After(game, [afters[n] for n in going])


def far(rules: Rules, position: Position) -> Iterator[SmallChange]:
    """Changes up to FAR_WITH_PINS."""
    return changes(rules, position, FAR_WITH_PINS)


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
