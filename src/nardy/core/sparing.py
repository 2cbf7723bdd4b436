"""The fewest words of a turn whose dice, different ones, are played in a given order.

What can be joined there depends on which checker took which die. So that a text never hangs on
how a turn was found, its moves are looked for anew, from the final position backwards: the last
dice of a cascade are the largest, which fit in the fewest places.

A checker that leaves a place where another has arrived goes on with that one's word. So a turn
has as many words as checkers have left places at which none had arrived.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nardy.core.legal import NO_LIMIT
from nardy.core.position import BAR, OFF, PLACES, Counts, Position
from nardy.core.rules import Rules
from nardy.core.steps import MidTurn, Step, after, broken_law, closed_point, lands_on_opponent
from nardy.core.turn import Move

Steps = tuple[Step, ...]
NO_END = 1_000_000_000


class State(NamedTuple):
    """The mover's checkers where the first *number* dice have been played."""

    counts: Counts
    number: int
    floor: Counts
    """The fewest checkers that have stood on each place from here on, and at the start."""
    spare: int
    """How many more words there may be."""
    lowest: int
    """Of equal dice, those from larger origins are played first: no smaller origin than this."""


class Retrace:
    """The plays of a turn from its start to a final position, found backwards."""

    def __init__(self, rules: Rules, start: MidTurn, final: Position, number: int) -> None:
        """Look for plays of the first *number* dice."""
        self._rules, self._start, self._final = rules, start, final
        self._before = start.position.player
        self._dice = start.dice[:number]
        self._climbs = climbs(rules, start.position, self._dice)
        self._stood = sum(1 << place for place, count in enumerate(self._before) if count)
        self._dead: set[State] = set()
        self._visits_left = 0
        self._is_sorted = False

    def plays(self, spare: int, *, is_sorted: bool, visits: int = NO_END) -> Iterator[tuple[Move, ...]]:
        """Every play of so many words more than the fewest thinkable, or of less.

        Where *is_sorted*, equal dice are played from larger origins first. The search ends
        after so many *visits*.
        """
        self._dead.clear()
        self._is_sorted, self._visits_left = is_sorted, visits
        floor = tuple(map(min, self._before, self._final.player))
        for steps in self._back(State(self._final.player, len(self._dice), floor, spare, 1), ()):
            moves = self._played(steps)
            if moves:
                yield moves

    def _back(self, state: State, played: Steps) -> Iterator[Steps]:
        if not state.number:
            yield played
            return
        if state in self._dead or not self._may_begin(state) or self._visits_left <= 0:
            return
        self._visits_left -= 1
        found = False
        for step, earlier in self._earlier(state):
            for steps in self._back(earlier, (step, *played)):
                found = True
                yield steps
        if not found:
            self._dead.add(state)

    def _earlier(self, state: State) -> Iterator[tuple[Step, State]]:
        """Each last move that can have led here, with the state before it."""
        counts, number, floor, spare, lowest = state
        die = self._dice[number - 1]
        climbs, above = self._climbs[number - 1], _came_from(self._before, counts)
        equal = self._is_sorted and number < len(self._dice) and self._dice[number] == die
        for origin in range(lowest if equal else 1, PLACES):
            target = max(OFF, origin - die)
            if not counts[target] or not climbs[origin] & self._stood:
                continue
            if not all(above[target + 1 : origin + 1]):
                continue
            lower = counts[target] <= floor[target]
            if (lower and not spare) or not self._is_lawful(counts, origin, die):
                continue
            yield Step(origin, die), State(
                _moved(counts, target, origin),
                number - 1,
                _lowered(floor, target) if lower else floor,
                spare - lower,
                origin,
            )

    def _is_lawful(self, counts: Counts, origin: int, die: int) -> bool:
        """Whether the laws that need no memory allow the move; hits change none of them."""
        step = Step(origin, die)
        before = Position(
            _moved(counts, step.target, origin),
            self._start.position.opponent,
            self._start.position.player_pinned,
        )
        mid = MidTurn(before, (die,), in_order=True, from_head=NO_LIMIT)
        return broken_law(self._rules, mid, step) is None

    def _may_begin(self, state: State) -> bool:
        """Whether the first dice can have led here; a quick no for most that cannot."""
        counts, number = state.counts, state.number
        reached = 0
        for place, count in enumerate(counts):
            if count:
                mine = self._climbs[number][place] & self._stood
                if not mine:
                    return False
                reached |= mine
        if reached != self._stood:
            return False
        dice = self._dice[:number]
        pips = sum(p * (old - new) for p, (old, new) in enumerate(zip(self._before, counts, strict=True)))
        borne_off = counts[OFF] - self._before[OFF]
        if not 0 <= sum(dice) - pips <= borne_off * (dice[-1] - 1 if dice[-1] >= dice[0] else 5):
            return False
        return dice[0] != dice[-1] or _equal_dice_lead(self._before, counts, dice)

    def _played(self, steps: Steps) -> tuple[Move, ...]:
        """The steps as moves; none where a law with a memory forbids them."""
        mid, moves = self._start, list[Move]()
        for step in steps:
            if mid.is_over or broken_law(self._rules, mid, step):
                return ()
            hits = lands_on_opponent(self._rules, mid.position, step.target)
            moves.append(Move(step.origin, step.target, hits))
            mid = after(self._rules, mid, step)
        return tuple(moves) if mid.position == self._final else ()


@lru_cache(maxsize=64)
def climbs(rules: Rules, position: Position, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """After each number of dice: from where a checker can have come to each place, as masks."""
    mid = MidTurn(position, dice, in_order=True, from_head=NO_LIMIT)
    is_open = [p not in (OFF, BAR) and not closed_point(rules, mid, Step(p + 1, 1)) for p in range(PLACES)]
    rows = [tuple(1 << place for place in range(PLACES))]
    for die in dice:
        earlier = rows[-1]
        row = [
            earlier[p] | (earlier[p + die] if is_open[p] and p + die < PLACES else 0)
            for p in range(PLACES)
        ]
        for origin in range(1, die + 1):
            row[OFF] |= earlier[origin]
        rows.append(tuple(row))
    return tuple(rows)


def _came_from(before: Counts, counts: Counts) -> list[int]:
    """How many checkers have come down past each place, or left it, between these counts."""
    more, passed = 0, [0] * PLACES
    for place in range(BAR, OFF - 1, -1):
        more += before[place] - counts[place]
        passed[place] = more
    return passed


def _equal_dice_lead(before: Counts, counts: Counts, dice: tuple[int, ...]) -> bool:
    """Whether equal dice lead from these counts to those: there is but one way."""
    die, left = dice[0], len(dice)
    arrived = [0] * PLACES
    for place in range(BAR, OFF, -1):
        leaving = before[place] + arrived[place] - counts[place]
        if leaving < 0:
            return False
        arrived[max(OFF, place - die)] += leaving
        left -= leaving
    return left == 0


def _moved(counts: Counts, origin: int, target: int) -> Counts:
    moved = list(counts)
    moved[origin] -= 1
    moved[target] += 1
    return tuple(moved)


def _lowered(floor: Counts, place: int) -> Counts:
    return (*floor[:place], floor[place] - 1, *floor[place + 1 :])
