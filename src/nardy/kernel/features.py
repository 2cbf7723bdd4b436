"""Network inputs besides the checkers: contact, shots, primes, mobility.

A position is valued before a roll and seen by the player who rolls next. Everything is computed on masks
(layout.py): a shot or a blocked die takes a few instructions, whatever the game.

Escapes from blocked points and the distance between the sides are inputs of GNU Backgammon (escapes,
containment, mobility, free pips, second moment); here they are computed for every game.

Vocabulary: `mine` is the player on roll, `theirs` the opponent, each a `Side` (side.py).
"""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import highest, lowest, number, ones
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.laws import HOME, POINTS, faced
from nardy.kernel.layout import Bytes, Floats, Ints, Pins
from nardy.kernel.side import Side, sides_of

Board = tuple[Bytes, Pins, int]
"""Boards and pins (layout.py), and the side that rolls next, PLAYER or OPPONENT."""

FEATURES = (
    "race",
    "race lead",
    "race length",
    "my shots",
    "their shots",
    "my shots by my home points",
    "their shots by their home points",
    "my bar against their home points",
    "their bar against my home points",
    "my prime",
    "their prime",
    "behind my prime",
    "behind their prime",
    "my rearmost may run",
    "their rearmost may run",
    "my lost rolls",
    "their lost rolls",
    *(f"my movers by {die}" for die in range(1, 7)),
    *(f"their movers by {die}" for die in range(1, 7)),
    *("my escapes", "their escapes", "my trap", "their trap", "my way back", "their way back"),
    *("my mobility", "their mobility", "my pips in contact", "their pips in contact"),
    *("my pips past contact", "their pips past contact", "my spread", "their spread"),
)
"""The columns, each about 0 to 1, `race lead` about -1 to 1."""
FEATURES_SIZE = len(FEATURES)
# An exam of 3,001 decisions showed where points were lost (docs/decisions/training.md).
PHASES = 9
"""Phases with their own first layer: race, crashed, four by who has checkers far back (nobody, the player on
roll, the opponent, both), and the last three again where it matters most who is held or waits (`is_waiting`)."""
RACE, CRASHED, PLANS, WAITING = 0, 1, 2, 6
FEWER_PHASES = 6
"""Phases of older networks, which do not tell the last three apart."""
BACK_GAME_PIPS = 30
"""Pips behind from which two anchors are a back game, as in labels/classes.py."""
SHOTS, BY_HOME, BAR_HOME, PRIME, BEHIND, RUN, LOST, MOVERS = range(3, 18, 2)
ESCAPES, TRAP, WAY_BACK, MOBILITY, AHEAD, PAST, SPREAD = range(29, 43, 2)
"""Feature columns of the player; the opponent's column follows each, for MOVERS those of six dice."""
RACE_LEAD = 1.0 / 50
RACE_LENGTH = 1.0 / 100
REACH = 12
"""The farthest that a roll of two dice moves a checker."""
# As in GNU Backgammon's containment.
DEEP = 16
"""From this point on, in own numbering, a checker is far from home."""


def count_escapes() -> Bytes:
    """How many of the 36 rolls move a checker by both dice: int8[4096] by free points.

    Bit 12 - d of an index is set if the point d pips ahead is free. A double counts as two moves, as
    in GNU Backgammon.
    """
    escapes = np.zeros(1 << REACH, np.int8)
    masks = np.arange(1 << REACH)
    for one in range(1, 7):
        for other in range(1, 7):
            first, second, both = (masks >> (REACH - d) & 1 for d in (one, other, one + other))
            # Either die may be played first, so one free point on the way is enough.
            escapes += (both & (first | second)).astype(np.int8)
    return escapes


ESCAPES_BY_FREE = count_escapes()


@entry
def features_batch(rules: Ints, board: Board, features: Floats, phases: Bytes) -> None:
    """Fill float32[n, FEATURES_SIZE] and int8[n] with the phase of each position."""
    for k in range(features.shape[0]):
        phases[k] = fill_features(rules, board, k, features[k])


@jit
def fill_features(rules: Ints, board: Board, k: int, out: Floats) -> int:
    """Fill the features of one position; return its phase (PHASES)."""
    boards, pins, seat = board
    me, them = sides_of(rules, boards, pins, k, seat)
    parallel = rules[at.RULES_PARALLEL]
    out[:] = 0
    fill_moves(me, number(0), out)
    fill_moves(them, number(1), out)
    my_points, their_points = me.every & POINTS, them.every & POINTS
    if is_race(me, them, my_points, their_points, parallel):
        out[0] = 1
        out[1] = (them.pips - me.pips) * RACE_LEAD
        out[2] = me.pips * RACE_LENGTH
        return RACE
    # A single checker that pins closes its point as well.
    my_made = me.made | faced(number(pins[k, 1 - seat]), parallel)
    their_made = them.made | faced(number(pins[k, seat]), parallel)
    my_home = ones(my_made & HOME) / 6
    their_home = ones(their_made & HOME) / 6
    if rules[at.RULES_CONTACT] != at.CONTACT_BLOCK:
        out[SHOTS] = shots(me) / 36
        out[SHOTS + 1] = shots(them) / 36
        out[BY_HOME] = out[SHOTS] * my_home
        out[BY_HOME + 1] = out[SHOTS + 1] * their_home
        out[BAR_HOME] = min(me.bar, 3) * their_home / 2
        out[BAR_HOME + 1] = min(them.bar, 3) * my_home / 2
    mine, theirs = boards[k, seat], boards[k, 1 - seat]
    fill_prime(faced(my_made, parallel), (them.every, theirs), number(0), out)
    fill_prime(faced(their_made, parallel), (me.every, mine), number(1), out)
    fill_escapes(me, mine, rearmost(their_points, them.bar, parallel), number(0), out)
    fill_escapes(them, theirs, rearmost(my_points, me.bar, parallel), number(1), out)
    checkers = rules[at.RULES_CHECKERS]
    if is_crashed(mine, checkers) or is_crashed(theirs, checkers):
        return CRASHED
    plan = far_back(me, my_points) + 2 * far_back(them, their_points)
    if plan == 0 or not is_waiting(rules, (me, my_made), (them, their_made), out):
        return PLANS + plan
    return WAITING + plan - 1


@inlined
def first_layer_of(phase: int, parts: int) -> int:
    """The first layer of a phase in a network that has 1, FEWER_PHASES or PHASES of them."""
    if parts == 1:
        return number(0)
    return phase if phase < parts else phase - (PHASES - FEWER_PHASES)


@jit
def is_waiting(
    rules: Ints, mine: tuple[Side, int], theirs: tuple[Side, int], features: Floats
) -> bool:
    """Whether a side plays a back game, is held by a fence of four points, or is pinned deep.

    Which of these depends on what happens where the players meet. A side is given with its closed points.
    """
    (me, my_made), (them, their_made) = mine, theirs
    contact = rules[at.RULES_CONTACT]
    if contact == at.CONTACT_BLOCK:
        return is_fence(features, number(0)) or is_fence(features, number(1))
    if contact == at.CONTACT_PIN:
        return (me.every & ~me.held) >> 19 != 0 or (them.every & ~them.held) >> 19 != 0
    return is_back_game(my_made, me.pips - them.pips) or is_back_game(
        their_made, them.pips - me.pips
    )


@inlined
def is_fence(features: Floats, column: int) -> bool:
    """Whether checkers are behind four points or more in a row."""
    return features[PRIME + column] > 0.6 and features[BEHIND + column] > 0


@inlined
def is_back_game(made: int, behind: int) -> bool:
    """Whether two points far back are held by a side that is far behind."""
    return ones(made >> 19 & 63) > 1 and behind >= BACK_GAME_PIPS


@inlined
def rearmost(points: int, bar: int, parallel: int) -> int:
    """The rearmost checker of a side in the opponent's numbering; 0 on the bar."""
    if bar or points == 0:
        return number(0)
    return lowest(faced(points, parallel))


@inlined
def far_back(side: Side, points: int) -> int:
    """1 if a checker is on the last six points or on the bar."""
    return number(1) if side.bar or points >> 19 else number(0)


@inlined
def is_crashed(counts: Bytes, checkers: int) -> bool:
    """Whether a side has few useful checkers left.

    Fewer than half are neither off nor on its own first two points.
    """
    return 2 * (counts[at.OFF] + counts[1] + counts[2]) > checkers


@inlined
def is_race(me: Side, them: Side, my_points: int, their_points: int, parallel: int) -> bool:
    """Whether no checker has an opposing one ahead of it."""
    if me.bar or them.bar:
        return False
    if my_points == 0 or their_points == 0:
        return True
    if lowest(faced(their_points, parallel)) < highest(my_points):
        return False
    return lowest(faced(my_points, parallel)) > highest(their_points)


@jit
def fill_moves(side: Side, column: int, out: Floats) -> None:
    """Fill the moves of each die, the rolls that move nothing, and whether the rearmost may run."""
    playable = 0
    held = side.held if side.bar == 0 else 1 << at.BAR
    runs = 0
    rear = 1 << highest(side.held) if side.held else 0
    for die in range(1, 7):
        movers = ones((held >> die) & side.free)
        movers += bears_off(side, die)
        if movers:
            playable += 1
            out[MOVERS + 6 * column + die - 1] = min(movers, 4) / 4
        if rear >> die & side.free:
            runs += 1
    lost = 6 - playable
    # The chance that neither die moves a checker.
    out[LOST + column] = lost * lost / 36
    out[RUN + column] = runs / 6


@inlined
def bears_off(side: Side, die: int) -> int:
    """1 if the die bears off: from its point, or from the highest one if that is lower."""
    if side.home >> die & 1:
        return side.held >> die & 1
    if side.home == 0 or side.home >> die:
        return 0
    return side.held >> highest(side.home) & 1


@jit
def shots(side: Side) -> int:
    """How many of the 36 rolls hit or pin a single checker; bar first, both dice, doubles."""
    if side.lone == 0:
        return 0
    if side.bar:
        return shots_from_bar(side)
    # All rolls with a die that hits by itself, plus the others that hit with both dice.
    held, free, lone = side.held, side.free, side.lone
    direct = 0
    for die in range(1, 7):
        direct |= ((held >> die) & lone != 0) << die
    others = 6 - ones(direct)
    found = 36 - others * others
    for first in range(1, 7):
        if direct >> first & 1:
            continue
        moved = (held >> first) & free
        found += hits_by_double(side, first)
        for second in range(first + 1, 7):
            if direct >> second & 1 == 0:
                way = (moved >> second) | ((held >> second) & free) >> first
                found += 2 * (way & lone != 0)
    return found


@jit
def shots_from_bar(side: Side) -> int:
    """`shots` while a checker must enter first."""
    found = 0
    for high in range(1, 7):
        for low in range(1, high):
            if hits(side, high, low) or hits(side, low, high):
                found += 2
        found += hits_by_double(side, high)
    return found


@inlined
def hits(side: Side, first: int, second: int) -> bool:
    """Whether a roll hits from the bar, played in this order."""
    entered = 1 << (at.BAR - first)
    if entered & side.free == 0:
        return False
    if entered & side.lone:
        return True
    if side.bar > 1:
        return (1 << (at.BAR - second)) & side.lone != 0
    return ((side.held & POINTS | entered) >> second) & side.lone != 0


@inlined
def hits_by_double(side: Side, die: int) -> int:
    """1 if a double hits."""
    held = side.held
    left = 4
    if side.bar:
        entered = 1 << (at.BAR - die)
        if entered & side.free == 0:
            return 0
        if entered & side.lone:
            return 1
        held = held & POINTS | entered
        # Each checker on the bar uses up one of the four moves.
        left = 4 - side.bar
    for _ in range(left):
        held = (held >> die) & side.free
        if held & side.lone:
            return 1
    return 0


@jit
def fill_prime(line: int, other: tuple[int, Bytes], column: int, out: Floats) -> None:
    """The longest row of points closed to the other player, and that player's checkers behind it.

    `line` is a mask in the other player's numbering, `other` that player's places and counts.
    """
    # Bit p of `rows` stays set while the points p to p + length - 1 are all closed.
    rows = line
    length = 0
    first = 0
    while rows and length < 6:
        length += 1
        first = lowest(rows)
        rows &= line >> length
    places, counts = other
    places &= ~((1 << (first + length)) - 1)
    behind = number(0)
    while length and places:
        behind += counts[lowest(places)]
        places &= places - 1
    if length:
        out[PRIME + column] = length / 6
        out[BEHIND + column] = min(behind, 6) * length / 36


# ------------------------------------------------------------------------- mobility


@inlined
def escapes(open_ahead: int, place: int) -> int:
    """The rolls, of 36, that move a checker by both dice; `open_ahead` is `opened` of the free points."""
    return number(ESCAPES_BY_FREE[open_ahead >> place & ((1 << REACH) - 1)])


@inlined
def opened(free: int) -> int:
    """The free points and everything past them, shifted so that a place is at bit place + REACH."""
    return free << REACH | ((1 << (REACH + 1)) - 1)


@jit
def fill_escapes(side: Side, counts: Bytes, foremost: int, column: int, out: Floats) -> None:
    """One side's mobility features against the other; `counts` are its checkers by place.

    `foremost` is the opponent's rearmost checker in this side's numbering: checkers below it are past
    contact.
    """
    ahead = opened(side.free)
    rear = highest(side.held) if side.held else number(0)
    out[ESCAPES + column] = escapes(ahead, rear) / 36 if rear else 0
    least = number(36)
    for place in range(DEEP, rear + 1):
        least = min(least, escapes(ahead, number(place)))
    out[TRAP + column] = (36 - least) / 36
    for place in range(max(rear + 1, DEEP), at.BAR + 1):
        least = min(least, escapes(ahead, number(place)))
    out[WAY_BACK + column] = (36 - least) / 36
    movers = side.held >> 7 << 7
    mobile = number(0)
    while movers:
        place = lowest(movers)
        movers &= movers - 1
        mobile += (place - 6) * number(counts[place]) * escapes(ahead, place)
    # The divisors 3600, 167, 100 and 400 in this section are GNU Backgammon's.
    out[MOBILITY + column] = mobile / 3600
    fill_pips((side.every, counts), foremost, column, out)


@jit
def fill_pips(standing: tuple[int, Bytes], foremost: int, column: int, out: Floats) -> None:
    """Pips until contact is broken, pips past contact, and the spread of the checkers.

    `standing` are the places of the side and its counts.
    """
    places, counts = standing
    inside = number(0)
    total = number(0)
    found = number(0)
    past = number(0)
    while places:
        place = lowest(places)
        places &= places - 1
        count = number(counts[place])
        found += count
        total += count * place
        if place > foremost:
            inside += count * (place - foremost)
        else:
            past += count * place
    out[AHEAD + column] = inside / 167
    out[PAST + column] = past / 100
    if found:
        mean = (total + found // 2) // found
        moment = number(0)
        behind = number(0)
        places = standing[0] >> (mean + 1) << (mean + 1)
        while places:
            place = lowest(places)
            places &= places - 1
            count = number(counts[place])
            behind += count
            moment += count * (place - mean) * (place - mean)
        if behind:
            out[SPREAD + column] = moment / behind / 400
