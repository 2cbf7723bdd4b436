"""Processes play what one would have played."""

import multiprocessing
import os
import signal
from functools import partial

import pytest
from tests.search.lockstep import played_as, tiny

from nardy.arena import spread
from nardy.arena.duel import DuelTerms, duel, joined
from nardy.arena.player import BotPlayer, NetworkPlayer
from nardy.arena.spread import PlayersAndTerms, spread_parts
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.turns import Moves
from nardy.bots.ubgi.process import ExternalBotError
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.search.tables import GameTables


def seats(pairs: int) -> PlayersAndTerms:
    """Two players of hypergammon, one of whom draws lots."""
    players = BotPlayer("random", RandomBot), NetworkPlayer("tiny", tiny("hypergammon"))
    game = GameTables.of(played_as("hypergammon"))
    return players, DuelTerms(game=game, pairs=pairs, seed=3, judge=tiny("hypergammon", 2), chunk=2)


def alike(pairs: int) -> PlayersAndTerms:
    """A player against himself."""
    players = BotPlayer("one", _baseline), BotPlayer("other", _baseline)
    return players, DuelTerms(game=GameTables.of(played_as("hypergammon")), pairs=pairs, chunk=1)


def _baseline(_: int) -> BaselineBot:
    return BaselineBot()


class _Failing(BaselineBot):
    """Gives up whenever it is asked."""

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        raise ExternalBotError("expected an answer, got none")


def _failing(_: int) -> BaselineBot:
    return _Failing()


def hopeless(pairs: int) -> PlayersAndTerms:
    """A player who never answers against one who does."""
    players = BotPlayer("failing", _failing), BotPlayer("baseline", _baseline)
    return players, DuelTerms(game=GameTables.of(played_as("hypergammon")), pairs=pairs, chunk=1)


@pytest.fixture(autouse=True)
def forgotten() -> None:
    spread._players.cache_clear()  # noqa: SLF001


@pytest.mark.parametrize("processes", [1, 2])
def test_processes_do_not_change_the_result(processes: int) -> None:
    found = joined(list(spread_parts(partial(seats, 5), processes)))
    alone = duel(*seats(5))
    assert (found.points == alone.points).all()
    assert found.luck == pytest.approx(alone.luck, abs=1e-5)


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_parts_come_in_their_order(processes: int) -> None:
    parts = list(spread_parts(partial(seats, 5), processes))
    assert [part.points.size for part in parts] == [4, 4, 2]
    assert (joined(parts).points == duel(*seats(5)).points).all()


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_each_process_asks_who_fails_three_times_and_no_more(processes: int) -> None:
    make = partial(hopeless, 5)
    found = joined(list(spread_parts(make, processes)))
    reasons = [reason for reason in found.forfeits[0] if reason.startswith("expected")]
    assert (len(reasons), len(found.forfeits[0])) == (3 * processes, 10)
    assert joined(list(spread_parts(make, processes))).forfeits == found.forfeits


@pytest.mark.thorough
def test_nobody_is_better_than_himself() -> None:
    found = joined(list(spread_parts(partial(alike, 3), 2)))
    assert not found.points.sum(1).any()


def test_a_process_that_only_begins_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    """It is interrupted while it still imports what it needs."""
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=spread._start_worker, args=(partial(seats, 1),))  # noqa: SLF001
    with spread._sigint_blocked():  # noqa: SLF001
        process.start()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    process.join(60)
    assert process.exitcode == -signal.SIGINT
    assert capfd.readouterr().err == ""
