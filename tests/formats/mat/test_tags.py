"""Tags and the rules that they name."""

import pytest
from hypothesis import example, given
from tests.effort import each
from tests.strategies import rules

from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.formats.mat.tags import later_tags, named_tags, rules_of_tags, tags_of_rules
from nardy.games import BACKGAMMON, GAMES, HYPERGAMMON, LONG_NARDY, find_game
from nardy.games.game_file import parse_game

XG = (("Variation", "Backgammon"), ("Unrated", "Off"), ("Crawford", "On"), ("CubeLimit", "1024"))


def test_what_xg_writes_for_a_plain_match_is_backgammon() -> None:
    assert rules_of_tags(XG) == BACKGAMMON
    assert tags_of_rules(BACKGAMMON, XG) == XG


@each(
    ("tag", "value", "game"),
    [
        ("Variation", "HyperGammon", "hypergammon"),
        ("Variation", "HyperGammon (3)", "hypergammon"),
        ("Variation", "длинные нарды", "long-nardy"),
        ("Crawford", "Off", "backgammon,crawford=off"),
        ("Jacoby", "off", "backgammon,jacoby=off"),
        ("Beaver", "OFF", "backgammon,beavers=off"),
        ("CubeLimit", "64", "backgammon,cube_cap=64"),
        ("CubeLimit", "1", "backgammon,cube_play=off"),
        ("CubeLimit", "100", "backgammon"),
        ("Options", "raccoons=on", "backgammon,raccoons=on"),
        ("Jacoby", "perhaps", "backgammon"),
    ],
)
def test_each_tag(tag: str, value: str, game: str) -> None:
    assert rules_of_tags([(tag, value)]) == find_game(game)


@pytest.mark.parametrize(
    ("game", "tags"),
    [
        ("backgammon", ()),
        ("hypergammon", (("Variation", "HyperGammon"),)),
        ("long-nardy@draw", (("Variation", "long-nardy"), ("Options", "last_throw=half"))),
        ("backgammon,jacoby=off", (("Variation", "Backgammon"), ("Jacoby", "Off"))),
        ("backgammon,cube_play=off", (("Variation", "Backgammon"), ("CubeLimit", "1"))),
        ("portes,cube_play=on", (("Variation", "portes"), ("Options", "cube_play=on"))),
    ],
)
def test_only_what_is_needed_is_written(game: str, tags: tuple) -> None:
    assert tags_of_rules(find_game(game)) == tags


@given(rules())
@example(find_game("caucasian,cube_play=on"))  # a CubeLimit of others does not say it
@example(find_game("portes,cube_cap=4,cube_play=on"))
def test_every_game_comes_back(game: Rules) -> None:
    assert rules_of_tags(tags_of_rules(game)) == game
    assert rules_of_tags(tags_of_rules(game, XG)) == game


def test_other_tags_keep_their_places() -> None:
    tags = (("Event", "Open"), *XG, ("Stake", "5"))
    assert tags_of_rules(HYPERGAMMON, tags) == (
        ("Event", "Open"),
        ("Variation", "HyperGammon"),
        *XG[1:],
        ("Stake", "5"),
    )


def test_repeated_tags_stay() -> None:
    twice = (("Transcriber", "Ann"), ("Jacoby", "Off"), ("Transcriber", "Bob"), ("Jacoby", "On"))
    assert tags_of_rules(BACKGAMMON, twice) == twice
    assert tags_of_rules(find_game("backgammon,jacoby=off"), twice) == (
        ("Transcriber", "Ann"),
        ("Jacoby", "Off"),
        ("Transcriber", "Bob"),
        ("Variation", "Backgammon"),
    )


def test_a_later_game_drops_the_rules_before_it() -> None:
    tags = (("Event", "Open"), *XG, ("Options", "raccoons=on"))
    kept = [("Event", "Open"), ("Unrated", "Off"), ("Variation", "fevga")]
    assert later_tags(tags, [("Variation", "fevga")]) == kept
    assert later_tags(tags, [("Round", "2")]) == [*tags, ("Round", "2")]


def test_backgammon_is_named_where_a_name_is_needed() -> None:
    assert named_tags(BACKGAMMON, XG) == XG
    assert named_tags(find_game("backgammon,jacoby=off"))[0] == ("Variation", "Backgammon")


def test_the_given_game_is_what_its_names_mean() -> None:
    club = parse_game('id = "club"\nextends = "fevga"\naliases = ["Cellar"]\n')
    for name in ("club", "cellar"):
        assert rules_of_tags([("Variation", name)], club) == club
    assert rules_of_tags([("Variation", "fevga")], club) == find_game("fevga")
    tags = tags_of_rules(club)
    assert tags_of_rules(club, tags) == tags
    assert tags_of_rules(BACKGAMMON, tags)[0] == ("Variation", "Backgammon")


@each("game", sorted(GAMES))
def test_cubeless_is_cubeless_in_any_game(game: str) -> None:
    assert not rules_of_tags([("Variation", game), ("CubeLimit", "1")]).cube_play


@pytest.mark.parametrize(
    "tags", [[("Variation", "chess")], [("Options", "prime=ahead")], [("Options", "nonsense")]]
)
def test_what_does_not_exist_is_refused(tags: list) -> None:
    with pytest.raises(RulesError):
        rules_of_tags(tags)


def test_options_of_long_nardy_stand_in_it() -> None:
    tags = [("Variation", "long nardy"), ("Options", "koks=3,prime=forbid")]
    assert rules_of_tags(tags) == find_game("long-nardy,koks=3,prime=forbid")
    assert rules_of_tags(tags).published == LONG_NARDY
