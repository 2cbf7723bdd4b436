import re
from pathlib import Path

from tests.effort import each

from nardy.data import weights_file
from nardy.games import GAMES
from nardy.search.level_results import STEPS

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "bots.md"
MEASURED_WELL = ("backgammon", "long-nardy", "plakoto")


def test_the_guide_tells_what_was_measured() -> None:
    assert STEPS.keys() <= {game for game in GAMES if weights_file(game).is_file()}
    row = re.compile(r"^\| ([\w-]+)" + r" \| ([+-]\d\.\d+) ±(\d\.\d+)" * 7 + r" \|$", re.MULTILINE)
    told = {
        game: [*map(float, figures)] for game, *figures in row.findall(GUIDE.read_text("utf-8"))
    }
    assert told == {
        game: [figure for step in steps for figure in (step.margin, step.error)]
        for game, steps in STEPS.items()
    }


@each("game", STEPS)
def test_every_level_beats_the_one_below_beyond_doubt(game: str) -> None:
    assert len(STEPS[game]) == 7
    assert all(step.margin > 3 * step.error for step in STEPS[game])
    assert all(0.5 < step.wins < 1 for step in STEPS[game])


@each("game", [game for game in MEASURED_WELL if game in STEPS])
def test_the_steps_of_the_most_played_games_are_even_and_known_well(game: str) -> None:
    assert all(0.15 <= step.margin <= 0.6 and step.error <= 0.03 for step in STEPS[game])
