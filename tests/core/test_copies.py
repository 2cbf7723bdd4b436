"""Copies of games and matches: each goes on separately."""

import copy
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest
from tests.core.test_match import lose
from tests.moments import STD, game_at, rebuilt

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.games import BACKGAMMON, find_game

BACK = f"backgammon w {STD} {STD}"
WHITE, BLACK = Player
T = TypeVar("T")


def pickled(value: T) -> T:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 (of our own)


@pytest.mark.parametrize("copied", [Game.copy, copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("seed", [7, None])
def test_a_copy_goes_on_separately(seed: int | None, copied: Callable[[Game], Game]) -> None:
    game = Game(BACKGAMMON, seed=seed)
    game.open(3, 1)
    assert game.legal_turns
    before, events = game.situation, game.events
    again = copied(game)
    assert (again.situation, again.events, again.kept_events) == (before, events, events)
    again.play("8/5 6/5")
    again.roll()
    again.take_back(Player.WHITE)
    assert (game.situation, game.events, game.kept_events) == (before, events, events)
    game.play("24/20")
    assert rebuilt(again).situation == again.situation
    assert rebuilt(game).situation == game.situation


def test_a_copy_rolls_what_the_seed_gives() -> None:
    game = Game(BACKGAMMON, seed=7)
    game.open(3, 1)
    again = game.copy()
    for one in (game, again):
        one.play("8/5 6/5")
    assert game.roll() == again.roll()


def test_an_open_draft_stays_with_its_game() -> None:
    game = game_at(BACK, 3, 1)
    draft = game.draft()
    draft.move(8, 5)
    assert str(game.copy().play("24/20")) == "24/20"
    draft.move(6, 5)
    assert str(game.play(draft)) == "8/5 6/5"


@pytest.mark.parametrize("copied", [Match.copy, copy.copy, copy.deepcopy, pickled])
def test_a_copy_of_a_match_goes_on_separately(copied: Callable[[Match], Match]) -> None:
    match = Match(BACKGAMMON, length=5, seed=4)
    lose(match.game, WHITE)
    match.next_game()
    again = copied(match)
    lose(again.game, WHITE)
    again.next_game()
    assert (len(match.games), match.score) == (2, {WHITE: 0, BLACK: 1})
    assert (len(again.games), again.score) == (3, {WHITE: 0, BLACK: 2})
    # All games of a match, the next ones too, take their rolls from the same dice.
    assert {id(game.dice) for game in again.games} == {id(again.dice)}
    assert again.dice is not match.dice
    assert again.dice.roll() == match.dice.roll()


def test_a_copy_of_a_stored_match_goes_on_separately() -> None:
    match = Match(BACKGAMMON, length=5, seed=4)
    lose(match.game, WHITE)
    match.next_game()
    stored = Match(BACKGAMMON, length=5)
    stored.replay(match.events, find_game, trusted=True)
    again = stored.copy()
    lose(again.game, WHITE)
    assert (again.score[BLACK], stored.score[BLACK]) == (2, 1)
    assert again.games[0].outcome == match.games[0].outcome
