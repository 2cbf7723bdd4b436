"""The candidates of a cascade, and the dice that it leaves."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests import moments
from tests.moments import HEAD, play_out

from nardy.bots.baseline.bot import beam
from nardy.bots.neural import as_arrays
from nardy.core.acts import end_turn
from nardy.core.game import Game
from nardy.core.situation import Phase, Situation
from nardy.evaluation.network.bundled_weights import bundled
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_at
from nardy.kernel.decisions import WIDTH
from nardy.search.cascades import cascade_finals, leaves_dice
from nardy.search.choose import worth_of
from nardy.search.conversions import table_of
from nardy.search.tables import GameTables


def cascades(text: str) -> list[Situation]:
    """Moments of a random game in which a cascade is due."""
    met = list[Situation]()
    play_out(Game(find_game(text), seed=4), Random(text), lambda now: met.append(now.situation))
    due = [one for one in met if one.phase is Phase.TURN and one.dice and not one.left]
    return [one for one in due if one.dice and len(one.dice.numbers) > 4]


@pytest.mark.parametrize("game", ["gul-bara", "mad-gulbar", "gioul"])
def test_the_best_is_mostly_worth_at_least_the_best_of_the_baseline(game: str) -> None:
    network, tables, gains = bundled(GAMES[game])[0], GameTables.of(GAMES[game]), list[float]()
    for moment in cascades(game)[:4]:
        assert moment.dice
        worths = list[float]()
        for finals in (
            cascade_finals(network, moment, moment.dice),
            as_arrays(beam(moment, moment.dice)),
        ):
            played = (finals.moves[:, :, at.MOVE_ORIGIN] > 0).sum(1)
            left = leaves_dice(moment, moment.dice, played)
            worth = worth_of(tables, table_of(tables, moment), finals, network.value, left)
            worths.append(float(worth.equities.max()))
        assert len(finals.boards) >= 1
        gains.append(worths[0] - worths[1])
    assert np.mean(gains) > -0.05


def test_at_most_so_many_are_kept_and_none_twice() -> None:
    (moment, *_) = cascades("gul-bara")
    assert moment.dice
    finals = cascade_finals(bundled(moment.rules)[0], moment, moment.dice)
    found = [position_at(finals.boards, finals.pins, k) for k in range(len(finals.boards))]
    assert len(set(found)) == len(found) <= WIDTH
    assert finals.offsets.tolist() == [0, len(found)]


def test_a_variant_with_other_outcomes_is_played_by_the_same_network() -> None:
    rules = find_game("gul-bara,last_throw=half")
    moment = replace(cascades("gul-bara")[0], rules=rules)
    assert moment.dice
    assert len(cascade_finals(bundled(rules)[0], moment, moment.dice).boards)


@pytest.mark.parametrize("game", ["mad-gulbar", "gioul", "gul-bara"])
def test_dice_are_left_where_the_rule_book_leaves_them(game: str) -> None:
    for moment in cascades(game)[:6]:
        assert moment.dice
        for played in range(len(moment.dice.numbers) + 1):
            left = leaves_dice(moment, moment.dice, np.array([played]))
            after = end_turn(moment, moment.position, played)
            if after.phase is not Phase.OVER:
                assert bool(left is not None and left[0]) == bool(after.left)


def test_plain_doubles_leave_nothing_even_where_their_dice_look_like_a_cascade() -> None:
    start = moments.moment(f"gul-bara,leftover=opponent w {HEAD} {HEAD} turns=2-2", 6, 6)
    later = replace(start, turns=(3, 3))
    for before, left in ((start, None), (later, [True, True, True, True, False])):
        assert before.dice
        found = leaves_dice(before, before.dice, np.arange(5))
        assert (None if found is None else found.tolist()) == left
