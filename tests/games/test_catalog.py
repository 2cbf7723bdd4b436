import pytest
from tests.effort import each

from nardy.core.options import rules_text
from nardy.errors import RulesError, UnknownGameError
from nardy.games import GAMES, ROTATIONS, UNDESCRIBED, find_game
from nardy.games.catalog import find_in, named_options, names_of, require_playable


@each("game", GAMES)
def test_every_name_in_any_spelling_finds_its_game(game: str) -> None:
    rules = GAMES[game]
    for name in (rules.id, rules.name, rules.russian, *rules.aliases):
        for spelled in (name, name.upper(), f" {name.replace('-', '  ')}", name.replace(" ", "_")):
            assert find_game(spelled) is rules


def test_no_two_games_answer_to_one_name() -> None:
    names = [name for rules in (*GAMES.values(), *UNDESCRIBED.values()) for name in names_of(rules)]
    assert len(names) == len(set(names))
    assert not set(names) & set(ROTATIONS)


@each("game", GAMES)
def test_every_preset_is_options(game: str) -> None:
    for preset, options in GAMES[game].presets:
        text = rules_text(find_game(f"{game}@{preset}"))
        assert set(text.split(",")[1:]) <= {f"{name}={value}" for name, value in options}
        assert find_game(text) == find_game(f"{game}@{preset}")


@each(
    ("text", "part"),
    [
        ("", "expected a game, got ''"),
        ("frog", "'nardy games' lists them"),
        ("backgamon", "did you mean 'backgammon'?"),
        ("six-one", "no description of its rules was found"),
        ("tavla@frog", "expected a preset of tavla (none), got 'frog'"),
        ("long-nardy@frog", "expected a preset of long-nardy (classic"),
        ("fevga,", "expected option=value, got ''"),
        ("fevga,runner", "expected option=value, got 'runner'"),
        ("fevga,runner=", "expected option=value"),
        ("fevga,frog=1", "expected an option, got 'frog'"),
        ("fevga,runner=99", "expected runner=0|1"),
        ("fevga,mother=on", "option 'mother' stands in pin games"),
        ("fevga,runner=1,head=1", "in alphabetical order"),
        ("fevga,runner=1,runner=2", "once each"),
    ],
)
def test_what_is_no_game_is_refused(text: str, part: str) -> None:
    with pytest.raises(RulesError) as error:
        find_game(text)
    assert part in str(error.value)


def test_an_unknown_game_is_a_kind_of_its_own() -> None:
    with pytest.raises(UnknownGameError):
        find_in("frog", GAMES, {})
    assert named_options("any,jacoby=off", lambda _: GAMES["backgammon"]).jacoby is False


def test_a_reading_that_nobody_could_begin_is_no_game_to_be_played() -> None:
    for name in GAMES:
        require_playable(find_game(name))
    with pytest.raises(RulesError, match="expected a game in which somebody can move"):
        require_playable(find_game("fevga,quarter=1-24:0"))
