"""A bot that thinks for a time."""

from pathlib import Path

import numpy as np
import pytest
from tests.bots.playing import moments
from tests.search.lockstep import tiny

from nardy.bots import load_bot, timed
from nardy.bots.neural import NeuralBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.timed import TimedBot
from nardy.errors import NardyError
from nardy.evaluation.network import weights
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.search import timed as search


@pytest.mark.parametrize(("seconds", "plies"), [(-1.0, 0), (1.0, 2)])
def test_it_looks_as_far_as_there_is_time(
    seconds: float, plies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock stands still, past the end or before it."""
    file = tmp_path / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    monkeypatch.setattr(timed.time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(search, "MOST_PLIES", 2)
    bot, alike = TimedBot(seconds, file), NeuralBot(plies, file)
    for moment in moments(GAMES["hypergammon"], RandomBot(1), seed=1, most=8):
        assert bot.rank(moment)[0].final == alike.rank(moment)[0].final
        assert max(seen.plies for seen in bot.rank(moment)) <= plies


@pytest.mark.parametrize(("seconds", "plies"), [(-1.0, 1), (1.0, 2)])
def test_before_a_roll_it_looks_as_far_as_there_is_time(
    seconds: float, plies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock stands still, past the end or before it; a ply is always looked ahead."""
    file = tmp_path / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    monkeypatch.setattr(timed.time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(search, "MOST_PLIES", 2)
    start = position_text.loads("hypergammon w 24:1,23:1,22:1 24:1,23:1,22:1")
    found = TimedBot(seconds, file).expect(start)
    assert np.array_equal(found, NeuralBot(plies, file).expect(start))
    assert not np.array_equal(found, NeuralBot(3 - plies, file).expect(start))


@pytest.mark.parametrize(("spec", "seconds"), [("nardy:2s", 2.0), ("NARDY:0.25S", 0.25)])
def test_it_is_found_by_its_seconds(spec: str, seconds: float) -> None:
    bot = load_bot(spec)
    assert isinstance(bot, TimedBot)
    assert bot.seconds == seconds
    assert bot.name == f"nardy:{seconds:g}s"


@pytest.mark.parametrize("spec", ["nardy:0s", "nardy:99999s"])
def test_a_time_that_cannot_be_is_refused(spec: str) -> None:
    with pytest.raises(NardyError, match=r"seconds, got .* \(for example 'nardy:2s'\)"):
        load_bot(spec)
