"""Options: which there are, where each may stand, and their text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.moments import tried
from tests.oracle import GAMES as ORACLE
from tests.strategies import rules

from nardy.core.options import (
    OPTIONS,
    option_text,
    options_of,
    read_option,
    rules_text,
    with_options,
)
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.games import BACKGAMMON, GAMES, LONG_NARDY, PORTES, find_game

SHAPE = {"id", "start", "direction", "contact"}


@each("name", GAMES)
def test_defaults_are_the_oracles(name: str) -> None:
    game = GAMES[name]
    stands = {option for option in OPTIONS if OPTIONS[option].stands(game)}
    for option in stands:
        assert option_text(game, option) == str(ORACLE[name][option]), option
    # What the game has, but for what stands only beside another option.
    beside = {"cube_cap", "jacoby", "beavers", "raccoons", "auto_doubles", "crawford", "holland"}
    beside |= {"cascade_from", "leftover", "head_exception", "head_scope"}
    beside |= {"bomb_hits", "bomb_when"}
    assert set(ORACLE[name]) - SHAPE - beside <= stands <= set(ORACLE[name])


def test_options_are_listed_in_alphabetical_order() -> None:
    assert list(OPTIONS) == sorted(OPTIONS)


@given(rules())
def test_rules_are_read_as_they_are_written(value: Rules) -> None:
    text = rules_text(value)
    assert find_game(text) == value
    assert rules_text(find_game(text)) == text
    assert list(options_of(value)) == sorted(options_of(value))


@each("name", OPTIONS)
def test_every_value_is_read_as_it_is_written(name: str) -> None:
    option = OPTIONS[name]
    assert len(option.values) > 1
    for text in option.values:
        assert option.write(option.read(text)) == text
        assert read_option(name, text) == option.read(text)


@each(
    ("name", "value"),
    [
        ("prime", "sideways"),
        ("head", "2"),
        ("cube_cap", "3"),
        ("cube_cap", "8192"),
        ("koks", "4"),
        ("koks", "0"),
        ("jacoby", "ON"),
        ("runner", "25"),
        ("runner", "-1"),
        ("quarter", "24-19:5"),
        ("quarter", "0-6:5"),
        ("quarter", "19-24"),
        ("quarter", "19-24:+5"),
        ("stakes", "1/2/3/4"),
        ("auto_doubles", "7"),
        ("nonsense", "on"),
    ],
)
def test_other_values_are_refused_with_what_may_be_written(name: str, value: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_option(name, value)
    assert (value if name in OPTIONS else name) in str(caught.value)
    assert "expected" in str(caught.value)


@given(st.sampled_from(sorted(OPTIONS)), st.text(max_size=8))
def test_any_value_is_read_or_refused(name: str, text: str) -> None:
    value = tried(lambda: read_option(name, text))
    if isinstance(value, RulesError):
        assert name in str(value)
    else:
        assert OPTIONS[name].write(value) == text


@each(
    ("game", "option"),
    [
        ("backgammon", "prime=ahead"),
        ("backgammon", "mother=on"),
        ("portes", "jacoby=on"),
        ("portes", "cube_cap=64"),
        ("portes", "koks=3"),
        ("portes", "bomb_hits=both"),
        ("plakoto", "home_hit=free"),
        ("plakoto", "first_hit_wins=on"),
        ("gul-bara", "head_exception=none"),
        ("long-nardy,head_exception=any_double", "head_scope=always"),
        ("long-nardy", "leftover=opponent"),
        ("long-nardy", "cascade_from=2"),
        ("long-nardy", "mother=on"),
        ("fevga", "koks=3"),
    ],
)
def test_an_option_may_stand_only_where_it_means_something(game: str, option: str) -> None:
    name, _, value = option.partition("=")
    with pytest.raises(RulesError, match=name):
        with_options(find_game(game), {name: value})


def test_an_option_may_stand_beside_what_it_needs() -> None:
    assert find_game("portes,cube_cap=64,cube_play=on").cube_cap == 64
    assert find_game("portes,bomb=on,bomb_hits=opponent").bomb
    assert find_game("gul-bara,head=1,head_exception=none").head == 1
    assert find_game("backgammon,cascade_count=2,leftover=opponent").cascade_count == 2


def test_no_options_change_nothing() -> None:
    assert with_options(BACKGAMMON, {}) is BACKGAMMON
    assert with_options(BACKGAMMON, {"jacoby": "on"}) == BACKGAMMON
    assert options_of(with_options(PORTES, {"cube_play": "on"})) == {"cube_play": "on"}
    assert rules_text(with_options(LONG_NARDY, {"koks": "3"})) == "long-nardy,koks=3"


def test_options_given_one_by_one_are_read_as_they_are_written() -> None:
    value = with_options(with_options(BACKGAMMON, {"jacoby": "off"}), {"cube_play": "off"})
    assert find_game(rules_text(value)) == value
