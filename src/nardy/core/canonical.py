"""The canonical text of a turn, and the legal turns with their texts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from nardy.core import engine
from nardy.core.choices import Contact
from nardy.core.dice import ROLLS, DiceList, Roll, check_dice_list
from nardy.core.legal import MOST_TURNS, begin, sequences
from nardy.core.playing import readings
from nardy.core.position import OFF, Position
from nardy.core.rules import Rules
from nardy.core.shortest_notation import (
    FEW_MOVES,
    joinings,
    order_is_free,
    order_is_given,
    shortest_plays,
)
from nardy.core.steps import MidTurn, Step, after, broken_law, lands_on_opponent
from nardy.core.turn import Move, Turn
from nardy.core.words import Word, join_moves, sorted_words, words_text

Edge = tuple[int, int, int]
Moves = tuple[Move, ...]
Edges = tuple[tuple[int, int], ...]
"""Origins and targets of moves."""
_ROLLS = {roll: roll for roll in ROLLS}


def legal_turns(
    rules: Rules, position: Position, dice: DiceList | Roll, limit: int = MOST_TURNS
) -> Mapping[Turn, Position]:
    """Every legal turn with its final position, seen by the mover.

    Turns with the same final position are the same turn. A dance is one empty turn. Turns are sorted
    by their words: larger origins first, then larger targets.

    >>> from nardy.games import BACKGAMMON
    >>> turns = legal_turns(BACKGAMMON, BACKGAMMON.start, Roll.of(3, 1))
    >>> len(turns), str(next(iter(turns)))
    (16, '24/23 24/21')

    Raises:
        TooManyTurns: more than *limit*, as cascades have; play those move by move.
        NotationError: the dice are no Roll and no DiceList, or not from 1 to 6.
    """
    if isinstance(dice, Roll):
        # A Roll that was made without `Roll.of` may hold any numbers in any order. The look-up is faster.
        dice = rules.dice_list(_ROLLS.get(dice) or Roll.of(*dice))
    else:
        check_dice_list(dice)
    fast = engine.current()
    turns = fast.legal_turns(rules, position, dice, limit) if fast else None
    if turns is not None:
        return turns
    mid = begin(rules, position, dice)
    found = {
        standard_turn(rules, mid, moves, final): final
        for final, moves in sequences(rules, mid, limit).items()
    }
    return dict(sorted(found.items(), key=lambda item: reading_order(item[0])))


def reading_order(turn: Turn) -> tuple[tuple[tuple[int, int], ...], str]:
    """The sort key of lists of turns."""
    words = join_moves(turn.moves)
    return tuple((-word.places[0], -word.places[-1]) for word in words), turn.text


def standard_turn(rules: Rules, mid: MidTurn, moves: Moves, final: Position) -> Turn:
    """The turn that leads to a final position, independent of the search that found its moves."""
    turn = canonical_turn(rules, mid, moves, final)
    return replace(turn, moves=standard_moves(rules, mid, moves, final))


def standard_moves(rules: Rules, mid: MidTurn, moves: Moves, final: Position) -> Moves:
    """The moves of a turn in standard order, as lists give them.

    Larger origins come first, and a checker that plays both dice plays the larger die first, as
    far as the laws allow. Different dice in a given order leave no choice. The moves of long
    cascades are unchanged, because they have too many orders to try.
    """
    is_given = order_is_given(mid.dice, in_order=mid.in_order)
    if is_given or not 2 <= len(moves) <= FEW_MOVES:
        return moves
    found = tuple(move[:2] for move in moves)
    for edges in _standard_orders(mid, found):
        if edges == found:
            return moves
        if made := _played(rules, mid, edges, final):
            return made
    return moves


def _standard_orders(mid: MidTurn, found: Edges) -> Iterator[Edges]:
    """Orders of the moves to try, the preferred one first."""
    falling = tuple(sorted(found, reverse=True))
    # One checker plays both dice: the point between depends on the die that comes first.
    if len(falling) == 2 and falling[0][1] == falling[1][0] and len(set(mid.dice)) == 2:
        origin, target = falling[0][0], falling[1][1]
        for die in sorted(mid.dice, reverse=True):
            if origin - die > OFF:
                yield (origin, origin - die), (origin - die, target)
    yield falling
    # Equal moves give equal permutations; `dict.fromkeys` tries each once and keeps the order.
    yield from dict.fromkeys(permutations(falling))


def _played(rules: Rules, mid: MidTurn, edges: Edges, final: Position) -> Moves | None:
    """The moves played one by one; None if a law forbids one, or they lead elsewhere."""
    made: list[Move] = []
    for origin, target in edges:
        # Smaller dice first, as in legal.steps: the larger one may have to bear off another checker.
        steps = (Step(origin, die) for die in reversed(mid.usable))
        fitting = (step for step in steps if step.target == target)
        step = next((step for step in fitting if not broken_law(rules, mid, step)), None)
        if step is None:
            return None
        made.append(Move(origin, target, lands_on_opponent(rules, mid.position, target)))
        mid = after(rules, mid, step)
    return tuple(made) if mid.position == final else None


def canonical_turn(rules: Rules, mid: MidTurn, moves: Moves, final: Position) -> Turn:
    """The turn of one sequence of moves, with its canonical text.

    It has the fewest words, then larger origins, then larger targets. Where a law depends on the
    order of moves (formations after each move, the runner, a hitter), a text must be playable as
    written.
    """
    if moves and order_is_given(mid.dice, in_order=mid.in_order):
        return Turn(moves, words_text(_ordered_words(rules, mid, moves, final)))
    edges = shown_edges(rules, moves, fresh_pins(rules, mid.position, final))
    joined = freely_joined(edges)
    # The words can be played as they stand: no law orders the moves, or they were found in this
    # order.
    if order_is_free(rules) or joined == join_moves(edges):
        return Turn(moves, words_text(joined))
    for words in _partitions(edges):
        found = readings(rules, mid, words)
        if len(found) == 1 and found[0].position == final:
            return Turn(moves, words_text(words))
    return Turn(moves, words_text(join_moves(edges)))


def _ordered_words(rules: Rules, mid: MidTurn, moves: Moves, final: Position) -> list[Word]:
    """The words where different dice are played in order, found by `shortest_plays`."""
    fresh = fresh_pins(rules, mid.position, final)
    candidates: list[list[Word]] = []
    for play in shortest_plays(rules, mid, final, len(moves)) or [moves]:
        for words in joinings(play):
            if rules.contact is Contact.PIN:
                candidates.append(starred([word.places for word in words], set(fresh)))
            else:
                candidates.append(sorted_words(words))
    # The text breaks ties, so that the result does not depend on the order of the search.
    return min(candidates, key=lambda words: (_preference(words), words_text(words)))


def fresh_pins(rules: Rules, before: Position, final: Position) -> frozenset[int]:
    """The mover's points where the turn pinned a checker that was free before."""
    return frozenset(map(rules.facing, final.opponent_pinned - before.opponent_pinned))


def shown_edges(rules: Rules, moves: Moves, fresh: frozenset[int]) -> tuple[Edge, ...]:
    """The moves as written: in pin games a star marks a new pin.

    Pins on the way, or lifted and set again, are not marked.
    """
    if rules.contact is not Contact.PIN:
        return moves
    # Other pins depend on the order of moves and leave no trace
    # (docs/decisions/canonical-turns.md).
    return tuple((move.origin, move.target, move.target in fresh) for move in moves)


def freely_joined(edges: tuple[Edge, ...]) -> list[Word]:
    """The fewest words for moves whose order does not matter.

    A checker that lands where another leaves goes on. A star is attached to a word that ends on its
    point, otherwise to the first word that passes it.
    """
    hit = {target for _, target, hits in edges if hits}
    if {edge[0] for edge in edges}.isdisjoint(edge[1] for edge in edges):
        return starred([edge[:2] for edge in edges], hit)
    ways: list[tuple[int, ...]] = []
    for origin, target, _ in sorted(edges, key=lambda edge: (-edge[0], -edge[1])):
        # Origins are falling, so a checker that stands here by now came from farther back.
        here = [way for way in ways if way[-1] == origin]
        if here:
            # The one from the nearest origin goes on, so that larger origins keep larger targets.
            way = min(here)
            ways[ways.index(way)] = (*way, target)
        else:
            ways.append((origin, target))
    return starred(ways, hit)


def starred(ways: Sequence[tuple[int, ...]], hit: set[int]) -> list[Word]:
    """The words of ways, with each hit marked once."""
    if not hit:
        return sorted_words(map(Word, ways))
    ways = sorted(ways, key=lambda way: (-way[0], -way[-1]))
    hits: list[set[int]] = [set() for _ in ways]
    for point in hit:
        ending = [n for n, way in enumerate(ways) if way[-1] == point]
        passing = [n for n, way in enumerate(ways) if point in way[1:]]
        # One star is enough for each hit, and the same turn must always have the same text.
        hits[(ending or passing)[0]].add(point)
    return sorted_words(map(Word, ways, map(frozenset, hits)))


def _partitions(edges: tuple[Edge, ...]) -> Iterator[list[Word]]:
    """Every way to join the moves into words, the canonical candidates first."""
    # Larger origins first, so that a way exists before a later move continues it.
    joined: set[tuple[tuple[int, ...], ...]] = {()}
    for origin, target, _ in sorted(edges, key=lambda edge: (-edge[0], -edge[1])):
        joined = {extended for ways in joined for extended in _extensions(ways, origin, target)}
    hit = {target for _, target, hits in edges if hits}
    yield from sorted((starred(ways, hit) for ways in joined), key=_preference)


def _extensions(
    ways: tuple[tuple[int, ...], ...], origin: int, target: int
) -> Iterator[tuple[tuple[int, ...], ...]]:
    yield tuple(sorted((*ways, (origin, target))))
    for n, way in enumerate(ways):
        if way[-1] == origin:
            yield tuple(sorted((*ways[:n], (*way, target), *ways[n + 1 :])))


def _preference(words: list[Word]) -> tuple[int, list[int], list[int], int]:
    every = [word for word in words for _ in range(word.times)]
    return (
        len(every),
        [-word.places[0] for word in every],
        [-word.places[-1] for word in every],
        sum(len(word.places) for word in every),
    )
