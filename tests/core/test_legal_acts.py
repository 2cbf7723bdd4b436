"""The acts that are listed are those that a game allows, each by the name that `Game.do` takes."""

import pytest
from hypothesis import given
from tests.moments import game_at
from tests.strategies import moments

from nardy.core.game import Game
from nardy.core.legal_acts import effect_of, legal_acts, require_possible
from nardy.core.player import Player
from nardy.errors import IllegalActError, NardyError, NotationError

DOES = {
    "roll": lambda game: game.roll(),
    "double": lambda game: game.offer_double(),
    "bomb": lambda game: game.explode(),
    "take": lambda game: game.take(),
    "pass": lambda game: game.pass_double(),
    "beaver": lambda game: game.beaver(),
    "raccoon": lambda game: game.raccoon(),
    "accept": lambda game: game.agree(),
    "refuse": lambda game: game.refuse(),
    "resign:single": lambda game: game.resign("single"),
    "resign:gammon": lambda game: game.resign("gammon"),
    "resign:backgammon": lambda game: game.resign("backgammon"),
    "resign:home_mars": lambda game: game.resign("home_mars"),
}


def is_legal(game: Game, act: str) -> bool:
    copy = Game(game.rules, situation=game.situation, seed=1)
    try:
        DOES[act](copy)
    except NardyError:
        return False
    return True


@given(moments())
def test_the_acts_offered_are_those_that_a_game_allows(game: Game) -> None:
    offered = set(legal_acts(game.situation)) - {"play"}
    assert offered == {act for act in DOES if is_legal(game, act)}


@given(moments())
def test_an_act_done_by_its_name_is_the_act(game: Game) -> None:
    for act in set(legal_acts(game.situation)) - {"play"}:
        named, called = (Game(game.rules, situation=game.situation, seed=1) for _ in range(2))
        # A roll-off is of both: whoever starts may be the other player.
        named.do(act, player=None if act == "roll" else game.to_act)
        DOES[act](called)
        assert named.events == called.events


def test_after_a_double_no_bomb_is_listed() -> None:
    game = game_at("nuclear w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 bomb=w")
    assert "bomb" in legal_acts(game.situation)
    assert "bomb" not in legal_acts(game.situation, has_doubled=True)


def test_acts_that_are_not_are_refused() -> None:
    game = game_at("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5")
    for act in ("play", "", "resign:", "roll:1", "Double"):
        with pytest.raises((NotationError, IllegalActError)):
            game.do(act + "x")
    with pytest.raises(
        NotationError, match=r"expected an act \(roll, double, bomb, take, .* got 'play'"
    ):
        game.do("play")
    with pytest.raises(IllegalActError):
        game.do("double", player=Player.BLACK)


def test_the_effect_of_an_act_is_found_by_its_name() -> None:
    doubled = game_at("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 offer=double").situation
    assert effect_of("take")(doubled).cube.value == 2
    with pytest.raises(NotationError, match=r"expected an act \(roll, double, bomb, .*got 'dance'"):
        effect_of("dance")


def test_a_loss_must_still_be_possible() -> None:
    here = game_at("backgammon w 6:14 6:15").situation
    require_possible(here, "single")
    with pytest.raises(NotationError, match=r"expected a loss that can still come \(single\), got"):
        require_possible(here, "gammon")
