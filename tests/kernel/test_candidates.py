"""Final positions and their values in compiled code, against the search on arrays."""

import numpy as np
import pytest
from tests.kernel.compiled_nets import net_of

from nardy.core.choices import Leftovers
from nardy.evaluation.network.bundled_weights import bundled
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.candidates import all_finals, moves_made, value_finals, valued
from nardy.kernel.layout import Finals
from nardy.kernel.scoring import FACT_LEFT
from nardy.search.choose import choose, facts_after, leaves_dice, seen_by_mover, worth_of
from nardy.search.tables import LISTED, GameTables, Tables, rows_of

NEARLY = 1e-5
COUNT = 24


def decisions(game: str) -> tuple[GameTables, Tables, Finals, np.ndarray]:
    """Turns some way into games of the network, some of them of leftovers; and their rolls."""
    rules, random = GAMES[game], np.random.default_rng(2)
    tables, network = GameTables.of(rules), bundled(rules)[0]
    games = Tables.begun(tables, COUNT)
    for _ in range(8):
        rolls = random.integers(1, 7, (COUNT, 2), np.int8)
        turn = choose(tables, games, rows_of(tables, games, rolls), network.value)
        games.advance(slice(None), turn, np.zeros((COUNT, tables.most_dice), np.int8))
    rolls = random.integers(1, 7, (COUNT, 2), np.int8)
    # Doubles of sixes are short also where others cascade.
    rolls[:8] = 6
    rolls[8:, 1] = rolls[8:, 0] % 6 + 1
    if rules.leftover is Leftovers.OPPONENT:
        games.facts[::3, FACT_LEFT] = 1
    rows = rows_of(tables, games, rolls)
    rows = rows._replace(dice=np.ascontiguousarray(rows.dice[:, :LISTED]))
    return tables, games, all_finals(net_of(rules), rows), rolls


@pytest.mark.parametrize("game", ["gioul", "mad-gulbar", "nuclear", "plakoto"])
def test_values_are_those_of_the_search(game: str) -> None:
    tables, games, finals, rolls = decisions(game)
    value, rows = bundled(tables.rules)[0].value, rows_of(tables, games, rolls)
    end = finals.offsets[-1]
    exact = Finals(finals.boards[:end], finals.pins[:end], finals.moves[:end], finals.offsets)
    played = moves_made(finals)
    left = leaves_dice(tables, rows, finals.offsets, played)
    wanted = worth_of(tables, games, exact, value, left)
    told = valued(net_of(tables.rules), rows, games.facts, (finals, played))
    assert np.array_equal(told.facts, wanted.facts)
    assert np.array_equal(told.outcomes, wanted.outcomes)
    assert np.abs(told.equities - wanted.equities).max() < NEARLY
    assert np.abs(told.chances - wanted.probabilities).max() < NEARLY
    assert not told.plies.any()
    # Only some games leave dice to the opponent; in gioul some of these turns do.
    leaves = told.facts[:, FACT_LEFT].any()
    assert leaves or game != "gioul"
    assert not leaves or tables.rules.leftover is Leftovers.OPPONENT


def test_after_leftovers_the_mover_is_the_next_to_roll() -> None:
    tables, games, finals, _ = decisions("gioul")
    end = finals.offsets[-1]
    exact = Finals(finals.boards[:end], finals.pins[:end], finals.moves[:end], finals.offsets)
    facts = facts_after(tables, games, exact)
    wanted = seen_by_mover(games, exact, facts, bundled(tables.rules)[0].value)
    told = np.empty_like(wanted[0]), np.empty_like(wanted[1])
    value_finals(net_of(tables.rules), games.facts, finals, facts, told)
    for one, other in zip(told, wanted, strict=True):
        assert np.abs(one - other).max() < NEARLY


def test_dice_are_counted_by_moves() -> None:
    _, _, finals, _ = decisions("gul-bara")
    end = finals.offsets[-1]
    counts = (finals.moves[:end, :, at.MOVE_ORIGIN] > 0).sum(1)
    assert moves_made(finals).tolist() == counts.tolist()
    assert {0, 1, 2} & {*counts.tolist()}
