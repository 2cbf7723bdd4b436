"""The better turn without one of its facts: the smallest changes of the board that take the fact away."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from nardy.coach.changes import FARTHEST, SmallChange, changes, freed, returned, unhit
from nardy.coach.facts import BY_ID, After, Fact, facts_for
from nardy.coach.kinds import ROWS_WITH_PINS, Kind
from nardy.coach.points import POINTS, counted_points, gained_points
from nardy.core.choices import Contact
from nardy.core.position import Position
from nardy.core.race import have_passed
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.search.tables import GameTables

TRIED = 2
"""Changes that are averaged for a fact."""
FAR_WITH_PINS = 6
"""Pips of a change that makes no new shot in games with pins."""
LOOKED_AT = 16
"""Changes whose shots are counted together, the smallest first: each costs a listing of all rolls.

Where checkers are hit only the first of these portions is looked at, for speed.
"""
BASES = 4
"""Changes from which a further one is tried."""
REPEATED = {
    "on the bar": 2,
    "pinned": 2,
    "off": 4,
    "prime": 2,
    "fence": 2,
    "home points": 2,
    "anchors": 2,
    "first quarter": 2,
}
"""Facts that several changes may take away, and how many; all are counted on the board alone, which is quick."""

Changing = Callable[[Rules, Position, Position], Iterator[SmallChange]]
"""All changes of one kind, of the position after the better turn; the last argument is that after the other one."""


class Undone(NamedTuple):
    """The better turn without a fact."""

    afters: list[Situation]
    """At most TRIED."""
    points: frozenset[int]
    """The points that the better turn alone makes, if the changes open exactly these."""
    makes_no_shot: bool
    """Whether no change gives the opponent more shots than the better turn: these would be a reason of their own."""


class Undoing:
    """All small changes of the better turn, counted together."""

    def __init__(self, game: GameTables, afters: tuple[Situation, Situation]) -> None:
        """The situations after both turns, the better one first; the opponent rolls."""
        self.game, self.afters = game, afters
        self.both = After(game, afters)
        best, played = (after.position.flipped() for after in afters)
        self.best: Position = best
        self.played: Position = played
        self.facts = {fact.id for fact in facts_for(game.rules)}
        self.has_contact = not all(have_passed(game.rules, one.position) for one in afters)
        self._sets: dict[Changing, _Made | None] = {}

    @property
    def is_pinning(self) -> bool:
        return self.game.rules.contact is Contact.PIN

    def may_be_named(self, kind: Kind) -> bool:
        """Whether the fact means something in this game and position."""
        means = kind.fact in self.facts and self.game.rules.contact in kind.contacts
        return means and (self.has_contact or not kind.is_of_contact)

    def floor(self, kind: Kind) -> float:
        """The count from which a fact is named in this game."""
        return ROWS_WITH_PINS.get(kind.fact, kind.floor) if self.is_pinning else kind.floor

    def without(self, fact: Fact) -> Undone | None:
        """The smallest changes after which the better turn has no more of the fact than the other one.

        In games with pins half of the difference is enough where no change takes all of it.
        """
        best, played = self.both.counted(fact).tolist()
        found = self._without(fact, played)
        if found is None and self.is_pinning:
            found = self._without(fact, (best + played) / 2)
        return found

    def _without(self, fact: Fact, most: float) -> Undone | None:
        """The same down to this count, by one change or as many as REPEATED allows."""
        way = WAYS.get(fact.id, far if self.is_pinning else near)
        if way not in self._sets:
            self._sets[way] = self._counted(way(self.game.rules, self.best, self.played))
        made = self._sets[way]
        for _ in range(REPEATED.get(fact.id, 1)):
            if made is None:
                return None
            moved = made.changes
            counts = (made.after.counted(fact) * fact.better).tolist()
            losing = [n for n, count in enumerate(counts) if count <= most * fact.better]
            if losing and (chosen := self._chosen(fact, losing, made)):
                return chosen
            now = float(self.both.counted(fact)[0]) * fact.better
            nearer = [n for n, count in enumerate(counts) if count < now]
            bases = sorted(nearer, key=lambda n: (counts[n], moved[n].pips))[:BASES]
            made = self._counted(self._further(way, [moved[n] for n in bases]))
        return None

    def _further(self, way: Changing, bases: list[SmallChange]) -> Iterator[SmallChange]:
        for base in bases:
            for one in way(self.game.rules, base.position, self.played):
                yield SmallChange(base.pips + one.pips, one.position)

    def _counted(self, made: Iterator[SmallChange]) -> "_Made | None":
        """The changes after which the game goes on, if there are any."""
        before = self.afters[0]
        every = [(one, replace(before, position=one.position.flipped())) for one in made]
        going = [(one, after) for one, after in every if after.phase is not Phase.OVER]
        if not going:
            return None
        return _Made([one for one, _ in going], After(self.game, [after for _, after in going]))

    def _chosen(self, fact: Fact, losing: list[int], made: "_Made") -> Undone | None:
        """The smallest of the changes that lose the fact; those first that open exactly the points it is about."""
        points, exact = self._exact(fact, losing, made)
        calm = self._calm(exact or losing, made)
        kept, pips = calm or (exact or losing), [one.pips for one in made.changes]
        if self.is_pinning and not calm:
            kept = [n for n in kept if pips[n] <= FARTHEST]
        least = min((pips[n] for n in kept), default=0)
        afters = [made.after.afters[n] for n in kept if pips[n] == least][:TRIED]
        named = points if exact else frozenset[int]()
        return Undone(afters, named, self._makes_no_shot(afters)) if afters else None

    def _makes_no_shot(self, afters: list[Situation]) -> bool:
        if self.game.rules.contact is Contact.BLOCK or not afters:
            return True
        shots = BY_ID["shots"]
        return bool(After(self.game, afters).counted(shots).max() <= self.both.counted(shots)[0])

    def _exact(
        self, fact: Fact, losing: list[int], made: "_Made"
    ) -> tuple[frozenset[int], list[int]]:
        """The points that the better turn alone makes, and the changes that open these and no other."""
        if fact.id not in POINTS:
            return frozenset(), []
        rules, difference = self.game.rules, self.both.counted(fact)
        points = gained_points(
            rules, self.best, self.played, fact.id, float(difference[0] - difference[1])
        )
        left = counted_points(rules, self.best, fact.id) - points
        exact = [
            n for n in losing if counted_points(rules, made.changes[n].position, fact.id) == left
        ]
        return points, exact if points else []

    def _calm(self, losing: list[int], made: "_Made") -> list[int]:
        """The changes that give the opponent no new shots: no more than the turns do."""
        if self.game.rules.contact is Contact.BLOCK:
            return losing
        most = self.both.counted(BY_ID["shots"]).max()
        ordered = sorted(losing, key=lambda n: made.changes[n].pips)
        for begin in range(0, len(ordered) if self.is_pinning else 1, LOOKED_AT):
            some = ordered[begin : begin + LOOKED_AT]
            after = After(self.game, [made.after.afters[n] for n in some])
            shots = after.counted(BY_ID["shots"]).tolist()
            if calm := [n for n, count in zip(some, shots, strict=True) if count <= most]:
                return calm
        return []


class _Made(NamedTuple):
    """Changes, and the situations after them."""

    changes: list[SmallChange]
    after: After


def near(rules: Rules, position: Position, _played: Position) -> Iterator[SmallChange]:
    """One checker moved by up to FARTHEST pips."""
    return changes(rules, position)


def far(rules: Rules, position: Position, _played: Position) -> Iterator[SmallChange]:
    """One checker moved by up to FAR_WITH_PINS pips."""
    return changes(rules, position, FAR_WITH_PINS)


def back(rules: Rules, position: Position, _played: Position) -> Iterator[SmallChange]:
    """One checker that was borne off put back."""
    return returned(rules, position)


WAYS: dict[str, Changing] = {"on the bar": unhit, "pinned": freed, "off": back}
"""The changes that can take a fact away; for the others a checker is moved by a few pips."""
