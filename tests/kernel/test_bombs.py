"""The bomb in compiled code, against the search on arrays and the rule book."""

import numpy as np
import pytest
from tests.kernel.compiled_nets import net_of
from tests.moments import random_cases

from nardy.bots.neural import NeuralBot
from nardy.core.position import BAR
from nardy.core.situation import Situation
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.network import Positions
from nardy.formats import position_text
from nardy.games import find_game
from nardy.kernel import layout as at
from nardy.kernel.bombs import bomb_hits_batch, explode_where_better, value_with_bombs
from nardy.search.bomb import explode_where_better as explode_tables
from nardy.search.bomb import with_bomb
from nardy.search.conversions import tables_of
from nardy.search.tables import GameTables, Tables

TEXTS = ("nuclear", "nuclear,bomb_hits=opponent")
NEARLY = 1e-5


def tables_before_a_roll(text: str) -> tuple[GameTables, Tables, list[Situation]]:
    game = GameTables.of(find_game(text).replace(cube_play=False))
    cases = [position_text.loads(case) for case, _ in random_cases(text, 3, 80)]
    return game, tables_of(game, cases), cases


@pytest.mark.parametrize("text", TEXTS)
def test_values_are_those_of_the_better_choice(text: str) -> None:
    game, tables, _ = tables_before_a_roll(text)
    outcomes, changed = len(game.points), 0
    network = bundled(game.rules)[0]
    for seat in (at.PLAYER, at.OPPONENT):
        positions = Positions(tables.boards, tables.pins, seat, tables.facts)
        chances, equities = with_bomb(game, network.value)(positions)
        told = np.empty((80, outcomes), np.float32), np.empty(80, np.float32)
        board = tables.boards, tables.pins, seat
        value_with_bombs(net_of(game.rules), board, tables.facts, *told)
        assert np.abs(told[0] - chances).max() < NEARLY
        assert np.abs(told[1] - equities).max() < NEARLY
        changed += (np.abs(equities - network.value(positions)[1]) > NEARLY).sum()
    assert changed > 10


@pytest.mark.parametrize("text", TEXTS)
def test_the_choice_is_that_of_the_search_and_of_the_bot(text: str) -> None:
    game, tables, moments = tables_before_a_roll(text)
    wanted, done = tables.copied(), np.empty(80, np.int8)
    explode_tables(game, wanted, bundled(game.rules)[0].value)
    facts = tables.facts.copy()
    explode_where_better(net_of(game.rules), (tables.boards, tables.pins, tables.facts), done)
    assert np.array_equal(tables.boards, wanted.boards)
    assert np.array_equal(tables.facts, wanted.facts)
    assert np.array_equal(done > 0, (facts != tables.facts).any(1))
    assert 5 < done.sum() < 75
    for moment, choice in zip(moments, done.tolist(), strict=True):
        before = Situation(rules=game.rules, position=moment.position, bomb=moment.bomb)
        assert NeuralBot(0).explodes(before) == bool(choice)


@pytest.mark.parametrize("text", TEXTS)
def test_it_would_hit_the_blots_that_it_sends_to_the_bar(text: str) -> None:
    _, tables, moments = tables_before_a_roll(text)
    hits = np.empty((80, 2), np.int8)
    both = "opponent" not in text
    bomb_hits_batch(int(both), (tables.boards, tables.facts), hits)
    for moment, told in zip(moments, hits.tolist(), strict=True):
        for view, one in ((moment, told[0]), (moment.flipped(), told[1])):
            blots = 1 in view.position.opponent[1:BAR]
            blots |= both and 1 in view.position.player[1:BAR]
            assert one == (view.bomb.player_has_access and blots)
    assert 0 < hits.sum() < hits.size


def test_a_game_without_a_bomb_explodes_none() -> None:
    game = GameTables.of(find_game("portes"))
    tables, done = Tables.begun(game, 2), np.ones(2, np.int8)
    explode_where_better(net_of(game.rules), (tables.boards, tables.pins, tables.facts), done)
    assert done.tolist() == [0, 0]
