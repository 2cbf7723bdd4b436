"""The playthroughs are what the rule book says and does today."""

from tests.effort import each
from tests.playthroughs import FOLDER, playthrough

from nardy.games import GAMES


@each("name", GAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    stored = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(GAMES[name], name).splitlines() == stored.splitlines()


def test_every_game_has_its_playthrough() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
