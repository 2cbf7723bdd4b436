from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from tests.effort import each, tries
from tests.games.game_files import game_files
from tests.moments import random_act, tried

from nardy import render
from nardy.cli.games import game_lines
from nardy.core.choices import Contact, Direction
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.options import OPTIONS, rules_text
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.errors import RulesError
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GAMES, LONG_NARDY, find_game
from nardy.games.game_file import KNOWN, finder, load_game, parse_game, read_game_file
from nardy.render.rulebook import rulebook
from nardy.render.rulebook_summary import summary

OTHER = {
    "auto_doubles": 2,
    "beavers": False,
    "bomb": True,
    "bomb_hits": "opponent",
    "bomb_when": "any_time",
    "cascade_count": 3,
    "cascade_from": 2,
    "crawford": False,
    "cube_cap": 64,
    "cube_play": True,
    "first_hit_wins": True,
    "head": 1,
    "head_exception": "any_double",
    "head_scope": "always",
    "holland": True,
    "home_hit": "no_move",
    "home_mars": 4,
    "jacoby": True,
    "koks": 3,
    "last_throw": "one",
    "leftover": "opponent",
    "mother": True,
    "next_starter": "previous_second",
    "opening": "use",
    "pinned_bearoff": "forbid",
    "prime": "forbid",
    "prime_check": "turn",
    "quarter": "19-24:3",
    "raccoons": True,
    "release": True,
    "runner": 15,
    "stakes": [1, 2],
}
"""Every option with a value that no plain game has."""
NEEDS = {
    "cascade_from": {"cascade_count": 4},
    "leftover": {"cascade_count": 4},
    "bomb_hits": {"bomb": True},
    "bomb_when": {"bomb": True},
    "head_exception": {"head": 1},
    "head_scope": {"head": 1},
    **{
        name: {"cube_play": True}
        for name in (
            "auto_doubles",
            "beavers",
            "raccoons",
            "jacoby",
            "cube_cap",
            "crawford",
            "holland",
        )
    },
}
HIT = {"bomb", "bomb_hits", "bomb_when", "first_hit_wins", "home_hit"}
PIN = {"mother", "pinned_bearoff"}


def toml(**values: object) -> str:
    return "".join(f"{name} = {_value(value)}\n" for name, value in values.items())


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


def plain(contact: str, **values: object) -> Rules:
    direction = "parallel" if contact == "block" else "contrary"
    start = "24:3" if contact == "block" else "24:2,13:1"
    return parse_game(
        toml(id="club", start=start, direction=direction, contact=contact, **values), "club.toml"
    )


def refusal(text: str) -> str:
    with pytest.raises(RulesError) as error:
        parse_game(text, "club.toml")
    assert "club.toml" in str(error.value)
    return str(error.value)


def test_every_field_of_rules_can_be_set() -> None:
    assert {field.name for field in fields(Rules)} - {"base"} == set(KNOWN) - {"extends"}
    assert set(OTHER) == set(OPTIONS)


@each("name", OPTIONS)
def test_every_option_can_be_set_and_survives_position_text(name: str) -> None:
    contact = "hit" if name in HIT else "pin" if name in PIN else "block"
    needs = NEEDS.get(name, {})
    without, rules = plain(contact, **needs), plain(contact, **needs, **{name: OTHER[name]})
    assert getattr(rules, name) != getattr(without, name)
    assert rules_text(rules) == "club", "its own laws are no options of it"
    text = f"{rules_text(rules)} w {'24:3 24:3' if contact == 'block' else '24:2,13:1 24:2,13:1'}"
    situation = position_text.loads(text, finder(rules))
    assert situation.rules == rules
    assert position_text.dumps(situation) == text


@each("name", OPTIONS)
def test_every_option_may_also_be_an_option_of_the_game_as_text(name: str) -> None:
    contact = "hit" if name in HIT else "pin" if name in PIN else "block"
    rules = plain(contact, **NEEDS.get(name, {}), house_options=["koks", "home_mars"])
    value = "/".join(map(str, OTHER[name])) if isinstance(OTHER[name], list) else OTHER[name]
    value = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value  # type: ignore[call-overload]
    changed = finder(rules)(f"club,{name}={value}")
    assert rules_text(changed) == f"club,{name}={value}"


def test_texts_names_and_presets() -> None:
    rules = parse_game(
        """
id = "courtyard"
extends = "long-nardy@draw"
name = "courtyard nardy"
russian = "дворовые нарды"
aliases = ["ours", "наши"]
source = "Thursdays"
names = {gammon = "double mars"}
[presets.strict]
head_exception = "none"
koks = 3
"""
    )
    assert (rules.name, rules.russian, rules.source) == (
        "courtyard nardy",
        "дворовые нарды",
        "Thursdays",
    )
    assert rules.last_throw == "half"
    assert rules.result_name("gammon") == "double mars"
    find = finder(rules)
    assert find("Ours") == rules
    assert rules_text(find("наши@strict")) == "courtyard,head_exception=none,koks=3"
    assert find("fevga") is GAMES["fevga"]
    with pytest.raises(RulesError, match="expected a preset of courtyard"):
        find("courtyard@draw")


def test_what_is_not_said_is_taken_over() -> None:
    rules = parse_game(toml(id="club", extends="fevga"))
    assert rules == GAMES["fevga"].replace(
        id="club", name="club", russian="", aliases=(), presets=()
    )


@each("game", GAMES)
def test_every_game_can_be_extended_and_played(game: str) -> None:
    rules = parse_game(toml(id="club", extends=game))
    assert rules.start == GAMES[game].start
    played = Game(rules, seed=1)
    played.roll()
    assert position_text.loads(str(played), finder(rules)).rules == rules


def test_laws_of_another_contact_do_not_come_along() -> None:
    rules = parse_game(toml(id="club", extends="long-nardy", contact="hit", direction="contrary"))
    assert (rules.head, rules.prime, rules.stakes) == (0, "allow", LONG_NARDY.stakes)
    assert rules_text(rules) == "club"


@pytest.mark.parametrize("count", [1, 3, 15, 16, 99])
def test_the_number_of_checkers_is_free(count: int) -> None:
    rules = parse_game(toml(id="club", extends="long-nardy", start=f"24:{count}"))
    assert rules.checkers == count
    game = Game(rules, seed=3)
    game.roll()
    game.play(next(iter(game.legal_turns)))
    assert position_text.loads(str(game), finder(rules)).position == game.position


def test_the_sides_may_start_differently() -> None:
    start = '{white = "24:2,13:1", black = "24:3"}'
    rules = parse_game(f'id = "club"\nextends = "backgammon"\nstart = {start}\n')
    assert rules.start.flipped() == Position.of({24: 3}, {24: 2, 13: 1})


def test_a_file_with_a_byte_order_mark_or_carriage_returns(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_bytes(b"\xef\xbb\xbf" + b'id = "club"\r\nextends = "fevga"\r\n')
    assert load_game(file).id == "club"
    assert parse_game(read_game_file(file)) == load_game(file)


EXTENDS = 'id = "club"\nextends = "long-nardy"\n'


@each(
    ("text", "part"),
    [
        ("", 'expected id = "my-game"'),
        ("id = 5\n", "expected a line of text for 'id', got 5"),
        ('id = "My Game"\n', 'expected id = "my-game"'),
        ('id = "fevga"\n', "an id of its own, got 'fevga'"),
        ("id = \n", "expected TOML in"),
        ("a = " + "[" * 5_000, "expected TOML in"),
        ("a = " + "9" * 5_000, "expected TOML in"),
        ('id = "club"\n', "expected 'start'"),
        ('id = "club"\nstart = "24:3"\n', "expected 'direction'"),
        ('id = "club"\nstart = "24:3"\ndirection = "parallel"\n', "expected 'contact'"),
        ('id = "club"\nextends = "frog"\n', "extends: expected a game, got 'frog'"),
        ('id = "club"\nextends = "fevga@frog"\n', "extends: expected a preset of fevga"),
        (EXTENDS + "frog = 1\n", "expected a field of a game, got 'frog'"),
        (EXTENDS + 'strat = "24:3"\n', "did you mean 'start'?"),
        (EXTENDS + 'name = ""\n', "expected a line of text for 'name'"),
        (EXTENDS + 'name = "a\\nb"\n', "expected a line of text for 'name'"),
        (EXTENDS + 'aliases = "ours"\n', "expected a list of names for 'aliases'"),
        (EXTENDS + "aliases = [1]\n", "expected a list of names for 'aliases'"),
        (EXTENDS + 'aliases = ["a,b"]\n', "aliases without commas"),
        (EXTENDS + 'aliases = ["narde"]\n', "got 'narde', which means long-nardy"),
        (EXTENDS + 'house_options = ["head"]\n', "expected house_options among"),
        (EXTENDS + "names = 3\n", "expected a table for 'names'"),
        (EXTENDS + 'names = {frog = "x"}\n', "expected names of single, gammon, backgammon"),
        (EXTENDS + "names = {gammon = 1}\n", "got gammon = 1 in 'names'"),
        (EXTENDS + 'direction = "up"\n', "expected direction=contrary|parallel, got 'up'"),
        (EXTENDS + "head = 2\n", "expected head=0|1, got '2'"),
        (EXTENDS + 'quarter = "5-1:3"\n', "expected quarter="),
        (EXTENDS + "stakes = [2, 3]\n", "expected stakes=1/2/3|1/2|1, got '2/3'"),
        (EXTENDS + "cube_cap = 5\n", "expected cube_cap=0|2|4"),
        (EXTENDS + "mother = true\n", "option 'mother' stands in pin games, not here"),
        (EXTENDS + "jacoby = true\n", "option 'jacoby' stands in money games with the cube"),
        (EXTENDS + "cascade_from = 4\n", "option 'cascade_from' stands in games with a cascade"),
        ('id = "club"\nextends = "plakoto"\nkoks = 3\n', "option 'koks' stands in block games"),
        (EXTENDS + '[presets.x]\nprime = "sideways"\n', "presets.x: expected prime=ahead|"),
        (EXTENDS + "[presets.x]\nmother = true\n", "presets.x: option 'mother' stands in"),
        (EXTENDS + "[presets.x]\nfrog = 1\n", "presets.x: expected an option, got 'frog'"),
        (EXTENDS + '[presets."x y"]\nhead = 0\n', "expected presets named by"),
        (EXTENDS + "[presets]\nx = 5\n", "expected a table for 'x', got 5"),
        (EXTENDS + "start = 5\n", "start: expected start = "),
        (EXTENDS + 'start = {white = "24:3"}\n', "start: expected start = "),
        (EXTENDS + 'start = "24:0"\n', "start: expected place:count"),
        (EXTENDS + 'start = "25:3"\n', "start: expected place:count"),
        (EXTENDS + 'start = "-"\n', "start: expected 1 to 99 checkers a side"),
        (EXTENDS + 'start = "24:100"\n', "start: expected 1 to 99 checkers a side"),
        (EXTENDS + 'start = "24:3,off:2"\n', "start: expected all checkers on the board"),
        (EXTENDS + 'start = "24:3,13:p"\n', "start: expected no pinned checkers"),
        (EXTENDS + 'start = "24:3,12:3"\n', "both players stand on one point"),
        (EXTENDS + 'start = "bar:1,24:3"\n', "White has checkers on the bar"),
        (
            EXTENDS + 'start = {white = "24:16", black = "24:15"}\n',
            "start: expected as many checkers on both sides, got 16 for White and 15 for Black",
        ),
        (EXTENDS + 'quarter = "1-24:0"\n', "expected a game in which somebody can move, got laws"),
        (EXTENDS + '[presets.x]\nquarter = "1-24:0"\n', "presets.x: expected a game in which"),
        (
            EXTENDS + 'contact = "hit"\ndirection = "contrary"\nprime = "forbid"\n',
            "option 'prime' stands in block games, not here",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_file_and_field(text: str, part: str) -> None:
    assert part in refusal(text)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="No such file"):
        load_game(tmp_path / "none.toml")
    with pytest.raises(RulesError, match="directory"):
        load_game(tmp_path)
    file = tmp_path / "latin.toml"
    file.write_bytes(EXTENDS.encode() + b'name = "\xe9"\n')
    with pytest.raises(RulesError, match=r"in UTF-8, latin\.toml is not at byte 44"):
        load_game(file)
    file.write_text(EXTENDS + "# long\n" * 20_000, "utf-8")
    with pytest.raises(RulesError, match="got more than 100,000 bytes"):
        load_game(file)


def test_enumerations_are_read() -> None:
    rules = plain("pin")
    assert (rules.contact, rules.direction) == (Contact.PIN, Direction.CONTRARY)
    assert find_game("backgammon") is BACKGAMMON


def test_a_file_may_be_named_by_text(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('extends = "tapa"\nid = "club"\nname = "club"\n', "utf-8")
    assert load_game(str(file)) == load_game(file)


BAR_START = 'id = "club"\nstart = "bar:15"\ndirection = "contrary"\ncontact = "hit"\n'


def test_all_checkers_may_have_to_enter_first() -> None:
    rules = parse_game(BAR_START)
    assert "Each player begins with 15 checkers, all on the bar." in told(rules, "en")
    assert "В начале у каждого 15 шашек: все на баре." in told(rules, "ru")
    game = Game(rules, seed=1)
    game.open(6, 1)
    game.roll(Roll.of(3, 1))
    assert list(map(str, game.legal_turns)) == ["bar/24 bar/22"]


def told(rules: Rules, language: str) -> list[str]:
    book = rulebook(rules, language)
    return [sentence.text for section in book for sentence in section.sentences]


@each("base", GAMES.values())
def test_all_but_names_and_presets_is_inherited(base: Rules) -> None:
    own = parse_game(f'id = "own"\nextends = "{base.id}"\n')
    different = {
        field.name
        for field in fields(Rules)
        if getattr(own, field.name) != getattr(base, field.name)
    }
    assert different <= {"id", "name", "russian", "aliases", "presets"}
    assert (own.name, own.russian, own.aliases, own.presets) == ("own", "", (), ())


@settings(max_examples=tries(100, 800, 8_000))
@given(game_files())
@example(BAR_START)
def test_any_file_is_refused_in_a_sentence_or_is_a_game_to_be_told_and_played(text: str) -> None:
    rules = tried(lambda: parse_game(text))
    if isinstance(rules, RulesError):
        assert str(rules).startswith("in the file: ") or "TOML" in str(rules)
        assert "\n" not in str(rules)
        return
    assert isinstance(rules, Rules)
    for language in ("en", "ru"):
        assert rulebook(rules, language)
        assert summary(rules, language)
        assert game_lines(rules, language)
    assert render.svg(Situation(rules=rules, position=rules.start))
    game, rng = Game(rules, seed=1), Random(1)
    for _ in range(4):
        if game.phase is not Phase.OVER:
            random_act(game, rng)
    assert position_text.loads(str(game), finder(rules)) == game.situation
