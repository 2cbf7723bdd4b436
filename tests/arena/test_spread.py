"""Processes play what one would have played."""

from functools import partial

import pytest
from tests.search.lockstep import played_as, tiny

from nardy.arena import spread
from nardy.arena.duel import Terms, duel
from nardy.arena.player import BotPlayer, NetworkPlayer
from nardy.arena.spread import Seats, spread_duel
from nardy.bots.baseline import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.search.tables import Game


def seats(pairs: int) -> Seats:
    """Two players of hypergammon, one of whom draws lots."""
    players = BotPlayer("random", RandomBot), NetworkPlayer("tiny", tiny("hypergammon"))
    game = Game.of(played_as("hypergammon"))
    return players, Terms(game=game, pairs=pairs, seed=3, judge=tiny("hypergammon", 2), chunk=2)


def alike(pairs: int) -> Seats:
    """A player against himself."""
    players = BotPlayer("one", _baseline), BotPlayer("other", _baseline)
    return players, Terms(game=Game.of(played_as("hypergammon")), pairs=pairs, chunk=1)


def _baseline(_: int) -> BaselineBot:
    return BaselineBot()


@pytest.fixture(autouse=True)
def forgotten() -> None:
    spread._seated.cache_clear()  # noqa: SLF001


@pytest.mark.parametrize("processes", [1, 2])
def test_processes_do_not_change_the_result(processes: int) -> None:
    told: list[int] = []
    found = spread_duel(partial(seats, 5), processes, told.append)
    alone = duel(*seats(5))
    assert (found.points == alone.points).all()
    assert found.luck == pytest.approx(alone.luck, abs=1e-5)
    assert told == [4, 8, 10]


def test_nobody_is_better_than_himself() -> None:
    found = spread_duel(partial(alike, 3), 2)
    assert not found.points.sum(1).any()
