"""Every game of the catalog: what it is, what it is called, and its presets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.moments import tried
from tests.oracle import GAMES as ORACLE
from tests.oracle import PRESETS, game_of
from tests.oracle.catalog import ALIASES, TOLD

from nardy.core.choices import Contact, Direction
from nardy.core.options import options_of, rules_text
from nardy.core.rules import Rules
from nardy.core.validity import check_position
from nardy.errors import NardyError, RulesError, UnknownGameError
from nardy.games import GAMES, UNDESCRIBED, find_game

every = pytest.mark.parametrize("rules", GAMES.values(), ids=str)


def test_the_catalog_is_complete() -> None:
    assert set(GAMES) == set(ORACLE)
    assert len(TOLD) == 17
    assert all(rules.id == name for name, rules in GAMES.items())


@every
def test_each_game_has_its_shape(rules: Rules) -> None:
    oracle = ORACLE[rules.id]
    assert rules.direction is Direction(oracle["direction"])
    assert rules.contact is Contact(oracle["contact"])
    start = {point: count for point, count in enumerate(rules.start.player) if count}
    assert start == oracle["start"]
    assert rules.start.player == rules.start.opponent
    check_position(rules, rules.start)


@every
def test_each_game_is_found_by_all_its_names(rules: Rules) -> None:
    for name in (rules.id, rules.name, rules.russian, *rules.aliases):
        assert find_game(name) is rules
        assert find_game(name.upper()) is rules
        assert find_game(name.replace("-", " ")) is rules


@each(("alias", "name"), ALIASES.items())
def test_the_aliases_of_the_rules(alias: str, name: str) -> None:
    assert find_game(alias) is GAMES[name]


def test_no_name_belongs_to_two_games() -> None:
    owners: dict[str, set[str]] = {}
    for rules in GAMES.values():
        for name in (rules.id, rules.name, rules.russian, *rules.aliases):
            owners.setdefault(name.casefold().replace("-", " "), set()).add(rules.id)
    assert {name: ids for name, ids in owners.items() if len(ids) > 1} == {}


@every
def test_each_game_names_its_source_and_speaks_russian(rules: Rules) -> None:
    assert rules.source
    assert any("а" <= letter <= "я" for letter in rules.russian)
    assert rules.published is rules
    assert options_of(rules) == {}


@each(("text", "options"), PRESETS.items())
def test_presets_are_the_oracles(text: str, options: dict) -> None:
    rules = find_game(text)
    assert options_of(rules) == {name: str(value) for name, value in sorted(options.items())}
    assert find_game(rules_text(rules)) == rules
    assert game_of(rules_text(rules)) == game_of(text)


def test_there_are_no_other_presets() -> None:
    named = {f"{rules.id}@{name}" for rules in GAMES.values() for name, _ in rules.presets}
    assert named == set(PRESETS)


def test_options_stand_beside_a_preset() -> None:
    assert rules_text(find_game("long-nardy@draw,koks=3")) == "long-nardy,koks=3,last_throw=half"
    assert rules_text(find_game("long-nardy@draw,last_throw=off")) == "long-nardy"


def test_an_undescribed_game_says_so_and_how_to_define_it() -> None:
    entry = UNDESCRIBED["six-one"]
    assert entry.source == "S0"
    for name in ("six-one", "six one", "шесть-один"):
        with pytest.raises(UnknownGameError) as caught:
            find_game(name)
        assert "TOML" in str(caught.value)
    assert "six-one" not in GAMES


@each(
    ("text", "named"),
    [
        ("backgamon", "backgammon"),
        ("nosuch", "nosuch"),
        ("", "''"),
        ("long-nardy@blitz", "blitz"),
        ("gul-bara@classic", "classic"),
        ("backgammon,jacoby", "jacoby"),
        ("backgammon,jacoby=", "jacoby="),
        ("backgammon,=off", "=off"),
        ("backgammon,", "''"),
        ("backgammon,jacoby=maybe", "maybe"),
        ("backgammon,jacoby=off,beavers=off", "beavers=off,jacoby=off"),
        ("backgammon,jacoby=off,jacoby=off", "jacoby=off,jacoby=off"),
        ("backgammon,prime=ahead", "prime"),
        ("backgammon,nonsense=on", "nonsense"),
    ],
)
def test_what_is_no_game_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(RulesError) as caught:
        find_game(text)
    assert named in str(caught.value)
    assert len(str(caught.value)) > 20


@given(st.text(max_size=30) | st.text(alphabet="backgmon-nrdyl,=@of_t123", max_size=30))
def test_any_text_is_a_game_or_refused(text: str) -> None:
    rules = tried(lambda: find_game(text))
    if not isinstance(rules, NardyError):
        assert find_game(rules_text(rules)) == rules
