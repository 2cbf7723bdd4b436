"""Some games begin at random, the others never."""

import numpy as np
import pytest
from tests.search.lockstep import tiny

from nardy.games import find_game
from nardy.kernel.scoring import FACT_TURNS_MINE
from nardy.search.choose import choose
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of
from nardy.train import starts
from nardy.train.starts import MOST_RANDOM, RANDOM_SHARE, Starts


def test_a_share_of_the_games_begins_at_random() -> None:
    found = Starts(np.random.default_rng(1), 20_000).random_turns
    assert (found > 0).mean() == pytest.approx(RANDOM_SHARE, abs=0.02)
    assert set(found[found > 0].tolist()) == set(range(1, MOST_RANDOM + 1))


@pytest.mark.parametrize("text", ["backgammon", "mad-gulbar", "tavla"])
def test_wild_games_are_played_at_random_and_the_others_well(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starts, "RANDOM_SHARE", 0.5)
    game, random, count = GameTables.of(find_game(text)), np.random.default_rng(5), 60
    tables, plies = Tables.begun(game, count), np.zeros(count, np.int64)
    begin = Starts(random, count)
    network = tiny(text)
    rows = rows_of(
        game,
        tables,
        opening_rolls(game, random, count),
        tables.facts[:, FACT_TURNS_MINE].astype(np.int64),
    )
    turn = begin.choose(game, tables, rows, (network.value, plies))
    best = choose(game, tables, rows, network.value)
    others = begin.random_turns == 0
    assert 10 < others.sum() < 50
    assert (turn.boards[others] == best.boards[others]).all()
    assert (turn.equities[others] == best.equities[others]).all()
    assert (turn.boards[~others] != best.boards[~others]).any()


def test_a_game_is_wild_for_so_many_turns_and_then_no_more() -> None:
    game = GameTables.of(find_game("backgammon"))
    begin = Starts(np.random.default_rng(2), 400)
    tables = Tables.begun(game, 400)
    rolls = opening_rolls(game, np.random.default_rng(3), 400)
    rows = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
    turn = begin.choose(game, tables, rows, (tiny("backgammon").value, begin.random_turns.copy()))
    best = choose(game, tables, rows, tiny("backgammon").value)
    assert (turn.boards == best.boards).all()


def test_lots_are_drawn_anew_for_each_game() -> None:
    begin = Starts(np.random.default_rng(4), 1_000)
    before = begin.random_turns.copy()
    begin.begin(np.arange(500))
    assert (begin.random_turns[500:] == before[500:]).all()
    assert (begin.random_turns[:500] != before[:500]).any()
