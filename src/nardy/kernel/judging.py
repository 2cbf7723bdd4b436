"""The law that a move breaks: what core/draft.py and core/judge.py say, in compiled code.

A refused move is judged with those before it as words, each an origin and a target. As in the rule book a
word may be one checker that goes on by several dice, and the words may be meant in another order: if
they make a whole turn in any way, all that is wrong is the die of the single move. Otherwise the
words are followed as written, by every die that fits; of the attempts the one that got furthest names the
law, and of equals the one whose law comes first in `LAW_IDS` (single_laws.py).

Where the rule book calls the words ambiguous or has too many states to follow, here the law is wrong-die
or the answer CROWDED.

Vocabulary: `words` are the moves (origin, target) and how many of them count; a *trial* is an origin and
a die; `state` is the index of a state (states.py) and `size` how many there are; dice are *loose* if
they are two different ones that may be played in either order, and `swap` is 1 for the second order.
"""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.equal_dice import CROWDED
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.laws import target_of
from nardy.kernel.layout import Bytes, Ints, Rows
from nardy.kernel.moves import FULL, MOST_MOVES, keep_longest, try_moves
from nardy.kernel.play import play_batch
from nardy.kernel.single_laws import (
    CASCADE_ORDER,
    GAME_OVER,
    LARGER_DIE,
    LEGAL,
    LONGEST_PLAY,
    NO_CHECKER,
    WRONG_DIE,
    law_of,
    law_of_formation,
    law_of_origin,
)
from nardy.kernel.states import (
    HELD,
    HIT,
    IS_OVER,
    LAST,
    NOT_FOUND,
    PARENT,
    PLAYED,
    REACH,
    STATE_SIZE,
    Pool,
    find,
    first_state,
    make_pool,
    may_end,
)
from nardy.kernel.work import Work, make_work, read_row

NO_WAY = 0
"""The words make no whole turn."""
WHOLE = 1
STACK, ENDS = 0, 1
"""Columns of work.alike: states to go on from, and those where a word has ended."""
STATE, NEXT, SUMS, PIPS = range(4)
"""Columns of work.levels: the state of each level, the next word to try, and of the dice left then the
possible sums of some of them, as bits, and the sum of all."""
MOST_SUMS = (1 << at.PLACES) - 1
LAW_BITS = 5
"""An attempt is a number: the place where it failed, shifted by these bits, and the law."""
NO_ATTEMPT = 100 << LAW_BITS
PLACE_BITS = 5
PLACES_EACH = 12
"""How many words have their places in one number."""
MOST_WORDS = PLACES_EACH * at.MOVE_SIZE
"""Their places now are in the columns of the last move, which this search does not need."""
MOST_WASTE = 5
"""Pips that bearing a checker off may waste: a 6 from the 1 point."""

Words = tuple[Bytes, int]


@entry
def first_broken_law(rules: Ints, rows: Rows, moves: Bytes, room: int) -> int:
    """The law that the first illegal one of these moves breaks: its index in LAW_IDS.

    `rows` is one turn before its first move (play.begin_batch), `moves` int8[n, 2 or more] the origin
    and target of single moves, in order; `room` how many positions a search may hold.

    Returns: LEGAL if all moves are legal, CROWDED if a search needs a larger room.
    """
    row = number(0)
    most = rows.dice.shape[1]
    work = make_work(np.zeros((MOST_MOVES, 1, at.MOVE_SIZE), np.int8), most)
    # Each die is tried a few times where a move is judged as written.
    pool = make_pool(max(room, 2 * most + 8))
    now = Rows(rows.boards.copy(), rows.pins.copy(), rows.dice.copy(), rows.mids.copy())
    move = np.zeros((1, at.MOVE_SIZE), np.int8)
    longest = number(0)
    for j in range(moves.shape[0]):
        read_row(rules, now, row, work)
        tried = try_moves(now, row, work, pool)
        if tried == FULL:
            return CROWDED
        left, found = keep_longest(now, row, work, tried)
        if j == 0:
            longest = left
        k = index_of(work.moves, found, number(moves[j, 0]), number(moves[j, 1]))
        if k == NOT_FOUND:
            read_row(rules, rows, row, work)
            return refusal(rows, work, pool, (moves, j + 1), longest)
        for column in range(at.MOVE_SIZE):
            move[0, column] = work.moves[k, 0, column]
        play_batch(rules, now, move)
    return LEGAL


@jit
def index_of(moves: Bytes, found: int, origin: int, target: int) -> int:
    """Which of the moves found is this, or NOT_FOUND."""
    for k in range(found):
        if moves[k, 0, at.MOVE_ORIGIN] == origin and moves[k, 0, at.MOVE_TARGET] == target:
            return k
    return NOT_FOUND


@jit
def refusal(rows: Rows, work: Work, pool: Pool, words: Words, longest: int) -> int:
    """The law that the last of these words breaks, which is no legal move; or CROWDED.

    `longest` is how many dice must be played in the turn.
    """
    moves, count = words
    origin = number(moves[count - 1, 0])
    target = number(moves[count - 1, 1])
    if origin < 1 or origin > at.BAR:
        return NO_CHECKER
    if origin <= target:
        return WRONG_DIE
    if may_be_whole(rows, work, words, longest):
        for swap in range(1 + is_loose(rows, number(0))):
            found = make_whole(rows, work, pool, words, (longest, swap))
            if found != NO_WAY:
                return CROWDED if found == CROWDED else WRONG_DIE
    return as_written(rows, work, pool, words, longest)


@inlined
def is_loose(rows: Rows, played: int) -> int:
    """1 if the dice left after so many are two different ones for either order, otherwise 0."""
    mids, dice = rows.mids, rows.dice
    if mids[0, at.MID_IN_ORDER] or mids[0, at.MID_DICE] != 2 or played:
        return 0
    return 1 if dice[0, 0] != dice[0, 1] else 0


# --------------------------------------------------------------- the words in any order


@jit
def may_be_whole(rows: Rows, work: Work, words: Words, longest: int) -> bool:
    """Whether these words can have the dice of a whole turn: a fast test."""
    moves, count = words
    # A whole turn of a single die would be a legal move.
    if longest < 2 or count > longest or count > MOST_WORDS or moves[count - 1, 1] < at.OFF:
        return False
    frame = work.frame
    borne_off, standing = number(0), number(0)
    # The dice have as many pips as the words, and those that bearing off wastes.
    wasted = number(0)
    for i in range(longest):
        wasted += number(rows.dice[0, i])
    for i in range(count):
        wasted -= number(moves[i, 0]) - number(moves[i, 1])
        borne_off += moves[i, 1] == at.OFF
    for place in range(1, at.PLACES):
        standing += number(work.own[place])
    if borne_off == 0 and frame[at.FRAME_HITS] == 0 and is_loose(rows, number(0)) == 0:
        return wasted == 0
    # The move that ends the game counts as playing all the dice.
    ends = frame[at.FRAME_FIRST_HIT_WINS] != 0 or standing <= borne_off
    return wasted >= 0 and (ends or wasted <= MOST_WASTE * borne_off)


@jit
def make_whole(rows: Rows, work: Work, pool: Pool, words: Words, order: tuple[int, int]) -> int:
    """Whether the words make a whole turn, in any order: WHOLE, NO_WAY or CROWDED.

    `order` is how many dice must be played, and `swap`. Depth first, the words as written first.
    """
    longest, swap = order
    states, levels = pool.states, work.levels
    first_state(work.frame, work.own, states)
    for i in range(words[1]):
        put_place(states, number(0), i, number(words[0][i, 0]))
    sum_dice(rows, levels, longest, swap)
    pool.stamp[0] += 1
    size = number(1)
    level = number(0)
    levels[0, STATE], levels[0, NEXT] = 0, 0
    while level >= 0:
        i = number(levels[level, NEXT])
        if i == words[1]:
            level -= 1
            continue
        levels[level, NEXT] += 1
        if size == states.shape[0]:
            return CROWDED
        die = number(rows.dice[0, level ^ swap])
        other = number(rows.dice[0, 1]) if is_loose(rows, level) else die
        if not goes_on(work, pool, words, (number(levels[level, STATE]), i, size), (die, other)):
            continue
        ends = states[size, IS_OVER] != 0 or level + 1 == longest
        if words_left(states, size, words) == 0:
            if ends and may_end(work.frame, states, size):
                return WHOLE
        elif not ends and dice_fit(levels, states, size, words, level + 1):
            level += 1
            levels[level, STATE], levels[level, NEXT] = size, 0
        size += 1
    return NO_WAY


@jit
def sum_dice(rows: Rows, levels: Ints, longest: int, swap: int) -> None:
    """Fill the sums and the pips of the dice left after each number of dice."""
    sums, pips = number(1), number(0)
    levels[longest, SUMS], levels[longest, PIPS] = sums, pips
    for j in range(longest - 1, -1, -1):
        die = number(rows.dice[0, j ^ swap])
        sums |= sums << die & MOST_SUMS
        pips += die
        levels[j, SUMS], levels[j, PIPS] = sums, pips


@jit
def dice_fit(levels: Ints, states: Ints, state: int, words: Words, played: int) -> bool:
    """Whether what is left of each word is a sum of some of the dice left."""
    moves, count = words
    for i in range(count):
        place = place_of(states, state, i)
        if moves[i, 1] == at.OFF:
            if place > levels[played, PIPS]:
                return False
        elif levels[played, SUMS] >> (place - moves[i, 1]) & 1 == 0:
            return False
    return True


@jit
def goes_on(
    work: Work, pool: Pool, words: Words, way: tuple[int, int, int], dice: tuple[int, int]
) -> bool:
    """Whether a word can go on by a die, to a state not met before.

    `way` is the state, the word, and the row for the state after it; `dice` are the die, and the other of
    two loose dice that are both left, or the die again.
    """
    states, frame = pool.states, work.frame
    state, i, new = way
    die, other = dice
    origin, end = place_of(states, state, i), words[0][i, 1]
    target = target_of(origin, die)
    if origin == end or target < end or is_repeated(states, state, words, i):
        return False
    # Where both dice bear the same checker off, the smaller is taken (core/legal.py).
    is_larger = other < die and target_of(origin, other) == at.OFF
    if is_larger and law_of(frame, states, state, (origin, other), new) == LEGAL:
        return False
    if law_of(frame, states, state, (origin, die), new) != LEGAL:
        return False
    for column in range(at.MOVE_SIZE):
        states[new, LAST + column] = states[state, LAST + column]
    put_place(states, new, i, target)
    # Whatever is no part of the position is the same in equal states.
    states[new, PARENT] = 0
    states[new, REACH] = 0
    return find(pool, new, number(STATE_SIZE)) == NOT_FOUND


@inlined
def place_of(states: Ints, state: int, i: int) -> int:
    """The place where the checker of a word stands now."""
    places = number(states[state, LAST + i // PLACES_EACH])
    return places >> PLACE_BITS * (i % PLACES_EACH) & 31


@inlined
def put_place(states: Ints, state: int, i: int, place: int) -> None:
    """Set where the checker of a word stands now."""
    shift = PLACE_BITS * (i % PLACES_EACH)
    column = LAST + i // PLACES_EACH
    states[state, column] = number(states[state, column]) & ~(31 << shift) | place << shift


@jit
def is_repeated(states: Ints, state: int, words: Words, i: int) -> bool:
    """Whether an earlier word has the same way left."""
    moves = words[0]
    place = place_of(states, state, i)
    repeated = False
    for j in range(i):
        is_same = moves[j, 1] == moves[i, 1] and place_of(states, state, j) == place
        repeated = repeated or is_same
    return repeated


@jit
def words_left(states: Ints, state: int, words: Words) -> int:
    """How many words have not come to their target."""
    moves, count = words
    left = number(0)
    for i in range(count):
        left += place_of(states, state, i) != moves[i, 1]
    return left


# --------------------------------------------------------------- the words as written


@jit
def as_written(rows: Rows, work: Work, pool: Pool, words: Words, longest: int) -> int:
    """The law of the first word that cannot be followed, or that the whole turn breaks."""
    moves, count = words
    states, lists = pool.states, work.alike
    first_state(work.frame, work.own, states)
    lists[0, ENDS] = 0
    ends = number(1)
    size = number(1)
    for i in range(count):
        for k in range(ends):
            lists[k, STACK] = lists[k, ENDS]
            states[lists[k, STACK], REACH] = moves[i, 0]
        ends, size, attempt = go(rows, work, states, (number(moves[i, 1]), ends), size)
        if ends == 0:
            return attempt & ((1 << LAW_BITS) - 1)
    return law_of_turn(work, states, ends, longest)


@jit
def go(
    rows: Rows, work: Work, states: Ints, word: tuple[int, int], size: int
) -> tuple[int, int, int]:
    """Follow a word from the states of the stack, whose column REACH has the place of its checker.

    `word` is its target and how many states there are.

    Returns: how many states are in the list of ends, the new size, and the attempt that got furthest.
    """
    frame, lists = work.frame, work.alike
    target, stacked = word
    ends = number(0)
    furthest = number(NO_ATTEMPT)
    while stacked:
        stacked -= 1
        state = number(lists[stacked, STACK])
        origin = number(states[state, REACH])
        if origin == target:
            lists[ends, ENDS] = state
            ends += 1
            continue
        law = number(GAME_OVER)
        if states[state, IS_OVER] == 0:
            law = law_of_origin(frame, states, state, origin)
        if law != LEGAL:
            furthest = min(furthest, origin << LAW_BITS | law)
            continue
        fits = False
        for swap in range(1 + is_loose(rows, number(states[state, PLAYED]))):
            if not adds_up(rows, states, (state, swap), origin, target):
                continue
            fits = True
            die = die_at(rows, states, (state, swap), number(0))
            law = law_of(frame, states, state, (origin, die), size)
            if law != LEGAL:
                furthest = min(furthest, origin << LAW_BITS | law)
                continue
            states[size, REACH] = target_of(origin, die)
            lists[stacked, STACK] = size
            stacked += 1
            size += 1
        if not fits:
            law = law_of_no_die(rows, states, state, origin, target)
            furthest = min(furthest, origin << LAW_BITS | law)
    return ends, size, furthest


@inlined
def die_at(rows: Rows, states: Ints, order: tuple[int, int], j: int) -> int:
    """Die j of those left in a state; `order` is the state and `swap`."""
    state, swap = order
    played = number(states[state, PLAYED])
    dice = rows.dice
    if played == 1 and is_loose(rows, number(0)):
        return number(dice[0, 0]) + number(dice[0, 1]) - states[state, LAST + at.MOVE_DIE]
    return number(dice[0, played + (j ^ swap)])


@jit
def adds_up(rows: Rows, states: Ints, order: tuple[int, int], origin: int, target: int) -> bool:
    """Whether the first of the dice left, followed by others, brings a checker exactly to the target."""
    place = origin
    for j in range(rows.mids[0, at.MID_DICE] - states[order[0], PLAYED]):
        place = target_of(place, die_at(rows, states, order, j))
        if place <= target:
            return place == target
    return False


@jit
def law_of_no_die(rows: Rows, states: Ints, state: int, origin: int, target: int) -> int:
    """The law that a move breaks where no die that may be played now fits."""
    for j in range(rows.mids[0, at.MID_DICE] - states[state, PLAYED]):
        if target_of(origin, die_at(rows, states, (state, number(0)), j)) == target:
            return CASCADE_ORDER
    return WRONG_DIE


@jit
def law_of_turn(work: Work, states: Ints, ends: int, longest: int) -> int:
    """The law that a turn breaks whose moves are legal."""
    frame, lists = work.frame, work.alike
    played = number(-1)
    for k in range(ends):
        if may_end(frame, states, number(lists[k, ENDS])):
            played = max(played, states[lists[k, ENDS], PLAYED])
    if played < 0:
        end = number(lists[0, ENDS])
        return law_of_formation(frame, states[end, HELD], states[end, HIT])
    return LONGEST_PLAY if played < longest else LARGER_DIE
