import pytest

from nardy import BACKGAMMON, Roll, Situation
from nardy.analysis import rank_turns
from nardy.bots import NeuralBot
from nardy.coach.phases import PHASES
from nardy.report.wording import Wording
from nardy.translations import texts


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["0.123", "+0.123", "12.3", "45.7%", "take"]),
        ("ru", ["0,123", "+0,123", "12,3", "45,7%", "взять"]),
    ],
)
def test_numbers_and_names_are_told_as_the_language_does(language: str, told: list[str]) -> None:
    words = Wording(language)
    numbers = [words.points(0.1234), words.signed(0.1234), words.rate(12.34), words.percent(0.4567)]
    assert [*numbers, words.known("act", "take")] == told
    assert words.signed(None) == words.percent(None) == "–"
    assert words.known("act", "8/5 6/5") == "8/5 6/5"


def test_the_chances_are_to_win_and_of_gammons() -> None:
    opening = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
    [best] = rank_turns(opening, NeuralBot(plies=0), most=1)
    assert list(Wording("en").chances(best)) == ["win", "win gammon", "lose gammon"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_phases_are_called_as_on_the_page(language: str) -> None:
    page = texts(language, "page/errors")
    for phase in PHASES:
        assert Wording(language).say(f"phase.{phase}") == page[f"errors.phase.{phase}"]
