import pytest

from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import IllegalActError, NardyError
from nardy.games import BACKGAMMON
from nardy.server.protocol.messages import Act, Step
from nardy.server.turns.actions import dance, give_up, perform


def begun() -> Game:
    game = Game(BACKGAMMON, seed=1)
    game.open(6, 1)
    return game


def order(act: str, *moves: tuple[int, int], turn: str = "") -> Act:
    return Act("r", "1", 1, act, [Step(*move) for move in moves], turn)


def ready_to_roll() -> Game:
    game = begun()
    if game.phase is Phase.TURN:
        game.play("13/7 8/7")
    return game


def test_a_turn_is_played_as_moves_or_as_text() -> None:
    for told in (order("play", (8, 5), (6, 5)), order("play", turn="8/5 6/5")):
        game = ready_to_roll()
        game.roll(Roll(3, 1))
        perform(game, game.to_act, told)
        assert set(str(game.events[-1].turn).split()) == {"8/5", "6/5"}


def test_what_is_not_lawful_is_refused() -> None:
    game = ready_to_roll()
    with pytest.raises(IllegalActError):
        perform(game, game.to_act, order("take"))
    with pytest.raises(NardyError, match="expected an act"):
        perform(game, game.to_act, order("fly"))
    game.roll(Roll(3, 1))
    with pytest.raises(IllegalActError):
        perform(game, game.to_act.opponent, order("play", (8, 5), (6, 5)))


def test_giving_up_loses_what_is_at_stake() -> None:
    game = ready_to_roll()
    loser = game.to_act
    give_up(game, "gammon")
    assert game.outcome is not None
    assert (game.outcome.winner, game.phase) == (loser.opponent, Phase.OVER)


def test_giving_up_before_an_offer_passes_a_double_and_lets_a_resignation_stand() -> None:
    doubled = ready_to_roll()
    doubler = doubled.to_act
    doubled.offer_double()
    give_up(doubled)
    resigned = ready_to_roll()
    loser = resigned.to_act
    resigned.resign("single")
    give_up(resigned)
    assert doubled.outcome is not None
    assert resigned.outcome is not None
    assert (doubled.outcome.winner, resigned.outcome.winner) == (doubler, loser.opponent)


def test_a_turn_that_can_be_played_does_not_dance() -> None:
    game = ready_to_roll()
    game.roll(Roll(3, 1))
    dance(game)
    assert game.phase is Phase.TURN
    assert Player.WHITE in Player
