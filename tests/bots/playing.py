"""Games between bots for the tests of bots: through `Game`, and quickly without its texts."""

from collections.abc import Iterator
from random import Random

from nardy.bots import Bot
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.core import acts
from nardy.core.dice import Roll
from nardy.core.game import Game, opening_situation
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation


def act(game: Game, bot: Bot) -> None:
    """One act of the player who must act; `Game` refuses an illegal one."""
    if game.phase is Phase.TURN:
        game.play(bot.choose_turn(game.situation))
        return
    chosen = "roll" if game.phase is Phase.OPENING else bot.choose_act(game.situation)
    game.do(chosen)


def play(rules: Rules, white: Bot, black: Bot, seed: int, most: int = 10_000) -> Game:
    """A game to its end, or so many acts of it."""
    game = Game(rules, seed=seed)
    bots = {Player.WHITE: white, Player.BLACK: black}
    for _ in range(most):
        if game.phase is Phase.OVER:
            break
        act(game, bots[game.to_act])
    return game


def moments(
    rules: Rules, bot: BaselineBot | RandomBot, seed: int, most: int = 30
) -> Iterator[Situation]:
    """The moments of a game in which a turn is due."""
    rng = Random(seed)
    situation = opening_situation(rules, Player.WHITE)
    for _ in range(most):
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        if situation.phase is Phase.ROLL:
            situation = acts.roll_dice(situation, roll)
        if situation.phase is Phase.OVER:
            return
        yield situation
        final, moves = bot.choose(situation)
        situation = acts.end_turn(situation, final, len(moves))
