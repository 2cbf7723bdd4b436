"""Resignations: who may give up, when, and how much."""

import pytest
from tests.moments import STD, game_at, rebuilt, through_json

from nardy.core.events import Acted, Resigned
from nardy.core.game import Game, opening_situation
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import EventsError, IllegalActError, NardyError, NotationError
from nardy.games import find_game

BACK = f"backgammon w {STD} {STD}"


def test_a_resignation_is_refused_and_the_offerer_goes_on() -> None:
    game = game_at(BACK, 6, 4)
    game.draft().move(24, 18)
    game.resign("gammon")
    assert str(game) == f"backgammon b {STD} {STD} dice=64 offer=gammon"
    assert game.on_roll is Player.WHITE
    game.refuse()
    assert str(game) == BACK + " dice=64"
    game.play("24/14")


def test_a_resignation_is_accepted_at_the_cubes_value() -> None:
    game = game_at(BACK + " cube=2b")
    game.resign("gammon")
    game.agree(player=Player.BLACK)
    assert str(game.outcome) == "b2"
    assert game.points == 4
    assert [type(event) for event in game.events[1:]][-1] is Acted


OUT_OF_TURN = [
    (f"backgammon w {STD} {STD} cube=2b", "gammon", 4),
    (f"backgammon b {STD} {STD} dice=31 cube=4w", "backgammon", 12),
    (f"backgammon,jacoby=on w {STD} {STD} dice=31", "gammon", 1),
    (f"backgammon w {STD} {STD} match=7:1-2", "gammon", 2),
    ("fevga b 24:15 24:15 dice=31", "single", 1),
    ("mad-gulbar w 24:10,18:5 24:15 left=566", "gammon", 2),
]


@pytest.mark.parametrize(("text", "size", "points"), OUT_OF_TURN)
def test_in_a_record_the_player_not_on_roll_may_give_up(text: str, size: str, points: int) -> None:
    game = game_at(text)
    winner, loser = game.to_act, game.to_act.opponent
    game.resign(size, player=loser, accepted=True)
    assert game.events[-1] == Resigned(loser.value, size, accepted=True)
    assert game.phase is Phase.OVER
    assert rebuilt(game).situation == game.situation
    assert game.outcome is not None
    assert (game.outcome.winner, game.points) == (winner, points)
    assert through_json(game.events) == game.events
    assert str(rebuilt(game)) == str(game)


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (f"backgammon w {STD} {STD} opening", "not-rolled"),
        (f"backgammon w {STD} {STD} offer=double", "offer-open"),
        (f"backgammon w {STD} {STD} offer=gammon", "offer-open"),
        ("backgammon w off:15 24:1,3:14 result=w3", "game-over"),
    ],
)
def test_nobody_gives_up_out_of_turn_where_nobody_may_give_up(text: str, law: str) -> None:
    game = game_at(text)
    with pytest.raises(IllegalActError) as caught:
        game.resign(player=game.to_act.opponent, accepted=True)
    assert caught.value.law == law
    assert len(game.events) == 1


@pytest.mark.parametrize(
    ("text", "size"),
    [("fevga b 24:15 24:15 dice=31", "backgammon"), (f"backgammon w {STD} {STD}", "double")],
)
def test_nobody_gives_up_a_size_that_the_game_has_not(text: str, size: str) -> None:
    game = game_at(text)
    with pytest.raises(NotationError, match="expected a size of loss"):
        game.resign(size, player=game.to_act.opponent, accepted=True)


def test_only_a_record_lets_the_player_not_on_roll_give_up() -> None:
    game = game_at(f"backgammon w {STD} {STD} dice=31")
    with pytest.raises(IllegalActError) as caught:
        game.resign(player=Player.BLACK)
    assert caught.value.law == "not-yours"
    with pytest.raises(EventsError, match="event 2 does not fit"):
        game.apply(Resigned("black", "single"))
    game.resign(player=Player.WHITE, accepted=True)
    assert game.events[-1] == Resigned("white", "single")


@pytest.mark.parametrize(
    ("text", "size"),
    [("sudden-death", "gammon"), ("portes", "backgammon"), ("long-nardy", "backgammon")],
)
def test_one_resigns_only_sizes_that_the_game_has(text: str, size: str) -> None:
    rules = find_game(text)
    game = Game(rules, situation=opening_situation(rules, Player.WHITE))
    for asked in (size, "nonsense"):
        with pytest.raises(NardyError, match=asked):
            game.resign(asked)
    assert len(game.events) == 1


def test_koks_may_be_resigned_where_it_is_played() -> None:
    rules = find_game("long-nardy@amateur")
    game = Game(rules, situation=opening_situation(rules, Player.WHITE))
    game.resign("backgammon")
    game.agree()
    assert str(game.outcome) == "b3"


def test_no_more_is_resigned_than_can_be_lost() -> None:
    game = game_at("backgammon@single w 6:2,1:1 6:5,5:4,4:3,3:3")
    with pytest.raises(NardyError, match=r"a loss that can still come \(single\), got 'gammon'"):
        game.resign("gammon")
    # A record of before may have it, and is read as it was played.
    game.apply(Resigned("white", "gammon"))
    game.agree()
    assert (game.ended_as, game.points) == ("gammon", 2)


def test_a_home_mars_can_be_resigned_where_the_rules_have_it() -> None:
    game = game_at("long-nardy@amateur w 9:1,6:14 1:1")
    game.resign("home_mars")
    assert str(game).endswith("offer=home_mars")
    game.agree()
    assert (game.ended_as, game.points) == ("home_mars", 4)
    with pytest.raises(NardyError):
        game_at("long-nardy w 9:1,6:14 1:1").resign("home_mars")
