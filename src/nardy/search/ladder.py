"""The ladder of playing levels: eight a game, by number, the weakest first.

What a level overlooks is the same in every game: its style. How much it errs is calibrated for each game, so
that each level beats the one below by about as much (`python benchmarks/levels.py --calibrate`).
docs/guide/bots.md has the measured margins.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypedDict

from nardy.core.rules import Rules
from nardy.data import levels_file
from nardy.evaluation.network.related_games import network_game
from nardy.search.level import Level, Oversight
from nardy.search.level_numbers import NUMBERS, PREFIX

BOUND = 4.3
"""The largest cost of a turn, in standard deviations of the random error: 2.15 either way, as docs/guide/bots.md says."""
OVERSIGHT = 5.7
"""The share of its style that a level overlooks, for each point of its random error."""


def level_of(rules: Rules, number: int) -> Level:
    """A level of a game; a game without measured levels has those of its relative."""
    known = network_game(rules)
    return levels(known.id if known else "")[number - 1]


class _LevelData(TypedDict):
    """data/levels.json."""

    noise: Mapping[str, Sequence[float]]
    """The random errors by game, the weakest level first; a game without its own has another's."""
    styles: Sequence[Mapping[str, float]]


@cache
def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game by its id, the weakest first."""
    data = _data()
    noises: Sequence[float] = data["noise"].get(game) or data["noise"]["backgammon"]
    return tuple(
        _level(number, noise, style)
        for number, noise, style in zip(NUMBERS, noises, data["styles"], strict=True)
    )


def with_noise(number: int, noise: float) -> Level:
    """A level by its style, with another random error, in points: float."""
    return _level(number, noise, _data()["styles"][number - 1])


def _level(number: int, noise: float, style: Mapping[str, float]) -> Level:
    amount = min(1.0, OVERSIGHT * noise)
    oversight = Oversight(*(amount * style[kind] for kind in Oversight._fields))
    return Level(f"{PREFIX}{number}", BOUND * noise, noise, oversight, int(style["plies"]))


@cache
def _data() -> "_LevelData":
    return json.loads(levels_file().read_text("utf-8"))
