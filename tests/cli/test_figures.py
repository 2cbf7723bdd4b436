from nardy.cli.figures import (
    chance_text,
    chances_line,
    column,
    equity_text,
    known,
    match_text,
    word,
)


def test_figures_have_the_signs_of_the_language() -> None:
    assert [equity_text(language, 0.1444) for language in ("en", "ru")] == ["+0.144", "+0,144"]
    assert [chance_text(language, 0.5) for language in ("en", "ru")] == ["50.0%", "50,0%"]
    assert match_text("ru", 0.25) == "  матч 25,00%"
    assert match_text("en", None) == ""


def test_what_is_rounded_to_zero_has_no_sign() -> None:
    assert [equity_text("en", equity) for equity in (-0.0004, 0.0, 0.0004)] == ["0.000"] * 3
    assert equity_text("ru", -0.0001) == "0,000"
    assert [equity_text("en", equity) for equity in (-0.0006, 10.0)] == ["-0.001", "+10.000"]
    assert chance_text("en", -0.0004) == "0.0%"


def test_names_of_the_json_are_told_in_words() -> None:
    assert (known("en", "act", "pass"), known("ru", "act", "pass")) == ("pass", "пас")
    assert known("ru", "act", "8/5 6/5") == "8/5 6/5"
    assert chances_line("en", {"win_gammon": "12%", "lose": "30%"}) == "win gammon 12%  lose 30%"


def test_a_column_is_as_wide_as_its_widest_name() -> None:
    assert column("en", "cube", ["no double", "double, take"]) == {
        "no double": "no double   ",
        "double, take": "double, take",
    }
    assert column("ru", "act", ["take"], 6) == {"take": "взять "}


def test_one_of_something_is_not_told_as_many() -> None:
    assert word("en", "turns.found", count=1) == "1 legal turn"
    assert word("ru", "turns.found", count=3) == "3 возможных хода"
