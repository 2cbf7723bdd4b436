"""What exploding the bomb, or keeping it, gave away."""

import pytest

from nardy.analysis.bomb_review import ReviewedBomb
from nardy.analysis.review import Decision, ReviewedTurn, review
from nardy.analysis.summary import summary
from nardy.bots.neural import NeuralBot
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.formats import position_text
from nardy.games import find_game

# A blot of White's would go to the bar, and none of Black's.
LOUD = "nuclear b 16:2,9:1,8:2,6:3,5:2,4:3,3:2 15:2,13:3,6:2,5:2,4:2,3:2,2:2"
QUIET = "nuclear w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


def seen(text: str, *, explodes: bool = False) -> list[Decision]:
    """The decisions of a turn."""
    start = position_text.loads(text)
    game = Game(start.rules, situation=start)
    if explodes:
        game.explode()
    game.roll(Roll(2, 1))
    if game.phase is Phase.TURN:
        game.play(next(iter(game.legal_turns)))
    return list(review(game.events, find_game, NeuralBot(1)))


def bombs(of: list[Decision]) -> list[ReviewedBomb]:
    return [one for one in of if isinstance(one, ReviewedBomb)]


def test_a_bomb_that_should_have_been_exploded_is_an_error_and_no_bad_luck() -> None:
    (kept,) = bombs(seen(LOUD))
    assert (kept.act, kept.best, kept.player) == ("keep", "bomb", Player.BLACK)
    assert kept.loss == pytest.approx(kept.exploded - kept.kept)
    assert kept.grade == "blunder"
    (loud,) = bombs(seen(LOUD, explodes=True))
    assert (loud.act, loud.best, loud.loss, loud.grade) == ("bomb", "bomb", 0, "")
    assert (loud.exploded, loud.kept) == (kept.exploded, kept.kept)
    assert loud.win > kept.win
    assert loud.win + loud.lose == pytest.approx(1, abs=1e-5)


def test_who_keeps_it_is_told_of_one_decision_more() -> None:
    found = seen(LOUD)
    (turn,) = (one for one in found if isinstance(one, ReviewedTurn))
    assert summary(found, Player.BLACK).decisions == 1 + (not turn.is_forced)
    assert summary(found, Player.BLACK).lost == pytest.approx(turn.loss + bombs(found)[0].loss)


def test_nobody_decides_where_there_is_nothing_to_hit_or_no_bomb() -> None:
    assert bombs(seen(QUIET)) == []
    assert bombs(seen(f"{LOUD} bomb=w")) == []
    assert bombs(seen(LOUD.replace("nuclear", "backgammon"))) == []
