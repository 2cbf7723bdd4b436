import pytest
from tests.effort import each

from nardy.games import GAMES, find_game
from nardy.render.rulebook_words import (
    checks_formations,
    facts,
    has_sizes,
    starts_alike,
    starts_on_one_point,
    when,
)


def test_when_asks_for_given_fields_and_for_values() -> None:
    assert when("head", prime="ahead")(GAMES["long-nardy"])
    assert not when("head", prime="allow")(GAMES["long-nardy"])
    assert not when("head")(GAMES["fevga"])


def test_a_misspelled_field_is_an_error() -> None:
    with pytest.raises(AttributeError):
        when("haed")(GAMES["fevga"])


def test_formations_are_checked_where_there_are_laws_on_them() -> None:
    moments = {
        game: [check for check in ("step", "turn") if checks_formations(check)(GAMES[game])]
        for game in ("long-nardy", "fevga", "gul-bara", "backgammon")
    }
    assert moments == {"long-nardy": ["step"], "fevga": ["turn"], "gul-bara": [], "backgammon": []}


def test_starts() -> None:
    assert starts_on_one_point(GAMES["plakoto"])
    assert not starts_on_one_point(GAMES["nackgammon"])
    assert all(starts_alike(rules) for rules in GAMES.values())
    assert has_sizes(1)(GAMES["sudden-death"])


@each(
    ("game", "fact", "english", "russian"),
    [
        ("hypergammon", "start", "1 on each of 24, 23 and 22", "по 1 на 24, 23 и 22"),
        ("tavla", "gammon", "gammon (mars)", "марс"),
        ("fevga", "gammon", "double win", "двойная победа"),
        ("long-nardy", "single", "single (oin)", "обычная победа (ойн)"),
        ("long-nardy", "their_home", "13-18", "13-18"),
        ("plakoto", "their_home", "19-24", "19-24"),
    ],
)
def test_facts(game: str, fact: str, english: str, russian: str) -> None:
    rules = find_game(game)
    assert facts(rules, "en")[fact] == english
    assert facts(rules, "ru")[fact] == russian


def test_points_are_numbers_until_a_sentence_counts_them() -> None:
    told = facts(find_game("long-nardy@amateur"), "ru")
    assert (told["koks"], facts(find_game("plakoto"), "ru")["mother_points"]) == (3, 2)
