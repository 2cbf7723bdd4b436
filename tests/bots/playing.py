"""Whole games between bots through `Game`, for the tests of bots."""

from collections.abc import Iterator

from nardy.bots import Bot
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation


def act(game: Game, bot: Bot) -> None:
    """One act of the player who must act; `Game` refuses an unlawful one."""
    if game.phase is Phase.TURN:
        game.play(bot.choose_turn(game.situation))
        return
    chosen = "roll" if game.phase is Phase.OPENING else bot.choose_act(game.situation)
    acts = {
        "roll": game.roll,
        "double": game.offer_double,
        "bomb": game.explode,
        "take": game.take,
        "pass": game.pass_double,
        "beaver": game.beaver,
        "raccoon": game.raccoon,
        "accept": game.agree,
        "refuse": game.refuse,
    }
    acts[chosen]()


def play(rules: Rules, white: Bot, black: Bot, seed: int, most: int = 10_000) -> Game:
    """A game to its end, or so many acts of it."""
    game = Game(rules, seed=seed)
    bots = {Player.WHITE: white, Player.BLACK: black}
    for _ in range(most):
        if game.phase is Phase.OVER:
            break
        act(game, bots[game.to_act])
    return game


def moments(rules: Rules, bot: Bot, seed: int, most: int = 40) -> Iterator[Situation]:
    """The moments of a game in which a turn is due."""
    game = Game(rules, seed=seed)
    for _ in range(most):
        if game.phase is Phase.OVER:
            return
        if game.phase is Phase.TURN:
            yield game.situation
        act(game, bot)
