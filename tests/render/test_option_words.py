import pytest
from tests.effort import each

from nardy.core.options import OPTIONS
from nardy.errors import NardyError
from nardy.games import GAMES, find_game
from nardy.render.option_words import (
    changed_words,
    option_word,
    preset_word,
    standing_options,
    value_word,
)
from nardy.translations import texts


def test_every_option_has_words_and_no_word_is_for_nothing() -> None:
    keys = [key for key in texts("en", "laws") if key.startswith(("option.", "preset."))]
    known = {f"{name}={value}" for name, option in OPTIONS.items() for value in option.values}
    assert {key.removeprefix("option.") for key in keys if "option." in key} - known == {*OPTIONS}
    everywhere = {"preset.single", "preset.money"}
    presets = {f"preset.{game.id}@{name}" for game in GAMES.values() for name, _ in game.presets}
    kept = {key for key in presets if not key.endswith(("@single", "@money"))}
    assert {key for key in keys if "preset." in key} == kept | everywhere


@each("name", OPTIONS)
def test_a_value_that_is_no_number_has_words_that_tell_it_from_the_others(name: str) -> None:
    for language in ("en", "ru"):
        told = [value_word(name, value, language) for value in OPTIONS[name].values]
        assert len(set(told)) == len(told)
        assert not any("_" in word for word in told)


def test_both_languages_differ_where_there_are_letters() -> None:
    for key, english in texts("en", "laws").items():
        russian = texts("ru", "laws")[key]
        assert english.isascii()
        assert any("а" <= letter <= "я" or letter == "ё" for letter in russian.lower()) or (
            english.replace("-", "–") == russian
        )


def test_words_are_found() -> None:
    assert option_word("prime", "en") == "Six points in a row"
    assert value_word("jacoby", "on", "ru") == "да"
    assert preset_word("long-nardy", "draw", "en") == "With a last throw"
    assert preset_word("club-game", "ours", "ru") == "ours"
    assert changed_words(find_game("tapa@clubs"), "ru") == ["Мать: нет"]
    assert changed_words(find_game("tapa"), "ru") == []
    with pytest.raises(NardyError):
        option_word("prime", "xx")


def test_only_what_may_stand_is_offered() -> None:
    long_nardy = standing_options(find_game("long-nardy@draw"))
    assert long_nardy["last_throw"] == "half"
    assert "bomb" not in long_nardy
    assert "jacoby" not in long_nardy
    assert "jacoby" in standing_options(find_game("backgammon"))
