import pytest
from tests.effort import each
from tests.render.positions import POSITIONS

from nardy.core.options import OPTIONS
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.games import GAMES, find_game
from nardy.render.phrases import (
    awaited,
    changed_words,
    circumstances,
    game_name,
    has_cube,
    offered_value,
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


MOMENTS = {name: position_text.loads(text) for name, text in POSITIONS.items()}


@pytest.mark.parametrize(
    ("name", "english", "russian"),
    [
        ("backgammon-start", "White to play 3-1.", "Ход белых: 3-1."),
        (
            "double-offered",
            "Black offers a double to 4. White to answer.",
            "Чёрные удваивают до 4. Ответ белых.",
        ),
        (
            "resignation",
            "White offers to resign: gammon. Black to answer. White rolled 6-4.",
            "Белые сдаются: марс. Ответ чёрных. Бросок белых: 6-4.",
        ),
        ("over", "Black won 2 points.", "Победа чёрных: 2 очка."),
        ("nuclear", "White to roll.", "Бросок белых."),
        (
            "leftover",
            "White to play what is left: 5, 6, 6.",
            "Ход белых, осталось сыграть: 5, 6, 6.",
        ),
        ("opening", "The opening roll is owed.", "Сначала розыгрыш первого хода."),
    ],
)
def test_what_is_awaited(name: str, english: str, russian: str) -> None:
    assert awaited(MOMENTS[name], "en") == english
    assert awaited(MOMENTS[name], "ru") == russian


@pytest.mark.parametrize(
    ("result", "english"),
    [
        ("draw:0.5", "A draw: 0.5 points to each."),
        ("void", "Nobody can ever move again: the game counts for nobody."),
        ("w1", "White won 1 point."),
    ],
)
def test_how_a_game_ended(result: str, english: str) -> None:
    checkers = "off:15 off:15" if result.startswith("draw") else "24:15 24:15"
    if result == "w1":
        checkers = "off:15 1:1"
    game = {"d": "long-nardy,last_throw=half", "v": "plakoto", "w": "long-nardy"}[result[0]]
    moment = position_text.loads(f"{game} b {checkers} result={result}")
    assert awaited(moment, "en") == english


def test_what_is_won_counts_the_cube_in() -> None:
    moment = position_text.loads("backgammon b 6:5 off:15 cube=4b result=b2")
    assert awaited(moment, "en") == "Black won 8 points."
    assert awaited(moment, "ru") == "Победа чёрных: 8 очков."


def test_the_score_is_whites_first_whoever_must_act() -> None:
    assert "Match to 7: White 3, Black 4." in circumstances(MOMENTS["backgammon-middle"], "en")
    assert "Матч до 7: белые 6, чёрные 3,5." in circumstances(MOMENTS["crawford"], "ru")


def test_special_laws_are_told_where_they_matter() -> None:
    assert "White owns the bomb." in circumstances(MOMENTS["nuclear"], "en")
    assert circumstances(MOMENTS["last-throw"], "en") == [
        "White made the first turn.",
        "Black has the last throw.",
    ]
    assert not circumstances(MOMENTS["plakoto-pins"], "en")


def test_a_crawford_game_has_no_cube() -> None:
    assert not has_cube(MOMENTS["crawford"])
    assert offered_value(MOMENTS["double-offered"]) == 4


def test_a_game_is_named_with_what_differs() -> None:
    assert game_name(find_game("long-nardy@draw"), "ru") == "Длинные нарды (last_throw=half)"
