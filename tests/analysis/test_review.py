"""A game turn by turn."""

from pathlib import Path

import pytest
from tests.search.lockstep import tiny

from nardy.analysis.review import ReviewedTurn, review
from nardy.bots.neural import NeuralBot
from nardy.core.dice import ROLLS
from nardy.core.events import Played
from nardy.core.game import Game
from nardy.evaluation import weights
from nardy.formats import position_text
from nardy.games import find_game


def played_game(game_id: str, seed: int, turns: int) -> Game:
    game = Game(find_game(game_id), seed=seed)
    while game.outcome is None and len(game.events) < turns:
        game.roll()
        if game.phase.value == "turn":
            game.play(next(iter(game.legal_turns)))
    return game


def turns_of(game: Game, bot: NeuralBot) -> list[ReviewedTurn]:
    """Of the review the turns; test_cube_review.py has the rest."""
    return [one for one in review(game.events, find_game, bot) if isinstance(one, ReviewedTurn)]


@pytest.mark.parametrize("game_id", ["hypergammon", "long-nardy", "plakoto"])
@pytest.mark.parametrize("plies", [0, 1])
def test_every_turn_is_compared_with_the_best(game_id: str, plies: int, tmp_path: Path) -> None:
    file = tmp_path / "tiny.npz"
    weights.save(tiny(game_id, 2), {}, file)
    game = played_game(game_id, 3, 24)
    found = turns_of(game, NeuralBot(plies, file))
    turns = [n for n, event in enumerate(game.events) if isinstance(event, Played) and event.moves]
    assert [turn.event for turn in found] == turns
    for turn in found:
        event = game.events[turn.event]
        assert isinstance(event, Played)
        assert turn.player.value == event.player
        assert turn.before.to_act is turn.player
        played = turn.choices[turn.chosen]
        assert turn.played == event.turn
        assert turn.loss == pytest.approx(turn.choices[0].equity - played.equity)
        assert turn.loss >= 0
        assert turn.is_forced is (len(turn.choices) == 1)
        assert turn.win is None or 0 <= turn.win <= 1


def test_the_bots_own_turns_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    bot = NeuralBot(0, file)
    game = Game(find_game("hypergammon"), seed=9)
    while game.outcome is None:
        game.roll()
        game.play(bot.choose_turn(game.situation))
    found = turns_of(game, bot)
    assert len(found) > 5
    assert all(turn.loss == 0 and turn.chosen == 0 and not turn.grade for turn in found)


def test_luck_is_nothing_on_the_average_over_all_rolls(tmp_path: Path) -> None:
    file = tmp_path / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    start = position_text.loads("hypergammon w 24:1,12:1,4:1 22:1,14:1,5:1")
    total = 0.0
    for roll in ROLLS:
        game = Game(start.rules, situation=start)
        game.roll(roll)
        game.play(next(iter(game.legal_turns)))
        (turn,) = turns_of(game, NeuralBot(1, file))
        assert turn.luck is not None
        total += turn.luck * (1 if roll.high == roll.low else 2)
    assert total / 36 == pytest.approx(0, abs=1e-5)
