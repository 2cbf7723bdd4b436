"""What the plots draw: their data, not their pixels."""

import re
import sys
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from nardy.analysis.game_review import Decision, review
from nardy.bots.neural import NeuralBot
from nardy.errors import MissingExtraError, way_to_install
from nardy.formats import read_match
from nardy.plots import charts
from nardy.plots.charts import plot_equity, plot_luck_and_errors, plot_ratings
from nardy.plots.series import RatingPoint, equity_points, player_totals

FILE = Path(__file__).parents[2] / "examples" / "match.mat"
needs_matplotlib = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="needs the extra `plot`, which is not installed"
)


@pytest.fixture(scope="module")
def decisions() -> list[Decision]:
    return [*review(read_match(FILE.read_bytes()), bot=NeuralBot(0))]


@pytest.fixture
def axes() -> Any:
    """Axes of a figure without a window."""
    figure = pytest.importorskip("matplotlib.figure")
    return figure.Figure().subplots()


def texts(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_equity_is_a_line_for_each_game(axes: Any, decisions: list[Decision]) -> None:
    assert plot_equity(decisions, ("Anna", "Boris"), axes) is axes
    points = equity_points(decisions)
    lines = [line for line in axes.lines if len(line.get_xdata()) > 2]
    assert len(lines) == 3
    drawn = [(x, y) for line in lines for x, y in zip(*line.get_data(), strict=True)]
    assert drawn == [(point.number, point.equity) for point in points]
    assert {"Anna is ahead", "Boris is ahead", "0–0", "0–2", "2–2"} <= set(texts(axes))


def test_the_worst_turns_are_named(axes: Any, decisions: list[Decision]) -> None:
    plot_equity(decisions, axes=axes)
    worst = sorted(equity_points(decisions), key=lambda point: -point.loss)[: charts.NAMED]
    for point in worst:
        assert f"{point.turn}  −{point.loss:.2f}" in texts(axes)


def test_bars_are_as_long_as_what_was_lost(axes: Any, decisions: list[Decision]) -> None:
    assert plot_luck_and_errors(decisions, ("Anna", "Boris"), axes) is axes
    widths = [bar.get_width() for bar in axes.patches]
    wanted: list[float] = []
    for total in player_totals(decisions):
        wanted += [*(-lost for lost in total.lost), total.luck]
    assert widths == pytest.approx(wanted)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Anna", "Boris"]


def test_ratings_are_drawn_with_two_errors_on_either_side(axes: Any) -> None:
    begin = datetime(2026, 9, 1)  # noqa: DTZ001 (a day)
    points = [RatingPoint(begin + timedelta(days=n), 1500 + n, 50) for n in range(5)]
    assert plot_ratings({"Anna": points, "nobody": []}, axes) is axes
    assert [*axes.lines[0].get_ydata()] == [1500, 1501, 1502, 1503, 1504]
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (1400, 1604)
    assert "Anna 1504" in texts(axes)


@needs_matplotlib
def test_without_axes_a_figure_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    import matplotlib as mpl  # noqa: PLC0415 (not everywhere)
    import matplotlib.pyplot as plt  # noqa: PLC0415

    mpl.use("Agg")
    made: Any = plot_equity([])
    assert made.figure.axes == [made]
    plt.close(made.figure)


def test_without_matplotlib_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(charts, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=re.escape(way_to_install("plot"))):
        plot_ratings({})
