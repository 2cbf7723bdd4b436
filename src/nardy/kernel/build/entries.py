"""The entries of the kernel with their wrappers."""

# Numba has no type annotations.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import typeof

from nardy.kernel import act_layout as of
from nardy.kernel import (
    acts,
    bearoff_cube,
    bombs,
    candidates,
    cascades,
    cube_ladder,
    cube_look,
    cube_values,
    decisions,
    leftovers,
    solving,
    valuing,
)
from nardy.kernel import layout as at
from nardy.kernel.build.flat import Flat, flattened
from nardy.kernel.jit import ENTRIES
from nardy.kernel.warm import call_everything


def compiled_entries() -> Iterator[Flat]:
    """Compile every entry that Python calls, in the order of their names."""
    kinds = _kinds_of_arguments()
    for module, name in sorted(ENTRIES):
        if name in kinds:
            yield flattened(name, getattr(sys.modules[module], name), kinds[name])


def _kinds_of_arguments() -> dict[str, tuple[Any, ...]]:
    """Numba's types of the arguments of each entry, from calls that do nothing.

    This machine may lack the instructions that the code is compiled for, so none is run.
    """
    found, entries = dict[str, tuple[Any, ...]](), list[tuple[Any, str, Any]]()
    for module, name in ENTRIES:
        home = sys.modules[module]
        entries.append((home, name, getattr(home, name)))

        def note(*given: object, name: str = name) -> None:
            found[name] = tuple(map(typeof, given))

        setattr(home, name, note)
    try:
        call_everything()
        _call_solvers()
        _call_decisions()
        _call_acts()
    finally:
        for entry in entries:
            setattr(*entry)
    return found


def _call_solvers() -> None:
    """Solve a game without sides, and fill a two-sided bear-off of one."""
    rules, numbers, ints = (
        np.zeros(at.RULES_SIZE, np.int64),
        np.zeros(0, np.int32),
        np.zeros(0, int),
    )
    afters, places = np.zeros((0, 7, 1), np.int32), np.zeros((0, at.PLACES), np.int8)
    landings, hits = afters.astype(np.int8), places.astype(np.int32)
    sides = solving.Sides(afters, landings, hits, ints, ints, places)
    solving.fill_sides(rules, 1, sides)
    values, singles = np.zeros((0, 0), np.float32), np.zeros((0, 0, 1, 7), np.float32)
    chains = singles[..., None].repeat(2, -1)
    known = solving.SweepTables(
        sides, numbers, values, singles, chains, chains.astype(np.int8), 0.0
    )
    solving.sweep(rules, known, numbers, 0, values)
    offsets, weights = np.zeros(1, np.int64), np.zeros(21)
    kinds = np.zeros((bearoff_cube.KINDS, 0, 0), np.float32)
    bearoff_cube.fill_two_sided(numbers, offsets, weights, values, kinds)
    found = np.zeros((0, bearoff_cube.KINDS), np.float32)
    bearoff_cube.wait_batch((numbers, offsets), weights, (numbers, numbers), kinds, found)


def _call_decisions() -> None:
    """Value no position, and rank the turns of none."""
    ints, floats, wide = (
        np.zeros(0, np.int64),
        np.zeros(0, np.float32),
        np.zeros((0, 0), np.float32),
    )
    shorts, boards = np.zeros((0, 0), np.int16), np.zeros((0, 2, at.PLACES), np.int8)
    pins, facts = np.zeros((0, 2), np.int32), np.zeros((0, 7), np.int8)
    shape = ints, ints, ints, floats, wide, shorts, shorts, 1, wide, floats, wide, floats
    races = valuing.Races(0, wide, wide)
    net = valuing.Net(*shape, shorts, floats, 8, 0.08, _stand(), races)
    table, outcomes = decisions.Table(boards, pins, facts), facts[:, 0].copy()
    valuing.value_batch(net, (boards, pins, at.PLAYER), facts, wide, floats)
    decisions.expect_batch(net, table, 1, wide, floats)
    dice, mids = np.zeros((0, 4), np.int8), np.zeros((0, at.MIDS_SIZE), np.int64)
    rows = at.Rows(boards, pins, dice, mids)
    finals = at.Finals(boards, pins, np.zeros((0, 4, at.MOVE_SIZE), np.int8), ints)
    told = candidates.Candidates(floats, outcomes, wide, facts, outcomes)
    look = 1, decisions.Width(ints, floats)
    decisions.rank_turns(net, (table, rows), look, (finals, told))
    leftovers.pass_batch(facts, dice, facts)
    cascades.cascade_batch(net, (rows, facts), 1, finals)
    bombs.bomb_hits_batch(0, (boards, facts), dice)
    bombs.explode_where_better(net, (boards, pins, facts), outcomes)
    bombs.value_with_bombs(net, (boards, pins, at.PLAYER), facts, wide, floats)
    cube_look.weigh_cube(net, table, 1, floats, np.zeros(3))


def _stand() -> cube_values.CubeStand:
    """The cube of no game."""
    flat, deep = np.zeros((2, 0)), np.zeros((2, 0, 0))
    ladder = cube_ladder.CubeLadder(deep, flat, flat, np.zeros((2, 2, 0), np.int64))
    return cube_values.CubeStand(0, np.zeros(0), np.zeros(4, np.int64), ladder)


def _call_acts() -> None:
    """Begin a match of a game without laws, and ask for everything about its cube."""
    laws, state = np.zeros(of.CUBE_LAWS_SIZE, np.int64), np.zeros(of.STATE_SIZE, np.int64)
    losses, boards = np.zeros((2, of.SIZES), np.int64), np.zeros((2, at.PLACES), np.int8)
    acts.begin_match(laws, 1, state)
    acts.act_law(laws, state, of.ROLL)
    acts.legal_acts(laws, state)
    acts.do_act(laws, state, of.ROLL, (1, 1))
    acts.fill_losses(laws, state, boards, losses)
    acts.ended_size(laws, state, boards)
    acts.match_score(state, losses[0])
    stand, floats, three = _stand(), np.zeros(0, np.float32), np.zeros(3)
    empty = np.zeros((0, 0))
    table = stand.points, cube_ladder.Equities(empty, empty, 0)
    cube_ladder.ladder_levels(laws, state)
    cube_ladder.fill_ladder(laws, state, 0, table, stand.ladder)
    cube_values.fill_stand(laws, state, 0, stand.cube)
    cube_values.fill_worth(stand, np.zeros((2, 0), np.float32))
    cube_values.cube_choice(laws, state, 0, three)
    cube_values.cube_equities(stand, floats, three)
    cube_ladder.match_chances(stand.ladder, three, three)
    cube_values.act_of_bot(laws, state, stand, floats, three)
