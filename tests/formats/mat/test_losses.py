"""What a .mat file has no place for is said."""

import pytest
from tests.effort import each
from tests.moments import STD, game_at

from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.formats.mat.losses import losses
from nardy.formats.record import Record
from nardy.games import BACKGAMMON, GAMES
from nardy.games.game_file import parse_game


def lost(*games: Game, length: int = 0) -> list[str]:
    """What is lost of a match of these games."""
    match = Match(games[0].rules, length)
    match.go_on(games)
    return losses(Record.of(match))


@each("name", GAMES)
@each("length", [0, 1, 3])
def test_nothing_is_lost_of_games_from_their_start(name: str, length: int) -> None:
    match = Match(GAMES[name], length, seed=1)
    match.game.roll()
    match.game.resign()
    match.game.agree()
    if not match.is_over:
        match.next_game()
    ties = [loss for loss in losses(Record.of(match)) if "ties" not in loss]
    assert ties == []


@pytest.mark.parametrize(
    "text",
    [
        "backgammon w 6:15 6:15",
        f"backgammon b {STD} {STD} cube=2w",
        f"backgammon w {STD} {STD} offer=double",
        "plakoto w 24:15 24:1,6:14 opening",
    ],
)
def test_a_beginning_of_its_own(text: str) -> None:
    assert lost(game_at(text)) == ["game 1: the position from which it began is left out"]


def test_the_start_with_a_roll_is_no_loss() -> None:
    assert lost(game_at(f"backgammon b {STD} {STD} dice=31")) == []


def test_a_resignation_that_waits() -> None:
    game = Game(BACKGAMMON)
    game.open(3, 1)
    game.play("8/5 6/5")
    game.resign()
    assert lost(game) == ["game 1: a resignation that was not answered is left out"]
    game.refuse()
    assert lost(game) == ["game 1: a resignation that was refused is left out"]
    game.roll(Roll(2, 1))
    game.resign("gammon")
    assert lost(game)[1:] == ["game 1: a resignation that was not answered is left out"]


def test_the_match_of_a_game_in_a_money_session() -> None:
    game = game_at(f"backgammon w {STD} {STD} match=7:4-5")
    assert lost(game) == ["game 1: that it was played to 7 points is left out"]
    assert lost(game_at(f"backgammon w {STD} {STD}"), length=3) == [
        "game 1: that it was played for money is left out"
    ]
    assert lost(game, length=7) == []


def test_a_crawford_game_that_was_played_before() -> None:
    after, later = (game_at(f"backgammon w {STD} {STD} match=7:{s}") for s in ("4-6", "5-6"))
    assert lost(after, later, length=7) == ["game 1: that it is not the Crawford game is left out"]
    assert lost(game_at(f"backgammon w {STD} {STD} match=7:4-6 crawford"), later, length=7) == []


def test_the_rules_of_a_game_of_ones_own() -> None:
    rules = parse_game('id = "club"\nextends = "fevga"\nstart = "24:4"\n')
    (loss,) = lost(Game(rules))
    assert loss == ("a .mat file names club and does not hold its rules: read it back with --file")
