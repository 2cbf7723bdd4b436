"""Networks as the compiled search takes them (kernel/decisions.py), with exact tables in front of them."""

import numpy as np

from nardy.core.choices import BombHits
from nardy.core.rules import Rules
from nardy.evaluation.network.move_filter import HIDDEN, WIDTH
from nardy.evaluation.network.network import Network
from nardy.evaluation.outcomes import outcomes_of
from nardy.exact.bearoff import doubles_of, early_turns, kernel_bearoff
from nardy.kernel.arrays import rules_array
from nardy.kernel.cube_ladder import CubeLadder
from nardy.kernel.cube_values import POINTS, CubeStand
from nardy.kernel.layout import Ints
from nardy.kernel.valuing import USES_BOMB, USES_BOTH, USES_SIZE, USES_TURNS, Net, Races

NO_RACES = Races(0, np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32))
"""Of a game without a bear-off table: the network values all positions."""


def compiled_net(network: Network, rules: Rules) -> Net:
    """A game with its network and its bear-off table; the outcomes are the network's where the game has others.

    Raises:
        RulesError: the game has more checkers than the kernel can count.
    """
    network.refresh()
    views = {name: np.ascontiguousarray(view) for name, view in network.views.items()}
    own = outcomes_of(rules)
    points, stakes = own if own.points == tuple(network.points) else outcomes_of(network.rules)
    move_filter = network.move_filter
    if move_filter is not None:
        move_filter.refresh()
    return Net(
        laws=rules_array(rules),
        stakes=stakes,
        uses=uses_of(rules),
        points=network.points,
        worth=np.array([points, points], np.float32),
        table=network.table,
        dense=network.dense,
        phases=network.phases,
        upper=views["upper"],
        upper_bias=views["upper_bias"],
        last=views["last"],
        last_bias=views["last_bias"],
        filter_table=move_filter.table if move_filter else np.empty((0, HIDDEN), np.int16),
        filter_last=np.ascontiguousarray(move_filter.views["last"])
        if move_filter
        else np.empty(HIDDEN, np.float32),
        filter_most=WIDTH.most,
        filter_margin=WIDTH.margin,
        stand=CubeStand(POINTS, np.zeros(0), np.zeros(4, np.int64), _no_ladder()),
        races=races_of(rules),
    )


def races_of(rules: Rules) -> Races:
    """The bear-off table of a game, as exact/bearoff.py has it; `NO_RACES` if there is none."""
    if doubles_of(rules) is None:
        return NO_RACES
    table = kernel_bearoff(rules)
    return Races(early_turns(rules), table.all_off, table.one_off)


def _no_ladder() -> CubeLadder:
    """Values of cubes in a game without one."""
    flat = np.zeros((2, 0))
    return CubeLadder(np.zeros((2, 0, 0)), flat, flat, np.zeros((2, 2, 0), np.int64))


def uses_of(rules: Rules) -> Ints:
    """What else a game has besides its checkers: int64[USES_SIZE]."""
    uses = np.zeros(USES_SIZE, np.int64)
    uses[USES_BOMB] = rules.bomb
    uses[USES_TURNS] = rules.counts_turns
    uses[USES_BOTH] = rules.bomb_hits is BombHits.BOTH
    return uses
