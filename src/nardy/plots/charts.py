"""Plots by matplotlib, which is imported when something is drawn."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from nardy.analysis.game_review import Decision
from nardy.core.player import Player
from nardy.errors import MissingExtraError
from nardy.plots.series import (
    GRADE_NAMES,
    EquityPoint,
    PlayerTotals,
    RatingPoint,
    equity_points,
    player_totals,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, FAINT, GRID = "#2b2b2b", "#767676", "#e6e3dd"
WHITE, BLACK = "#2a7f9e", "#b5532d"
"""The players' colors: blue and rust are told apart by the color-blind, too."""
LOST = ("#a3262e", "#d1605e", "#eaa7a2", "#f3d6d3")
"""A color for each of GRADE_NAMES."""
LUCK = "#5a9a6f"
COLORS = (WHITE, BLACK, "#6a5a9c", "#8a7a22", "#4d7d4a")
NAMED = 3
"""How many of the worst turns have their text beside them."""
WIDTH = 14
"""The text of a turn leaves the curve free for this many turns on either side."""
EDGE = 0.07
"""The share of the turns at either end where texts would reach over the edge."""


def plot_equity(
    decisions: Iterable[Decision],
    players: Sequence[str] = ("White", "Black"),
    axes: "Axes | None" = None,
) -> "Axes":
    """Draw the equity over the turns of a game or a match, with the errors marked.

    Args:
        decisions: What `nardy.analysis.review` found.
        players: White's and Black's names.
        axes: Where to draw; None makes a new figure.

    Returns:
        The axes, for titles and further changes. Equities are White's.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    canvas = _axes(axes, (9, 4))
    points = equity_points(decisions)
    for game in sorted({point.game for point in points}):
        own = [point for point in points if point.game == game]
        numbers, equities = [one.number for one in own], [one.equity for one in own]
        for low, color in ((True, BLACK), (False, WHITE)):
            parts = [min(0.0, one) if low else max(0.0, one) for one in equities]
            canvas.fill_between(numbers, parts, color=color, alpha=0.16, linewidth=0)
        canvas.plot(numbers, equities, color=INK, linewidth=1.4)
        _begin_game(canvas, own[0])
    for point in points:
        if point.grade:
            _mark(canvas, point)
    worst = sorted(points, key=lambda point: -point.loss)[:NAMED]
    for point in (one for one in worst if one.grade):
        _name(canvas, point, points)
    canvas.axhline(0, color=FAINT, linewidth=0.8)
    canvas.set_xlim(0.5, max(1, len(points)) + 0.5)
    canvas.margins(y=0.16)
    _seat(canvas, 0.98, "top", f"{players[0]} is ahead", WHITE)
    _seat(canvas, 0.02, "bottom", f"{players[1]} is ahead", BLACK)
    return _finished(canvas, "Equity after each turn", "turn", f"{players[0]}'s equity, points")


def plot_luck_and_errors(
    decisions: Iterable[Decision],
    players: Sequence[str] = ("White", "Black"),
    axes: "Axes | None" = None,
) -> "Axes":
    """Draw each player's luck, and what errors have cost, by their grade.

    Args:
        decisions: What `nardy.analysis.review` found.
        players: White's and Black's names.
        axes: Where to draw; None makes a new figure.

    Returns:
        The axes, for titles and further changes. Bars are in points; losses go to the left.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    canvas = _axes(axes, (9, 3))
    totals = player_totals(decisions, players)
    for row, total in enumerate(totals):
        left = 0.0
        for lost, color in zip(total.lost, LOST, strict=True):
            canvas.barh(row + 0.19, -lost, 0.34, left=left, color=color)
            left -= lost
        canvas.barh(row - 0.19, total.luck, 0.34, color=LUCK)
        _figure(canvas, left, row + 0.19, f"lost {-left:.3f}{_rate(total)}")
        _figure(canvas, total.luck, row - 0.19, f"luck {total.luck:+.3f}")
    canvas.axvline(0, color=FAINT, linewidth=0.8)
    canvas.set_yticks(range(len(totals)), [total.name for total in totals])
    canvas.tick_params(axis="y", length=0)
    canvas.invert_yaxis()
    canvas.margins(x=0.3)
    names = [grade or "less" for grade in GRADE_NAMES]
    _legend(canvas, [*zip(names, LOST, strict=True), ("luck", LUCK)])
    return _finished(canvas, "Luck and errors", "points", "", grid="x")


def plot_ratings(
    ratings: Mapping[str, Sequence[RatingPoint]], axes: "Axes | None" = None
) -> "Axes":
    """Draw the ratings of some players over time, with two standard errors on either side.

    Args:
        ratings: Each player's ratings by name, the oldest first.
        axes: Where to draw; None makes a new figure.

    Returns:
        The axes, for titles and further changes.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    canvas = _axes(axes, (9, 4))
    for number, (name, points) in enumerate(ratings.items()):
        color = COLORS[number % len(COLORS)]
        days = [point.at for point in points]
        low = [point.rating - 2 * point.deviation for point in points]
        high = [point.rating + 2 * point.deviation for point in points]
        canvas.fill_between(days, low, high, color=color, alpha=0.14, linewidth=0)
        canvas.plot(days, [point.rating for point in points], color=color, linewidth=1.8)
        if points:
            end = points[-1]
            canvas.plot([end.at], [end.rating], "o", color=color, markersize=5)
            _beside(canvas, (end.at, end.rating), f"{name} {end.rating:.0f}", color)
    canvas.margins(x=0.14)
    _dates(canvas)
    return _finished(canvas, "Ratings", "", "rating")


def _axes(axes: "Axes | None", size: tuple[float, float]) -> Any:
    """The axes to draw on. Any, because matplotlib's own types are not strict."""
    if find_spec("matplotlib") is None:
        raise MissingExtraError.of("matplotlib to draw plots", "plot")
    if axes is not None:
        return axes
    import matplotlib.pyplot as plt  # noqa: PLC0415 (slow, and needed here alone)

    made: Any = plt
    return made.subplots(figsize=size, layout="constrained")[1]


def _begin_game(canvas: Any, first: EquityPoint) -> None:
    """The line before a game, with the score of a match."""
    if first.game > 1:
        canvas.axvline(first.number - 0.5, color=FAINT, linewidth=0.8, linestyle=(0, (3, 3)))
    if first.score is not None:
        score = f"{first.score.player:g}–{first.score.opponent:g}"
        where = canvas.get_xaxis_transform()
        canvas.text(first.number - 0.3, 1.01, score, transform=where, color=FAINT, fontsize=8)


def _mark(canvas: Any, point: EquityPoint) -> None:
    color = LOST[GRADE_NAMES.index(point.grade)]
    size = 18 + 300 * min(point.loss, 0.5)
    canvas.scatter(point.number, point.equity, size, color=color, edgecolors="white", zorder=3)


def _name(canvas: Any, point: EquityPoint, points: Sequence[EquityPoint]) -> None:
    """The text of a bad turn, on the side of the curve that is free."""
    around = [one.equity for one in points if abs(one.number - point.number) <= WIDTH]
    is_above = 2 * point.equity >= min(around) + max(around)
    space = 0.07 * (max(one.equity for one in points) - min(one.equity for one in points))
    place = point.number / len(points)
    canvas.annotate(
        f"{point.turn}  −{point.loss:.2f}",
        (point.number, point.equity),
        xytext=(point.number, max(around) + space if is_above else min(around) - space),
        # Texts at an edge stay within it.
        ha="left" if place < EDGE else "right" if place > 1 - EDGE else "center",
        va="bottom" if is_above else "top",
        color=WHITE if point.player is Player.WHITE else BLACK,
        fontsize=8,
        zorder=4,
        arrowprops={"arrowstyle": "-", "color": FAINT, "linewidth": 0.6, "shrinkA": 0},
    )


def _seat(canvas: Any, y: float, side: str, text: str, color: str) -> None:
    canvas.text(0.995, y, text, transform=canvas.transAxes, color=color, ha="right", va=side)


def _rate(total: PlayerTotals) -> str:
    level = f", {total.summary.level}" if total.summary.level else ""
    return f" (PR {total.summary.performance_rating:.1f}{level})"


def _figure(canvas: Any, x: float, y: float, text: str) -> None:
    """A figure at the end of a bar."""
    is_left = x < 0
    canvas.annotate(
        text,
        (x, y),
        xytext=(-5 if is_left else 5, 0),
        textcoords="offset points",
        ha="right" if is_left else "left",
        va="center",
        color=INK,
        fontsize=9,
    )


def _legend(canvas: Any, entries: Sequence[tuple[str, str]]) -> None:
    from matplotlib.patches import Patch  # noqa: PLC0415 (slow, and needed here alone)

    handles = [Patch(color=color, label=name) for name, color in entries]
    canvas.legend(
        handles=handles, ncols=len(handles), frameon=False, fontsize=8, loc="lower right",
        bbox_to_anchor=(1, 1), handlelength=1, columnspacing=1.2,
    )  # fmt: skip


def _beside(canvas: Any, place: tuple[object, float], text: str, color: str) -> None:
    canvas.annotate(
        text, place, xytext=(8, 0), textcoords="offset points", va="center", color=color
    )


def _dates(canvas: Any) -> None:
    from matplotlib import dates  # noqa: PLC0415 (slow, and needed here alone)

    made: Any = dates
    locator = made.AutoDateLocator(maxticks=8)
    canvas.xaxis.set_major_locator(locator)
    canvas.xaxis.set_major_formatter(made.ConciseDateFormatter(locator))


def _finished(canvas: Any, title: str, x: str, y: str, grid: str = "y") -> Any:
    canvas.set_title(title, loc="left", color=INK, fontsize=12, pad=18)
    canvas.set_xlabel(x, color=FAINT)
    canvas.set_ylabel(y, color=FAINT)
    canvas.set_axisbelow(True)
    canvas.grid(visible=True, axis=grid, color=GRID, linewidth=0.8)
    canvas.tick_params(colors=FAINT)
    for side in ("top", "right", "left"):
        canvas.spines[side].set_visible(False)
    canvas.spines["bottom"].set_color(GRID)
    return canvas
