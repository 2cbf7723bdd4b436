from collections.abc import Callable

import pytest
from tests.moments import game_at

from nardy.cli.play.narration import tell, tell_result
from nardy.cli.play.screen import Screen
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.games import find_game

Tells = Callable[..., list[str]]


@pytest.fixture
def tells(capsys: pytest.CaptureFixture[str]) -> Tells:
    """What is told of one act."""

    def told(game: Game, act: Callable[[], object], screen: Screen | None = None) -> list[str]:
        before, count = game.situation, len(game.events)
        act()
        for event in game.events[count:]:
            tell(screen or Screen(), game, event, before)
        return capsys.readouterr().out.splitlines()

    return told


@pytest.fixture
def ends(capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """How the end of a game is told."""

    def told(game: Game, language: str = "en") -> list[str]:
        match = Match(game.rules)
        match.go_on([game])
        tell_result(Screen(language), match)
        return capsys.readouterr().out.splitlines()

    return told


def test_a_tie_doubles_the_cube_only_as_often_as_agreed(tells: Tells) -> None:
    game = Game(find_game("backgammon,auto_doubles=1"))
    assert tells(game, lambda: game.open(3, 3))[1:] == [
        "A tie: the cube turns to 2 and stays in the middle."
    ]
    assert tells(game, lambda: game.open(5, 5))[1:] == ["A tie: roll again."]
    assert tells(game, lambda: game.open(5, 2))[1:] == ["White starts with 5-2."]


def test_the_starter_who_rolls_afresh(tells: Tells) -> None:
    game = Game(find_game("fevga"))
    assert tells(game, lambda: game.open(2, 5)) == [
        "Opening roll: White 2, Black 5.",
        "First to play: Black.",
    ]


def test_a_turn_in_words_for_a_screen_reader(tells: Tells) -> None:
    game = game_at("backgammon w 24:2,13:5,8:3,6:5 24:2,20:1,13:4,8:3,6:5 dice=31")
    plain = Screen(plain=True)
    assert tells(game, lambda: game.play("24/21 6/5*"), plain) == [
        "White moves from 24 to 21 and from 6 to 5, hitting."
    ]


def test_hits_are_found_along_the_moves(tells: Tells) -> None:
    game = game_at("backgammon w 13:1,6:2 15:1,13:1,1:13 dice=31")
    told = tells(game, lambda: game.play("13/12*/9"), Screen(plain=True))
    assert told == ["White moves from 13 to 9, hitting on 12."]


def test_an_offer_to_resign_is_worth_what_jacoby_leaves_of_it(tells: Tells) -> None:
    start = "w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
    for text, points in (
        (f"backgammon {start}", "1 point"),
        (f"backgammon,jacoby=off {start}", "2 points"),
        (f"backgammon {start} cube=4w", "8 points"),
    ):
        game = game_at(text)
        told = tells(game, lambda game=game: game.resign("gammon"))
        assert told == [f"White offered to resign: gammon, {points}."]


@pytest.mark.parametrize(
    ("text", "turn", "said"),
    [
        ("backgammon,jacoby=off w 1:1 12:15", "1/off", "White won: gammon, 2 points."),
        ("backgammon,jacoby=off w 1:1 20:1,12:14", "1/off", "White won: backgammon, 3 points."),
        ("backgammon w 1:1 12:15 cube=4b", "1/off", "White won: gammon, 8 points."),
        ("backgammon w 1:1 12:15", "1/off", "White won: single, 1 point."),
        ("long-nardy w 1:1 9:14", "1/off", "White won: oin, 1 point."),
        ("long-nardy w 1:1 9:15", "1/off", "White won: mars, 2 points."),
        ("long-nardy,home_mars=4 w 1:1 5:15", "1/off", "White won: home mars, 4 points."),
        ("long-nardy,koks=3 w 1:1 20:1,5:14", "1/off", "White won: koks, 3 points."),
        ("long-nardy,home_mars=3,koks=3 w 1:1 20:1,5:14", "1/off", "White won: koks, 3 points."),
        ("long-nardy,home_mars=3,koks=3 w 1:1 5:15", "1/off", "White won: home mars, 3 points."),
        ("plakoto w 10:14,7:1 24:1,5:14", "7/1 10/5", "White won: double win, 2 points."),
    ],
)
def test_how_a_game_is_won(text: str, turn: str, said: str, ends: Callable[..., list[str]]) -> None:
    game = game_at(text, 6, 5)
    game.play(turn)
    assert ends(game)[0] == said


def test_a_draw(ends: Callable[..., list[str]]) -> None:
    game = game_at("long-nardy,last_throw=half b - 2:1,1:1 last", 6, 5)
    game.play("2/off 1/off")
    assert ends(game, "ru")[0] == "Ничья: каждому 0,5 очка."


def test_a_pass_is_told_with_what_it_costs(tells: Tells) -> None:
    game = game_at("backgammon b 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 cube=4w offer=double")
    assert tells(game, game.pass_double) == ["Black passed: 4 points lost."]
