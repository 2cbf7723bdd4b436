"""Games that one turn ends."""

from tests.moments import game_at

from nardy.core.game import Game
from nardy.core.situation import Phase
from nardy.formats import position_text


def ended(text: str, *dice: int, turn: str) -> Game:
    """The game after one turn that ends it."""
    game = game_at(text, *dice)
    game.play(turn)
    assert game.phase is Phase.OVER
    assert position_text.loads(str(game)) == game.situation
    return game


def result(text: str, *dice: int, turn: str) -> str:
    return str(ended(text, *dice, turn=turn).outcome)
