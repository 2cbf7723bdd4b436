from hypothesis import given
from tests.strategies import moments

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.games import GAMES, find_game
from nardy.server.view import acts_of, laws_of, view_of

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
}


def is_lawful(game: Game, act: str) -> bool:
    copy = Game(game.rules, situation=game.situation, seed=1)
    try:
        DOES[act](copy)
    except NardyError:
        return False
    return True


@given(moments())
def test_the_acts_offered_are_those_that_a_game_allows(game: Game) -> None:
    offered = set(acts_of(game.situation)) - {"play"}
    assert offered == {act for act in DOES if is_lawful(game, act)}


@given(moments())
def test_a_view_holds_all_checkers_of_both_seats(game: Game) -> None:
    match = Match(game.rules)
    match.go_on([game])
    view = view_of(match)
    assert sum(view.white) == sum(view.black) == game.rules.checkers
    white = game.to_act is Player.WHITE
    assert tuple(view.white if white else view.black) == game.position.player
    assert view.position == str(game)


def test_an_ended_game_tells_winner_size_and_points_with_the_cube() -> None:
    match = Match(find_game("backgammon"), seed=1)
    match.game.open(3, 1)
    match.game.play("8/5 6/5")
    match.game.offer_double()
    match.game.take()
    match.game.resign("gammon")
    match.game.agree()
    result = view_of(match).result
    assert result is not None
    assert (result.winner, result.size, result.points) == ("white", "gammon", 4)


def test_the_bomb_is_not_offered_after_a_double() -> None:
    match = Match(find_game("nuclear"), seed=1)
    match.game.open(3, 1)
    match.game.play("8/5 6/5")
    assert {"bomb", "double"} <= set(view_of(match).acts)
    match.game.offer_double()
    match.game.take()
    assert "bomb" not in view_of(match).acts


def test_every_game_can_be_drawn() -> None:
    told = [laws_of(rules) for rules in GAMES.values()]
    assert len({laws.id for laws in told}) == len(GAMES)
    assert all(sum(laws.start) == laws.checkers for laws in told)
    assert [laws.id for laws in told if laws.has_bomb] == ["nuclear"]
    assert {laws.name["ru"] for laws in told} > {"Длинные нарды", "Плакото"}
