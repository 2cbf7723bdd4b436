import re
from pathlib import Path

import pytest
from tests.effort import each

from nardy.data import weights_file
from nardy.games import GAMES
from nardy.search import level_losses
from nardy.search.level_losses import LOSSES, MEASURED, losses, newcomer_level
from nardy.search.level_numbers import NUMBERS

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "bots.md"


def test_every_level_is_measured_and_the_guide_tells_the_same() -> None:
    assert LOSSES.keys() <= {game for game in GAMES if weights_file(game).is_file()}
    assert [*map(int, MEASURED), 8] == [*NUMBERS]
    row = re.compile(r"^\| ([\w-]+)" + r" \| (\d\.\d+) ±\S+" * 7 + r" \|$", re.MULTILINE)
    told = {game: tuple(map(float, lost)) for game, *lost in row.findall(GUIDE.read_text("utf-8"))}
    assert told == LOSSES


@each("game", GAMES)
def test_stronger_levels_lose_less(game: str) -> None:
    lost = [*losses(game).values()]
    assert lost == sorted(lost, reverse=True)


def test_a_newcomer_meets_the_strongest_that_still_loses_as_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = {
        "even": (0.12, 0.09, 0.06, 0.04, 0.02, 0.01, 0.005),
        "sharp": (0.03, 0.02, 0.01, 0.004, 0.003, 0.002, 0.001),
    }
    monkeypatch.setattr(level_losses, "LOSSES", table)
    assert newcomer_level("even") == "3"
    assert newcomer_level("sharp") == "1"
    assert newcomer_level("nobody-measured-it") == "1"
