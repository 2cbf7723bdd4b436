"""What the command does: a progress bar where somebody looks, and no error of one group."""

import io
import sys

import pytest
from tests.search.lockstep import tiny

from nardy.bots.neural import NeuralBot
from nardy.cli.rollout_run import RolloutLines, as_values, run
from nardy.evaluation.network import weights
from nardy.formats import position_text
from nardy.search.rollout import RolloutPlan

PLAN = RolloutPlan(trials=36, plies=2)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path_factory.mktemp("weights") / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    monkeypatch.setattr(sys, "stderr", Terminal())
    found = run(
        position_text.loads("hypergammon w 24:1,6:1,3:1 23:1,4:1,2:1"), NeuralBot(0, file), PLAN, 2
    )
    assert "rolling out" in sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert as_values(found, is_turn=False)["equity"][1] is None
    assert "±?" in next(RolloutLines(PLAN).lines(found))
