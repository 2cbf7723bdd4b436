"""The shortest notation of a turn whose different dice are played in a given order.

Which moves can be joined depends on which checker took which die. To make the text independent of how a
turn was found, its moves are searched again, backwards from the final position: the last dice of a
cascade are the largest and fit in the fewest places.

A word goes on where a checker leaves a place at which another has arrived. So the number of words is
the number of moves that begin at a place where no checker had arrived.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from operator import mul, sub
from typing import NamedTuple

from nardy.core.choices import Check, Contact, HomeHit
from nardy.core.formations import has_formation_laws
from nardy.core.position import BAR, OFF, PLACES, Counts, Position
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
from nardy.core.words import Word

Moves = tuple[Move, ...]
StepsPlayed = tuple[Step, ...]

FEW_MOVES = 4
"""Up to this many moves all plays with the fewest words are found, at any cost."""
SEARCHES = (
    *((0, order, 200) for order in range(6)),
    *((extra, order, 200) for extra in (1, 2) for order in range(3)),
    *((None, order, 200) for order in range(29)),
    (None, 0, 50_000),
)
"""For longer lists: extra words, the order in which moves are tried, and most visits. Almost
every search ends quickly or never, so another order is better than a longer search."""
# More visits than any search makes: it ends when every order has been tried.
NO_END = 1_000_000_000


def order_is_free(rules: Rules) -> bool:
    """Whether no law depends on the order of the moves in a turn."""
    by_step = rules.prime_check is Check.STEP and has_formation_laws(rules)
    return not (by_step or rules.runner or rules.home_hit is not HomeHit.FREE)


def order_is_given(numbers: tuple[int, ...], *, in_order: bool) -> bool:
    """Whether different dice are played in a given order: cascades and leftovers."""
    return in_order and len(set(numbers)) > 1


def shortest_plays(rules: Rules, start: MidTurn, final: Position, number: int) -> list[Moves]:
    """Plays with few words from a turn's start to the final position that *number* dice reached.

    Up to FEW_MOVES dice: all plays with the fewest words. More dice: the first play found by a
    bounded search for the fewest words, then for one or two more; empty if none is found.
    """
    numbers = [number]
    if _is_over(rules, start.position, final):
        # The same end can be reached with fewer dice, or with more.
        number = len(start.dice)
        numbers = range(1, number + 1)
    searches = [BackwardSearch(rules, start, final, dice) for dice in numbers]
    if number <= FEW_MOVES:
        # A play of n dice has at most n words, so these numbers of extra words cover all plays.
        for extra in range(number):
            if plays := [moves for search in searches for moves in search.plays(extra)]:
                return plays
    for extra, order, visits in SEARCHES:
        for search in searches:
            for moves in search.plays(extra, order, visits):
                return [moves]
    return []


def _is_over(rules: Rules, before: Position, final: Position) -> bool:
    """Whether the turn ended the game, perhaps before the longest play."""
    touched = final.opponent != before.opponent or final.opponent_pinned - before.opponent_pinned
    return final.player[OFF] == rules.checkers or (rules.first_hit_wins and bool(touched))


def joinings(moves: Moves) -> Iterable[tuple[Word, ...]]:
    """The ways to join moves, in order, to the fewest words; for many moves one way."""
    joined: Iterable[tuple[Word, ...]] = [()]
    for move in moves:
        longer = {words: None for ways in joined for words in _longer(ways, move)}
        joined = longer if len(moves) <= FEW_MOVES else [next(iter(longer))]
    return joined


def _longer(words: tuple[Word, ...], move: Move) -> Iterator[tuple[Word, ...]]:
    """The words with one more move: a checker goes on, or starts a new word."""
    going_on = sorted({word for word in words if word.places[-1] == move.origin}, key=_places)
    hits = frozenset({move.target} if move.hits else ())
    for word in going_on or [Word((move.origin,))]:
        rest = list(words)
        if going_on:
            rest.remove(word)
        longer = Word((*word.places, move.target), word.hits | hits)
        yield tuple(sorted((*rest, longer), key=_places))


def _places(word: Word) -> tuple[tuple[int, ...], list[int]]:
    return word.places, sorted(word.hits)


class State(NamedTuple):
    """The mover's checkers after the first *number* dice."""

    counts: Counts
    number: int
    floor: Counts
    """The smallest count of each place, at the start and in the states from here to the end.

    () if the number of words is unlimited.
    """
    extra: int
    """How many more words are allowed."""
    lowest: int = 1
    """Equal dice are played from larger origins first: no origin may be below this."""


class BackwardSearch:
    """Backward search for the plays of a turn from its start to a final position."""

    def __init__(self, rules: Rules, start: MidTurn, final: Position, number: int) -> None:
        """Search plays of the first *number* dice."""
        self._rules, self._start, self._final = rules, start, final
        self._before = start.position.player
        self._dice = start.dice[:number]
        self._is_open, self._climbs = climbs(rules, start.position, self._dice)
        self._sums = tuple(accumulate(self._dice, initial=0))
        self._pips = start.position.pip_count()
        self._start_places = sum(1 << place for place, count in enumerate(self._before) if count)
        self._is_sorted = order_is_free(rules) and not rules.first_hit_wins
        self._is_simple = self._is_sorted and rules.contact is Contact.BLOCK
        self._failed: set[State] = set()
        self._order = self._visits_left = 0

    def plays(self, extra: int | None, order: int = 0, visits: int = NO_END) -> Iterator[Moves]:
        """Plays with at most *extra* words more than the theoretical minimum; None: any number.

        *order* selects the order in which moves are tried; the search ends after *visits* states.
        """
        self._order, self._visits_left = order, visits
        final = self._final.player
        floor = () if extra is None else tuple(map(min, self._before, final))
        for steps in self._back(State(final, len(self._dice), floor, extra or 0), ()):
            moves = self._played(steps)
            if moves:
                yield moves

    def _back(self, state: State, played: StepsPlayed) -> Iterator[StepsPlayed]:
        if not state.number:
            yield played
            return
        if state in self._failed or not self._may_begin(state) or self._visits_left <= 0:
            return
        self._visits_left -= 1
        found = False
        every = self._earlier(state)
        if self._order:
            every = sorted(every, key=lambda pair: self._rank(pair[0].origin + state.number))
        for step, earlier in every:
            for steps in self._back(earlier, (step, *played)):
                found = True
                yield steps
        # Without visits left the search has not failed but stopped, and may succeed later.
        if not found and self._visits_left > 0:
            self._failed.add(state)

    def _rank(self, number: int) -> int:
        # 29 is prime: each order below it ranks the 26 places in another way, without ties.
        return number * self._order % 29

    def _earlier(self, state: State) -> Iterator[tuple[Step, State]]:
        """Each possible last move, with the state before it."""
        counts, number, floor, extra, lowest = state
        die = self._dice[number - 1]
        climbs, passed = self._climbs[number - 1], _passed(self._before, counts)
        goes_on = self._is_sorted and number > 1 and self._dice[number - 2] == die
        # Going backward, a checker that is off may come from the die's point or from any below.
        borne_off = range(lowest, die + 1) if counts[OFF] else ()
        others = (target + die for target in range(1, PLACES - die) if counts[target])
        for origin in (*borne_off, *others):
            target = max(OFF, origin - die)
            if origin < lowest or not climbs[origin] & self._start_places:
                continue
            lower = bool(floor) and counts[target] <= floor[target]
            if (lower and not extra) or not all(passed[target + 1 : origin + 1]):
                continue
            if (
                self._is_open[target]
                if self._is_simple and target
                else self._is_legal(counts, origin, die)
            ):
                yield (
                    Step(origin, die),
                    State(
                        _moved(counts, target, origin),
                        number - 1,
                        _lowered(floor, target) if lower else floor,
                        extra - lower,
                        origin if goes_on else 1,
                    ),
                )

    def _is_legal(self, counts: Counts, origin: int, die: int) -> bool:
        """Whether the laws that look at the position alone allow the move; hits do not matter to them."""
        step = Step(origin, die)
        before = Position(
            _moved(counts, step.target, origin),
            self._start.position.opponent,
            self._start.position.player_pinned,
        )
        mid = MidTurn(before, (die,), in_order=True, from_head=NO_LIMIT)
        return broken_law(self._rules, mid, step) is None

    def _may_begin(self, state: State) -> bool:
        """Whether the first dice can lead to this state: a fast test that rejects most wrong states.

        Each checker must have a possible origin among the places occupied at the start, and each of
        these places must be the origin of a checker. The pips played must fit too.
        """
        counts, number = state.counts, state.number
        reached = 0
        for place, count in enumerate(counts):
            if count:
                mine = self._climbs[number][place] & self._start_places
                if not mine:
                    return False
                reached |= mine
        if reached != self._start_places:
            return False
        wasted = self._sums[number] - self._pips + _pips(counts)
        borne_off = counts[OFF] - self._before[OFF]
        # Only bearing off wastes pips, at most 5 a checker: a 6 from the 1 point.
        if not 0 <= wasted <= 5 * borne_off:
            return False
        dice = self._dice
        return dice[0] != dice[number - 1] or _equal_dice_lead(self._before, counts, dice[:number])

    def _played(self, steps: StepsPlayed) -> tuple[Move, ...]:
        """The steps as moves; empty if a law that looks at earlier moves forbids them."""
        mid, moves = self._start, list[Move]()
        for step in steps:
            if mid.is_over or broken_law(self._rules, mid, step):
                return ()
            hits = lands_on_opponent(self._rules, mid.position, step.target)
            moves.append(Move(step.origin, step.target, hits))
            mid = after(self._rules, mid, step)
        return tuple(moves) if mid.position == self._final else ()


@lru_cache(maxsize=64)
def climbs(
    rules: Rules, position: Position, dice: tuple[int, ...]
) -> tuple[tuple[bool, ...], tuple[tuple[int, ...], ...]]:
    """The open points, and the possible origins of checkers after each number of dice.

    A row has a mask for each place: the places where a checker there can have started.
    """
    mid = MidTurn(position, dice, in_order=True, from_head=NO_LIMIT)
    # Only the target matters to this law, so any origin will do.
    is_open = [
        p not in (OFF, BAR) and not closed_point(rules, mid, Step(p + 1, 1)) for p in range(PLACES)
    ]
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
    return tuple(is_open), tuple(rows)


def _pips(counts: Counts) -> int:
    return sum(map(mul, counts, range(PLACES)))


def _passed(before: Counts, counts: Counts) -> list[int]:
    """How many checkers have left or passed each place between these counts."""
    differences = map(sub, reversed(before), reversed(counts))
    return list(accumulate(differences))[::-1]


def _equal_dice_lead(before: Counts, counts: Counts, dice: tuple[int, ...]) -> bool:
    """Whether equal dice lead from these counts to those; there is only one way."""
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
