"""Positions valued in one call, against the network's own way."""

import numpy as np
import pytest
from tests.kernel.compiled_nets import net_of

from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.network import Positions
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.arrays import find_turns
from nardy.kernel.layout import Rows
from nardy.kernel.play import begin_batch, roll_batch
from nardy.kernel.scoring import FACTS_SIZE
from nardy.kernel.valuing import CHUNK, value_batch
from nardy.search.tables import GameTables

PLIES = 12
NEARLY = 2e-6
"""The last layer is summed in another order; equities are up to 3."""


def played(game: str, seed: int) -> Positions:
    """Positions after turns, from random games."""
    rules, random = GAMES[game], np.random.default_rng(seed)
    boards = np.repeat(GameTables.of(rules).board[None], 16, 0)
    pins, found = np.zeros((16, 2), np.int32), list[tuple[np.ndarray, np.ndarray]]()
    for _ in range(PLIES):
        dice, mids = np.zeros((16, 4), np.int8), np.zeros((16, at.MIDS_SIZE), np.int64)
        rows = Rows(boards, pins, dice, mids)
        laws = GameTables.of(rules).laws
        roll_batch(laws, random.integers(1, 7, (16, 2)).astype(np.int8), np.full(16, 9), rows)
        begin_batch(laws, rows, 1 << 12)
        finals = find_turns(rules, rows).finals
        ends = finals.offsets[1:]
        found.append((finals.boards[: ends[-1]], finals.pins[: ends[-1]]))
        chosen = random.integers(finals.offsets[:-1], ends)
        boards = np.ascontiguousarray(finals.boards[chosen][:, ::-1])
        pins = np.ascontiguousarray(finals.pins[chosen][:, ::-1])
    boards, pins = (np.ascontiguousarray(np.concatenate(part)) for part in zip(*found, strict=True))
    facts = np.zeros((len(boards), FACTS_SIZE), np.int8)
    facts[:, : FACTS_SIZE - 1] = random.integers(0, 2, (len(boards), FACTS_SIZE - 1))
    return Positions(boards, pins, at.OPPONENT, facts)


@pytest.mark.parametrize("game", ["backgammon", "plakoto", "long-nardy", "fevga", "nuclear"])
def test_values_are_those_of_the_network(game: str) -> None:
    positions = played(game, 1)
    count = len(positions.boards)
    assert count > CHUNK
    wanted, worth = bundled(GAMES[game])[0].value(positions)
    chances, equities = np.empty_like(wanted), np.empty(count, np.float32)
    board = positions.boards, positions.pins, positions.seat
    value_batch(net_of(GAMES[game]), board, positions.facts, chances, equities)
    assert np.abs(chances - wanted).max() < NEARLY
    assert np.abs(equities - worth).max() < NEARLY
