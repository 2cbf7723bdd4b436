import pytest
from tests.effort import each

from nardy.games import GAMES, find_game
from nardy.games.game_file import parse_game
from nardy.render.rulebook_words import (
    checks_formations,
    facts,
    has_beavers,
    has_raccoons,
    hit_checkers_return,
    money_laws,
    starts_alike,
    starts_on_one_point,
    uses_bar,
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


def test_who_may_come_to_the_bar() -> None:
    returning = {rules.id for rules in GAMES.values() if hit_checkers_return(rules)}
    assert {"backgammon", "nuclear", "portes"} <= returning
    assert not {"sudden-death", "plakoto", "long-nardy"} & returning
    on_the_bar = 'id = "x"\nstart = "bar:9"\ndirection = "contrary"\ncontact = "hit"\n'
    assert uses_bar(parse_game(f"{on_the_bar}first_hit_wins = true\n"))
    assert not uses_bar(GAMES["plakoto"])


@each(
    ("options", "beavers", "raccoons"),
    [
        ("", True, False),
        (",raccoons=on", True, True),
        (",cube_cap=4,raccoons=on", True, False),
        (",cube_cap=8,raccoons=on", True, True),
        (",cube_cap=2", False, False),
        (",beavers=off,raccoons=on", False, False),
        (",cube_play=off", False, False),
    ],
)
def test_a_cube_must_have_room_for_beavers(options: str, beavers: bool, raccoons: bool) -> None:
    rules = find_game(f"backgammon{options}")
    assert (has_beavers(rules), has_raccoons(rules)) == (beavers, raccoons)


def test_what_holds_for_money_alone() -> None:
    assert money_laws(find_game("backgammon,auto_doubles=1")) == (
        *("beavers", "auto_doubles", "jacoby"),
    )
    assert money_laws(GAMES["long-nardy"]) == ()
