"""The cube in races at home: perfect doubles, takes and passes, while each side plays for the fewest rolls.

A formula of the chances does not know how much one roll can change them. Here each side is a chain:
the sides that it may be after each of its rolls, by the one-sided table (bearoff.py). The values of all pairs
follow backwards from the ends of the game.

Long races have thousands of sides in the middle. Those of a roll that need nearly equally many rolls are one group.
A group leads on in the proportions in which its members come up, so the chances to win stay exact. Only a player
who doubles cannot tell the members of a group apart: docs/guide/exact.md has the error.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from nardy.core.choices import LastThrow
from nardy.core.cube import Owner
from nardy.core.dice import ROLLS
from nardy.core.rules import Rules
from nardy.exact.bearoff import USUAL, Bearoff, PositionArrays, bearoff, doubles_of
from nardy.exact.sides import side_numbers
from nardy.kernel.bearoff_rolls import CHOOSE, DICE, HOME, find_races
from nardy.kernel.layout import Doubles, Flags, Floats, Ints

GROUPS = 48
"""The most groups of sides after a roll. Twice as many change no value by 0.001 (benchmarks/race_cubes.py)."""
UNLIKELY = 1e-9
"""A chain ends when a side is still not off with less than this chance."""
WEIGHTS = np.array([1 if roll.is_double else 2 for roll in ROLLS]) / 36
NONE = -1


class CubeEnds(NamedTuple):
    """The values of the ends of a race for the player who rolls next, by value of the cube from the present one up."""

    won: Doubles
    """float64[levels, 2]: a single won, and a gammon."""
    lost: Doubles
    """float64[levels, 2]: a single lost, and a gammon."""
    cash: Doubles
    """float64[levels]: the opponent passes a double at this value."""
    loss: Doubles
    """float64[levels]: the player passes."""
    dead: tuple[Flags, Flags]
    """bool[levels] of the player and of the opponent: who cannot double, or has no use for it, at this value."""


class Chain(NamedTuple):
    """The groups of sides that one side may be in after each of its rolls; group 0 has all checkers off."""

    moves: tuple[Doubles, ...]
    """Of each roll, float64[groups before, groups after]: the chances. Before the first roll there is one group."""
    whole: tuple[Doubles, ...]
    """Before each roll and after the last, float64[groups]: the part of a group that has all its checkers yet."""


class RaceCube(NamedTuple):
    """The cube during a race."""

    level: int
    """Doubles since now."""
    owner: Owner
    """Seen by the player who rolls now."""


def has_race_cubes(rules: Rules) -> bool:
    """Whether races at home are valued here: the sides are independent, and a double is four moves."""
    is_usual = doubles_of(rules) == USUAL and not rules.cascade_count
    return is_usual and rules.last_throw is LastThrow.OFF


def race_with_cube(
    rules: Rules, position: PositionArrays, owner: Owner, ends: CubeEnds, groups: int = GROUPS
) -> tuple[float, float] | None:
    """The values of a race for the player who rolls next: without a double, and after one that is taken.

    Args:
        rules: The game.
        position: One position.
        owner: The cube as it stands.
        ends: Two levels at least; their unit is that of the values.
        groups: The most groups of sides after a roll.

    Returns: None where it is no race at home, or over.
    """
    if (chains := _chains(rules, position, groups)) is None:
        return None
    waits, _ = _solve(*chains, owner, ends)
    return float(waits[0, 0, 0]), float(waits[AFTER_TAKE, 0, 0])


def market_lost_in_race(
    rules: Rules, position: PositionArrays, owner: Owner, ends: CubeEnds
) -> float | None:
    """The share of exchanges, 0 to 1, after which the opponent passes a double or the player has won.

    Arguments and None are those of `race_with_cube`.
    """
    if (chains := _chains(rules, position, GROUPS)) is None:
        return None
    mine, theirs = (chain.moves[0][0] for chain in chains)
    _, later = _solve(*chains, owner, ends)
    if later is None:
        return float(mine[0])
    waits, taken, passed = later[0], later[AFTER_TAKE], ends.cash[0]
    # Either a double is right and passed, or the position is too good for it (cubeful.choices_of).
    passes = (waits > passed) | (taken >= passed)
    return float(mine[0] + mine[1:] @ passes[1:, 1:] @ theirs[1:])


def _chains(rules: Rules, position: PositionArrays, groups: int) -> tuple[Chain, Chain] | None:
    """Those of the player who rolls next and of the opponent."""
    boards, pins, seat, facts = position
    found = np.zeros(1, np.bool_)
    if not has_race_cubes(rules) or not find_races(0, (boards, pins, seat), facts, found):
        return None
    mine, theirs = side_numbers(boards[0, [seat, 1 - seat]], HOME).tolist()
    if not (mine and theirs):
        return None
    return _chain(rules, mine, groups), _chain(rules, theirs, groups)


# ---------------------------------------------------------------------------------- chains


@lru_cache(maxsize=64)
def _chain(rules: Rules, side: int, most: int) -> Chain:
    table = bearoff(rules)
    # A side with this number or a larger one has borne none off (kernel/bearoff_rolls.py).
    whole_from = CHOOSE[rules.checkers - 1 + HOME, HOME]
    sides, chances, groups = np.array([side]), np.ones(1), np.zeros(1, np.int64)
    moves, whole = list[Doubles](), [(sides >= whole_from).astype(np.float64)]
    while len(sides):
        afters = _afters(table, sides)
        flow = chances[:, None] * WEIGHTS
        reached = _sums(afters, flow, len(table.means))
        later = np.flatnonzero(reached)
        number_of = np.zeros(len(table.means), np.int64)
        number_of[later] = _groups(table.means[later], reached[later], later == 0, most)
        count = int(number_of.max()) + 1
        pairs = groups[:, None] * count + number_of[afters]
        between = _sums(pairs, flow, (int(groups.max()) + 1) * count)
        moves.append(_shares(between.reshape(-1, count)))
        sides = later[later > 0]
        chances, groups = reached[sides], number_of[sides]
        with_all = _sums(groups, chances * (sides >= whole_from), count)
        every = _sums(groups, chances, count)
        whole.append(np.divide(with_all, every, out=np.zeros(count), where=every > 0))
        if chances.sum() < UNLIKELY:
            break
    return Chain(tuple(moves), tuple(whole))


def _sums(places: Ints, parts: Doubles, count: int) -> Doubles:
    """float64[count]: the sum of the parts at each place."""
    # NumPy's stubs have integers here, with weights too.
    return np.asarray(np.bincount(places.ravel(), parts.ravel(), count), np.float64)


def _groups(means: Floats, chances: Doubles, is_off: Flags, most: int) -> Ints:
    """The group of each side, 0 for the one that is off; others by their rolls, in order."""
    found = np.zeros(len(means), np.int64)
    order = np.argsort(means, kind="stable")
    order = order[~is_off[order]]
    if len(order) <= most:
        found[order] = np.arange(1, len(order) + 1)
        return found
    # By roots, rare sides far from the middle get groups of their own, too; the cube often turns there.
    upto = np.cumsum(np.sqrt(chances[order]))
    places = np.minimum(upto / upto[-1] * most, most - 1).astype(np.int64)
    found[order] = 1 + np.unique(places, return_inverse=True)[1]
    return found


def _shares(flow: Doubles) -> Doubles:
    """Each row over its sum; rows without any chance stay 0."""
    total = flow.sum(1, keepdims=True)
    shares: Doubles = np.divide(flow, total, out=np.zeros_like(flow), where=total > 0)
    return shares


def _afters(table: Bearoff, sides: Ints) -> Ints:
    """int64[n, 21]: the side after each roll, of those that need the fewest rolls more."""
    one = _after_one(sides)
    found = np.empty((len(sides), len(ROLLS)), np.int64)
    for column, roll in enumerate(ROLLS):
        if roll.is_double:
            found[:, column] = table.after_double[sides, roll.high]
            continue
        first = np.concatenate([one[:, roll.high], one[:, roll.low]], 1)
        second = np.repeat([roll.low, roll.high], HOME)
        both = table.after_die[first, second]
        rolls = np.where(first == NONE, np.inf, table.means[both])
        found[:, column] = both[np.arange(len(sides)), rolls.argmin(1)]
    return found


def _after_one(sides: Ints) -> Ints:
    """int64[n, 7, 6]: the side after each die from each point, or NONE."""
    # The number is a sum over the borders between points (kernel/bearoff_rolls.py): a checker that
    # crosses one makes its summand smaller by `falls`, and the others stay.
    beyond, falls = _borders(sides)
    crossed = np.concatenate([np.zeros((len(sides), 1), np.int64), falls.cumsum(1)], 1)
    counts = beyond - np.concatenate([beyond[:, 1:], np.zeros((len(sides), 1), np.int64)], 1)
    found = np.full((len(sides), DICE, HOME), NONE)
    for die in range(1, DICE):
        for point in range(1, HOME + 1):
            after = sides - crossed[:, point] + crossed[:, max(point - die, 0)]
            may = counts[:, point - 1] > 0
            if point < die:
                # Nobody stands further back.
                may &= counts[:, point - 1] == beyond[:, point - 1]
            found[:, die, point - 1] = np.where(may, after, NONE)
    return found


def _borders(sides: Ints) -> tuple[Ints, Ints]:
    """int64[n, 6] each: the checkers on a point or behind it, and the fall of the number with one fewer there."""
    rest = sides.copy()
    beyond = np.empty((len(sides), HOME), np.int64)
    falls = np.empty_like(beyond)
    for j in range(HOME - 1, -1, -1):
        row = np.searchsorted(CHOOSE[:, j + 1], rest, "right") - 1
        rest -= CHOOSE[row, j + 1]
        point = HOME - 1 - j
        beyond[:, point] = row - j
        falls[:, point] = CHOOSE[np.maximum(row - 1, 0), j]
    return beyond, falls


# ---------------------------------------------------------------------------------- the cube


AFTER_TAKE = 2
"""The index of the cube that the opponent has taken, among those of `_solve`."""


def _solve(
    mine: Chain, theirs: Chain, owner: Owner, ends: CubeEnds
) -> tuple[Doubles, Doubles | None]:
    """Values for the player who rolls next, where nobody doubles before that roll: float64[cubes, my groups, their groups].

    Returns: those now, and after a roll of each; None where then one side is off for sure. The first cube is the
    present one.
    """
    stands = [RaceCube(0, owner)]
    for level in range(1, len(ends.cash)):
        stands += [RaceCube(level, Owner.PLAYER), RaceCube(level, Owner.OPPONENT)]
    levels = np.array([stand.level for stand in stands])
    won, lost = ends.won[levels], ends.lost[levels]
    last = min(len(mine.moves), len(theirs.moves))
    # Both are hardly ever there, and then it is anybody's game.
    values = np.zeros((len(stands), len(mine.whole[last]), len(theirs.whole[last])))
    waits, later = values, None
    for roll in range(last - 1, -1, -1):
        # With the opponent off the player has lost, by a gammon if none of theirs is off.
        values[:, :, 0] = _by_size(lost, mine.whole[roll + 1])
        waits = values @ theirs.moves[roll].T
        values = _after_doubles(waits, stands, ends, Owner.OPPONENT)
        values[:, 0, :] = _by_size(won, theirs.whole[roll])
        waits = mine.moves[roll] @ values
        if roll == 1:
            later = waits
        values = _after_doubles(waits, stands, ends, Owner.PLAYER)
    return waits, later


def _by_size(worth: Doubles, whole: Doubles) -> Doubles:
    """float64[stands, groups]: the worth of an end against groups of which a part has all its checkers yet."""
    mean: Doubles = worth[:, :1] + (worth[:, 1:] - worth[:, :1]) * whole
    return mean


def _after_doubles(waits: Doubles, stands: list[RaceCube], ends: CubeEnds, who: Owner) -> Doubles:
    """The values before a roll of one player, who doubles where that is better."""
    values = waits.copy()
    is_player = who is Owner.PLAYER
    dead = ends.dead[0 if is_player else 1]
    for state, (level, owner) in enumerate(stands):
        if owner is who.flipped() or dead[level] or level + 1 == len(ends.cash):
            continue
        taken = waits[stands.index(RaceCube(level + 1, who.flipped()))]
        # All values are the player's: the opponent takes and doubles where they are smaller.
        if is_player:
            values[state] = np.maximum(waits[state], np.minimum(taken, ends.cash[level]))
        else:
            values[state] = np.minimum(waits[state], np.maximum(taken, ends.loss[level]))
    return values
