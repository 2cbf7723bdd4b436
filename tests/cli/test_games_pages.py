import re

from nardy.cli.games_pages import (
    catalogue_lines,
    game_lines,
    other_names,
    undescribed_lines,
    values_text,
)
from nardy.core.options import OPTIONS
from nardy.games import GAMES, UNDESCRIBED


def test_long_lists_of_values_are_shortened() -> None:
    assert values_text(OPTIONS["runner"]) == "0 1 ... 24"
    assert values_text(OPTIONS["cube_cap"]) == "0 2 ... 4096"
    assert values_text(OPTIONS["last_throw"]) == "off half one"


def test_a_name_is_not_repeated_among_the_aliases() -> None:
    assert other_names(GAMES["nackgammon"]) == ["nack"]


def test_presets_stand_under_their_game() -> None:
    lines = catalogue_lines([GAMES["tapa"]], [*UNDESCRIBED.values()], "ru")
    assert "               @clubs" in lines
    assert any("нигде не описан" in line for line in lines)


def test_russian_pages_have_no_english_sentences() -> None:
    told = [
        *undescribed_lines(UNDESCRIBED["six-one"], "ru"),
        *(line for rules in GAMES.values() for line in game_lines(rules, "ru")),
    ]
    assert not [line for line in told if re.search(" (?:the|of|rules|source) ", line)]


def test_nothing_is_marked_in_a_game_as_published() -> None:
    assert not any(line.startswith("*") for line in game_lines(GAMES["tapa"], "en"))
