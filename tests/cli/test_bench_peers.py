"""`nardy bench peers`: figures for nardy, and for whoever is installed."""

import json
import sys
from types import SimpleNamespace

import pytest
from tests.cli.talk import nardy

from nardy.arena import outside
from nardy.bots.baseline.bot import BaselineBot
from nardy.cli import bench, bench_peers
from nardy.cli.bench_peers import Pace, measure, quantile
from nardy.core.position import Position
from nardy.games import BACKGAMMON, HYPERGAMMON


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """No peer is installed, and everything is short."""
    for module in ("gnubg_nn", "bgsage"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(bench_peers, "TABLES", 8)
    monkeypatch.setattr(bench_peers, "PLIES", 6)


@pytest.mark.usefixtures("nobody")
def test_alone_it_measures_itself() -> None:
    (pace,) = measure(BACKGAMMON, 1, 0.01)
    assert pace.name == "nardy"
    figures = pace.as_dict()
    assert figures["evaluations"] > 0 < figures["games"]
    assert len(figures["decisions"]) == 3
    for times in figures["decisions"]:
        assert 0 < times["median"] <= times["p90"]


class _StandIn(outside.GnubgBot):
    """Plays as baseline does."""

    def ask(self, position: Position, roll: object) -> Position:
        situation = bench_peers.Situation(rules=self.rules, position=position, roll=roll)
        return BaselineBot().choose(situation)[0]

    def after(self, position: Position, answer: Position) -> Position:
        return answer

    def evaluate(self, positions: object) -> None:
        sum(range(1_000))


@pytest.mark.usefixtures("nobody")
def test_a_peer_is_measured_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gnubg_nn", SimpleNamespace())
    monkeypatch.setattr(outside, "GnubgBot", _StandIn)
    ours, theirs = measure(BACKGAMMON, 1, 0.01)
    assert (ours.name, theirs.name) == ("nardy", "gnubg")
    assert theirs.evaluations > 0 < theirs.games
    # The first decision of each is not counted.
    assert [len(times) for times in theirs.decisions] == [len(times) for times in ours.decisions]


def test_nine_of_ten_lie_within() -> None:
    assert quantile([float(n) for n in range(10)], 0.9) == 9
    assert quantile([3.0], 0.9) == 3


def test_the_command_tells_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def stub(*_: object) -> list[Pace]:
        return [Pace("nardy", 1_000_000, [[0.001, 0.002, 0.003]] * 3, 1_000)]

    monkeypatch.setattr(bench, "is_available", lambda: True)
    monkeypatch.setattr(bench_peers, "measure", stub)
    answer = nardy("bench", "peers", "--game", "hypergammon")
    assert answer.status == 0
    assert "1,000,000" in answer.lines[1]
    assert "2.00" in answer.lines[1]
    assert "3.00" in answer.lines[2]
    found = json.loads(nardy("bench", "peers", "--json").out)
    assert found["bots"][0]["decisions"][0] == {"median": 2, "p90": 3}


@pytest.mark.usefixtures("nobody")
def test_a_game_that_peers_do_not_play_is_measured_alone() -> None:
    assert len(list(measure(HYPERGAMMON, 1, 0.01))) == 1
