"""The kernel's graph and the rule book's are the same, node by node."""

from random import Random

import pytest
from tests.effort import each, tries
from tests.kernel.samples import (
    Sample,
    any_dice,
    dealt,
    readings,
    samples,
    strange_rules,
)

from nardy.core.legal import Reaches, begin, legal_moves
from nardy.errors import IllegalTurnError, TooManyTurns
from nardy.games import BACKGAMMON, GAMES
from nardy.server.protocol.messages import DieMove
from nardy.server.turns.fast_move_graph import quick_graph, quick_reaches, quick_start
from nardy.server.turns.move_graph import MOST_NODES, graph


def assert_same_graph(sample: Sample, most: int = MOST_NODES) -> None:
    plain = graph(sample.rules, begin(*sample), most, {})
    try:
        assert quick_graph(sample.rules, quick_start(*sample), most) == plain, sample
    except TooManyTurns:
        assert len(sample.dice.numbers) > 4


@each("game", GAMES)
def test_both_tell_the_same_in_every_game(game: str) -> None:
    for sample in samples(game, tries(6, 100, 300), seed=11):
        assert_same_graph(sample)


@each("text", readings())
def test_both_tell_the_same_under_every_option(text: str) -> None:
    for sample in samples(text, tries(2, 20, 60), seed=12):
        assert_same_graph(sample)


@pytest.mark.parametrize("seed", range(tries(3, 25, 200)))
def test_both_tell_the_same_of_games_that_nobody_plays(seed: int) -> None:
    rng = Random(seed)
    for _ in range(8):
        rules = strange_rules(rng)
        assert_same_graph(Sample(rules, dealt(rules, rng), any_dice(rules, rng)))


@pytest.mark.parametrize("most", [1, 2, 7, 40])
def test_both_cut_a_graph_at_the_same_node(most: int) -> None:
    for sample in samples("backgammon", 6, seed=13):
        assert_same_graph(sample, most)


def test_a_graph_goes_on_behind_moves_that_were_made() -> None:
    (sample,) = samples("nackgammon", 1, seed=14)
    whole = quick_graph(sample.rules, quick_start(*sample), MOST_NODES)
    for choice in whole[0].moves:
        rows = quick_start(*sample, [DieMove(choice.origin, choice.to)])
        (behind, *_) = quick_graph(sample.rules, rows, MOST_NODES)
        there = whole[choice.then or 0]
        assert behind.dice == there.dice
        assert [move.to for move in behind.moves] == [move.to for move in there.moves]


@pytest.mark.parametrize("game", ["gul-bara", "mad-gulbar", "backgammon,cascade_count=2"])
def test_both_know_how_long_a_cascade_can_be_played(game: str) -> None:
    rng, cascades = Random(game), 0
    for rules, position, dice in samples(game, tries(30, 120, 300), seed=16):
        cascades += len(dice.numbers) > 4
        mid, steps = begin(rules, position, dice), list[DieMove]()
        known: Reaches = {}
        while moves := legal_moves(rules, mid, known):
            move = rng.choice(list(moves))
            steps.append(DieMove(move.origin, move.target))
            mid = moves[move]
        quick = quick_reaches(rules, begin(rules, position, dice), [*steps, DieMove(9, 9)])
        assert len(quick) == len(steps) + 1
        assert quick == {mid: max(0, known[mid]) for mid in quick}
    assert cascades


def test_moves_that_cannot_have_been_made_are_refused() -> None:
    (sample,) = samples("backgammon", 1, seed=15)
    with pytest.raises(IllegalTurnError):
        quick_start(BACKGAMMON, BACKGAMMON.start, sample.dice, [DieMove(5, 8)])
