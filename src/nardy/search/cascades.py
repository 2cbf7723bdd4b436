"""Candidates of one turn whose list of dice is too long to list its turns: cascades and long leftovers."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Leftovers
from nardy.core.dice import DiceList
from nardy.core.situation import Situation
from nardy.evaluation.network.compiled import compiled_net
from nardy.evaluation.network.network import Network
from nardy.kernel.arrays import begin_rows, make_finals
from nardy.kernel.cascades import cascade_batch
from nardy.kernel.decisions import WIDTH
from nardy.kernel.layout import Finals, Ints
from nardy.search.conversions import facts_of

_net = lru_cache(maxsize=8)(compiled_net)


def cascade_finals(network: Network, situation: Situation, dice: DiceList) -> Finals:
    """Some good final positions, in one row: the best few after each die by the network.

    Raises:
        RulesError: the game has more checkers than the kernel can count.
        TooManyTurns: the search for the longest play needs too much room.
    """
    rules, most = situation.rules, len(dice.numbers)
    rows = begin_rows(rules, [situation.position], [dice])
    # Few turns end before their last die, so that this room is never too small.
    finals = make_finals(1, WIDTH * (most + 1), most)
    facts = np.ascontiguousarray(facts_of(situation)[None])
    count = cascade_batch(_net(network, rules), (rows, facts), WIDTH, finals)
    boards, pins, moves, offsets = finals
    return Finals(boards[:count], pins[:count], moves[:count], offsets)


def leaves_dice(situation: Situation, dice: DiceList, played: Ints) -> NDArray[np.bool_] | None:
    """bool[k]: turns after which the opponent has leftovers; None where there are never any.

    `played` is how many dice each turn uses.
    """
    if situation.rules.leftover is not Leftovers.OPPONENT or not situation.is_cascade:
        return None
    return played < len(dice.numbers)
