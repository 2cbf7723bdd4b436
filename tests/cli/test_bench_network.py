"""`nardy bench network`: rates that are there, and in the order that they must have."""

import json

import pytest
from tests.cli.talk import nardy
from tests.search.lockstep import tiny

from nardy.bots.neural import NeuralBot
from nardy.cli import bench_network
from nardy.cli.bench_network import measure
from nardy.evaluation.network import weights
from nardy.games import HYPERGAMMON


@pytest.fixture
def bot(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> NeuralBot:
    monkeypatch.setattr(bench_network, "DECISIONS", {0: 5, 1: 5, 2: 3})
    monkeypatch.setattr(bench_network, "PLIES", 8)
    file = tmp_path_factory.mktemp("weights") / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    return NeuralBot(0, file)


def test_everything_is_measured(bot: NeuralBot) -> None:
    found = measure(HYPERGAMMON, bot, 1)
    assert set(found) == {
        "evaluations", "decision_0", "decision_1", "decision_2", "rollouts", "adjusted_rollouts",
    }  # fmt: skip
    assert all(rate > 0 for rate in found.values())
    assert found["decision_0"] < found["decision_2"]


def test_it_is_told_for_people_and_for_programs(bot: NeuralBot) -> None:
    asked = ("bench", "network", "hypergammon", "--bot", f"nardy:0:{bot.file}")
    assert "a decision, 2-ply" in nardy(*asked).out
    assert json.loads(nardy(*asked, "--json").out)["game"] == "hypergammon"
