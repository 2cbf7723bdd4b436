"""The legal turns that a text can mean, with its words in any order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise

from nardy.core.choices import Contact
from nardy.core.legal import Reaches, longest_play, longest_step, reach
from nardy.core.position import OFF, Position
from nardy.core.rules import Rules
from nardy.core.shortest_notation import FEW_MOVES, joinings, shortest_plays
from nardy.core.steps import MidTurn, Step, after, broken_law, lands_on_opponent
from nardy.core.turn import Move
from nardy.core.words import Word, sorted_words
from nardy.errors import TooManyTurns

MOST_STATES = 50_000
"""Search limit: cascades can be written in too many orders to follow all."""
MOST_INTERLEAVED = 5_000
"""Search limit where only the reason of a refusal depends on the search."""

Way = tuple[int, ...]
"""The rest of a checker's way: its place now, then named points, then its target."""


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """One way to play all the words."""

    position: Position
    moves: tuple[Move, ...]
    touches: int
    """Opposing checkers touched on the way at points that the words do not name."""


def ways_of(words: Iterable[Word]) -> tuple[Way, ...]:
    """One way for each checker that the words move."""
    return tuple(word.places for word in words for _ in range(word.times))


def readings(rules: Rules, mid: MidTurn, words: Iterable[Word]) -> list[WayToPlay]:
    """The legal turns that the words can mean, one for each final position.

    A joined word without named points means the way that touches no opposing checker, otherwise
    the fewest: only the readings with the fewest are returned.
    """
    reaches: Reaches = {}
    ways = ways_of(words)
    if not ways:
        dances = longest_play(rules, mid, reaches) == 0
        return [WayToPlay(mid.position, (), 0)] if dances else []
    if known := _canonical_play(rules, mid, ways, reaches):
        return [known]
    found: dict[Position, WayToPlay] = {}
    for played in _play(rules, mid, ways, reaches):
        known = found.get(played.position)
        if known is None or played.touches < known.touches:
            found[played.position] = played
        if played.touches == 0:
            # Only named points are touched, so the words alone determine the final position.
            break
    fewest = min((played.touches for played in found.values()), default=0)
    return [played for played in found.values() if played.touches == fewest]


def _play(
    rules: Rules, start: MidTurn, ways: tuple[Way, ...], reaches: Reaches
) -> Iterator[WayToPlay]:
    """Every way to play the words; the search visits each state once."""
    visited: set[tuple[MidTurn, tuple[Way, ...], int]] = set()
    stack: list[tuple[MidTurn, tuple[Way, ...], int, tuple[Move, ...]]] = [(start, ways, 0, ())]
    if not _pips_fit(rules, start, ways, reach(rules, start, reaches)):
        return
    while stack:
        # Before each state, so that hostile texts cannot keep the search going.
        if len(visited) > MOST_STATES:
            raise TooManyTurns(MOST_STATES, "steps in the search for one turn")
        mid, left, touches, moves = stack.pop()
        if not left:
            if moves and (mid.is_over or reach(rules, mid, reaches) == 0):
                yield WayToPlay(mid.position, moves, touches)
            continue
        if (mid, left, touches) in visited or (mid.in_order and not dice_add_up(mid.dice, left)):
            continue
        visited.add((mid, left, touches))
        for way in dict.fromkeys(left):
            for move, there in _moves_along(rules, mid, way, reaches):
                touched = touches + (move.hits and move.target != way[1])
                rest = (*_without(left, way), *_further(way, move.target))
                stack.append((there, rest, touched, (*moves, move)))


def interleaved(rules: Rules, start: MidTurn, ways: tuple[Way, ...]) -> list[MidTurn]:
    """The states after these ways, if their moves alternate; laws on the whole turn may be broken.

    In a cascade 24/15(2) with 4-4-5-5 moves both checkers by the fours first. A search that takes too long
    finds nothing.
    """
    # A dictionary as an ordered set, so that the same turn always gets the same reason.
    ends: dict[MidTurn, None] = {}
    visited: set[tuple[MidTurn, tuple[Way, ...]]] = set()
    stack = [(start, ways)] if _fits_first_dice(start, ways) else []
    while stack:
        mid, left = stack.pop()
        if not left:
            ends[mid] = None
            continue
        if (mid, left) in visited or not dice_add_up(mid.dice, left):
            continue
        visited.add((mid, left))
        if len(visited) > MOST_INTERLEAVED:
            return []
        for way in dict.fromkeys(left):
            for step in (Step(way[0], die) for die in mid.usable):
                if step.target >= way[1] and broken_law(rules, mid, step) is None:
                    rest = (*_without(left, way), *_further(way, step.target))
                    # Sorted, so that equal ways left are one state.
                    stack.append((after(rules, mid, step), tuple(sorted(rest))))
    return list(ends)


def _fits_first_dice(mid: MidTurn, ways: tuple[Way, ...]) -> bool:
    """Whether the ways have the pips of some of the dice in order: a fast test."""
    if any(way[-1] == OFF for way in ways):
        # Bearing off may waste pips.
        return True
    return sum(way[0] - way[-1] for way in ways) in accumulate(mid.dice)


def _moves_along(
    rules: Rules, mid: MidTurn, way: Way, reaches: Reaches
) -> Iterator[tuple[Move, MidTurn]]:
    """The legal moves of the checker on this way, up to its next named point; others are not tried."""
    # Smaller dice first, as `legal_moves` lists them.
    for target in dict.fromkeys(max(OFF, way[0] - die) for die in reversed(mid.usable)):
        step = longest_step(rules, mid, (way[0], target), reaches) if target >= way[1] else None
        if step:
            hits = lands_on_opponent(rules, mid.position, target)
            yield Move(way[0], target, hits), after(rules, mid, step)


def _further(way: Way, target: int) -> tuple[Way, ...]:
    """The rest of a way after a landing; empty at its end."""
    rest = (target, *(way[2:] if target == way[1] else way[1:]))
    return (rest,) if len(rest) > 1 else ()


def _without(ways: tuple[Way, ...], way: Way) -> tuple[Way, ...]:
    where = ways.index(way)
    return (*ways[:where], *ways[where + 1 :])


def _canonical_play(
    rules: Rules, mid: MidTurn, ways: tuple[Way, ...], reaches: Reaches
) -> WayToPlay | None:
    """The turn whose canonical text these words are, in a long cascade; None where it is not found so.

    The words alone give the final position, and its shortest plays are few. So their texts are compared with
    the words, instead of trying the words in every order. After None the caller tries them all.
    """
    # Only in block games do origins and targets alone determine the final position.
    if rules.contact is not Contact.BLOCK or len(ways) > len(mid.dice) or not mid.in_order:
        return None
    counts = list(mid.position.player)
    for way in ways:
        counts[way[0]] -= 1
        counts[way[-1]] += 1
    longest = reach(rules, mid, reaches)
    if min(counts) < 0 or longest <= FEW_MOVES or len(set(mid.dice)) == 1:
        return None
    final = replace(mid.position, player=tuple(counts))
    for moves in shortest_plays(rules, mid, final, longest):
        for words in joinings(moves):
            if sorted(ways_of(sorted_words(words))) == sorted(ways):
                return WayToPlay(final, moves, 0)
    return None


def dice_add_up(dice: tuple[int, ...], ways: tuple[Way, ...]) -> bool:
    """Whether each way is a sum of some of the dice."""
    sums = _sums(dice)
    return all(
        sums >= 1 << origin if target == OFF else sums >> (origin - target) & 1
        for way in ways
        for origin, target in pairwise(way)
    )


@lru_cache(maxsize=1_000)
def _sums(dice: tuple[int, ...]) -> int:
    """The possible sums of some of the dice, as bits."""
    sums = 1
    for die in dice:
        # Shifting by a die adds it to every sum so far.
        sums |= sums << die
    return sums


def _pips_fit(rules: Rules, mid: MidTurn, ways: tuple[Way, ...], longest: int) -> bool:
    """Whether these ways have as many pips as the dice played in order.

    It rejects wrong words for a cascade without a search.
    """
    if not mid.in_order or rules.contact is Contact.HIT or any(way[-1] == OFF for way in ways):
        # Bearing off may waste pips, and a first hit may end the turn.
        return True
    return sum(way[0] - way[-1] for way in ways) == sum(mid.dice[:longest])
