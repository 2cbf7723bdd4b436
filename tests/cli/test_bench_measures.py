"""What `nardy bench` measures: kernel and rule book, a bot, and nardy beside whoever is installed."""

import json
import sys
from types import SimpleNamespace

import pytest
from tests.cli.talk import nardy
from tests.search.lockstep import tiny

from nardy.arena import outside
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.neural import NeuralBot
from nardy.cli import bench_measures, computing
from nardy.cli.bench_measures import (
    dice_list_at,
    measure_network,
    measure_peers,
    measure_turns,
    rule_book_rate,
    spread,
    time_in_turn,
)
from nardy.core.dice import DiceList, Roll
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.evaluation.network import weights
from nardy.games import BACKGAMMON, GAMES, HYPERGAMMON
from nardy.kernel.arrays import begin_rows


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is short."""
    monkeypatch.setattr(bench_measures, "TABLES", 8)
    monkeypatch.setattr(bench_measures, "PLIES", 6)
    monkeypatch.setattr(bench_measures, "DECISIONS", (5, 5, 3))


@pytest.fixture
def bot(tmp_path_factory: pytest.TempPathFactory) -> NeuralBot:
    file = tmp_path_factory.mktemp("weights") / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    return NeuralBot(0, file)


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """No peer is installed."""
    for module in ("gnubg_nn", "bgsage"):
        monkeypatch.setitem(sys.modules, module, None)


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "gul-bara"])
def test_kernel_and_rule_book_have_a_rate(game: str) -> None:
    rates = measure_turns(GAMES[game], 512, seed=3)
    assert set(rates) == {"kernel", "positions", "rule_book"}
    assert all(rate > 0 for rate in rates.values())


@pytest.mark.parametrize("roll", [Roll(3, 1), Roll(4, 4)])
def test_a_row_gives_its_dice_back(roll: Roll) -> None:
    dice = DiceList.of(roll)
    rows = begin_rows(BACKGAMMON, [BACKGAMMON.start], [dice])
    assert dice_list_at(rows, 0) == dice
    assert rule_book_rate(BACKGAMMON, rows) > 0


def test_everything_of_a_bot_is_measured(bot: NeuralBot) -> None:
    found = measure_network(HYPERGAMMON, bot, 1)
    assert set(found) == {
        "evaluations", "decision_0", "decision_1", "decision_2", "rollouts", "adjusted_rollouts",
    }  # fmt: skip
    assert all(rate > 0 for rate in found.values())
    assert found["decision_0"] < found["decision_2"]


def test_a_bot_is_told_for_people_and_for_programs(bot: NeuralBot) -> None:
    asked = ("bench", "network", "hypergammon", "--bot", f"nardy:0:{bot.file}")
    assert "a decision, 2-ply" in nardy(*asked).out
    assert json.loads(nardy(*asked, "--json").out)["game"] == "hypergammon"


@pytest.mark.usefixtures("nobody")
def test_alone_it_measures_itself() -> None:
    (figures,) = measure_peers(BACKGAMMON, 1, 0.01)
    assert figures["name"] == "nardy"
    assert figures["evaluations"] > 0 < figures["games"]
    assert len(figures["decisions"]) == 3
    for times in figures["decisions"]:
        assert 0 < times["median"] <= times["p90"]


class _StandIn(outside.GnubgBot):
    """Plays as baseline does."""

    def ask(self, position: Position, roll: object) -> Position:
        situation = Situation(rules=self.rules, position=position, roll=roll)
        return BaselineBot().choose(situation)[0]

    def after(self, position: Position, answer: Position) -> Position:
        return answer

    def evaluate(self, positions: object) -> None:
        sum(range(1_000))


@pytest.mark.usefixtures("nobody")
def test_a_peer_is_measured_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gnubg_nn", SimpleNamespace())
    monkeypatch.setattr(outside, "GnubgBot", _StandIn)
    ours, theirs = measure_peers(BACKGAMMON, 1, 0.01)
    assert (ours["name"], theirs["name"]) == ("nardy", "gnubg")
    assert theirs["evaluations"] > 0 < theirs["games"]


def test_engines_decide_in_turn_and_the_first_decision_is_not_counted() -> None:
    start, asked = Situation(rules=BACKGAMMON, position=BACKGAMMON.start), list[str]()
    times = time_in_turn([start] * 3, [lambda _: asked.append("a"), lambda _: asked.append("b")])
    assert asked == ["a", "b"] * 3
    assert [len(own) for own in times] == [2, 2]


def test_nine_of_ten_lie_within() -> None:
    assert spread([float(n) for n in range(10)])["p90"] == 9_000
    assert spread([3.0]) == {"median": 3_000, "p90": 3_000}


def test_peers_are_told_as_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def stub(*_: object) -> list[dict[str, object]]:
        decisions = [spread([0.001, 0.002, 0.003])] * 3
        rates = {"evaluations": 1_000_000, "games": 1_000}
        return [{"name": "nardy", "decisions": decisions, **rates}]

    monkeypatch.setattr(computing, "is_available", lambda: True)
    monkeypatch.setattr(bench_measures, "measure_peers", stub)
    answer = nardy("bench", "peers", "--game", "hypergammon")
    assert answer.status == 0
    assert "1,000,000" in answer.lines[1]
    assert "2.00" in answer.lines[1]
    assert "3.00" in answer.lines[2]
    found = json.loads(nardy("bench", "peers", "--json").out)
    assert found["bots"][0]["decisions"][0] == {"median": 2, "p90": 3}


@pytest.mark.usefixtures("nobody")
def test_a_game_that_peers_do_not_play_is_measured_alone() -> None:
    assert len(measure_peers(HYPERGAMMON, 1, 0.01)) == 1
