"""Networks as the compiled decisions take them."""

import numpy as np
from tests.kernel.compiled_cubes import stand_of

from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.move_filter import WIDTH
from nardy.kernel.cube_values import CubeStand
from nardy.kernel.valuing import Net
from nardy.search.tables import GameTables


def net_of(rules: Rules, stand: CubeStand | None = None) -> Net:
    """The shipped network of a game, with its move filter; *stand* values positions with the cube."""
    network, game = bundled(rules)[0], GameTables.of(rules)
    network.refresh()
    views = {name: np.ascontiguousarray(view) for name, view in network.views.items()}
    move_filter = network.move_filter
    assert move_filter is not None
    move_filter.refresh()
    return Net(
        laws=game.laws,
        stakes=game.stakes,
        uses=np.array([rules.bomb, rules.counts_turns], np.int64),
        points=network.points,
        worth=game.worth,
        table=network.table,
        dense=network.dense,
        phases=network.phases,
        upper=views["upper"],
        upper_bias=views["upper_bias"],
        last=views["last"],
        last_bias=views["last_bias"],
        filter_table=move_filter.table,
        filter_last=np.ascontiguousarray(move_filter.views["last"]),
        filter_most=WIDTH.most,
        filter_margin=WIDTH.margin,
        stand=stand
        or stand_of(Situation(rules=rules.replace(cube_play=False), position=rules.start)),
    )
