"""A bot of your own: it leaves as few lone checkers as it can, and plays a game of backgammon.

    python examples/own_bot.py --seed 3

In the terminal and the arena it is named python:examples/own_bot.py:Careful.
"""

import argparse

from nardy import BACKGAMMON, Game, Phase, Situation, Turn, legal_turns
from nardy.bots import Bot, load_bot
from nardy.core.player import Player


class Careful:
    """Takes the legal turn with the fewest lone checkers."""

    name = "careful"

    def choose_turn(self, situation: Situation) -> Turn:
        """The turn to play; positions after it are seen by the mover."""
        assert situation.dice
        turns = legal_turns(situation.rules, situation.position, situation.dice)
        return min(turns, key=lambda turn: turns[turn].player[1:25].count(1))

    def choose_act(self, situation: Situation) -> str:
        """It never doubles, and takes every double."""
        if situation.phase is Phase.ROLL or situation.offer is None:
            return "roll"
        return "accept" if situation.offer.is_resignation else "take"


def play(game: Game, bots: dict[Player, Bot]) -> None:
    """Let two bots play to the end."""
    while game.outcome is None:
        bot = bots[game.to_act]
        if game.phase is Phase.TURN:
            game.play(bot.choose_turn(game.situation))
        elif game.phase is Phase.OPENING or (act := bot.choose_act(game.situation)) == "roll":
            game.roll()
        else:
            game.do(act)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    game = Game(BACKGAMMON, seed=parser.parse_args().seed)
    play(game, {Player.WHITE: Careful(), Player.BLACK: load_bot("baseline")})
    print(f"{game.outcome} after {len(game.events)} events")
    print(game)


if __name__ == "__main__":
    main()
