"""Edge cases of a game: refused acts, and results that it derives itself."""

import pytest
from tests.effort import each
from tests.moments import STD, game_at, rebuilt

from nardy.core.dice import Dice, Roll
from nardy.core.events import Started
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import EventsError, IllegalActError, NotationError, RulesError
from nardy.games import BACKGAMMON, GAMES, find_game

BACK = f"backgammon w {STD} {STD}"


def test_a_refused_opening_roll_uses_up_no_dice() -> None:
    game = game_at(BACK, seed=3)
    fresh = [Dice(3).die(), Dice(3).roll()]
    with pytest.raises(IllegalActError):
        game.open()
    assert game.dice.copy().roll() == fresh[1]
    beginning = Game(BACKGAMMON, seed=3)
    for wrong in (0, "6"):
        with pytest.raises(NotationError, match="expected two dice from 1 to 6"):
            beginning.open(wrong)  # type: ignore[arg-type]
    assert beginning.dice.die() == fresh[0]


@pytest.mark.parametrize("player", Player)
def test_either_player_may_ask_for_the_opening_roll(player: Player) -> None:
    for name in ("backgammon", "long-nardy"):
        asked, alone = Game(GAMES[name], seed=7), Game(GAMES[name], seed=7)
        assert asked.roll(player=player) == alone.roll()
        assert asked.events == alone.events


def test_a_draft_is_played_once() -> None:
    game = game_at(BACK, 3, 1)
    draft = game.draft()
    draft.move(8, 5)
    draft.move(6, 5)
    again = game.copy()
    game.play(draft)
    before = game.situation
    with pytest.raises(IllegalActError, match="expected a draft of this moment") as caught:
        game.play(draft)
    assert caught.value.law == "not-rolled"
    assert game.situation is before
    # The same moment in another game is this moment.
    assert str(again.play(draft)) == "8/5 6/5"


def test_wrong_types_are_told_what_to_write() -> None:
    with pytest.raises(RulesError, match=r"write find_game\('backgammon'\)"):
        Game("backgammon")  # type: ignore[arg-type]
    game = game_at(BACK)
    with pytest.raises(NotationError, match=r"got '31'; write Roll\.of\(3, 1\)"):
        game.roll("31")  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="expected a player, got 'green'"):
        game.roll(player="green")  # type: ignore[arg-type]
    game.roll(Roll(3, 1), player="white")  # type: ignore[arg-type]
    game.play("8/5 6/5", player="white")  # type: ignore[arg-type]
    game.take_back("white")  # type: ignore[arg-type]
    assert game.to_act is Player.WHITE


@each(
    ("text", "result", "points"),
    [
        ("backgammon,jacoby=off w off:15 6:15", "w2", 2),
        ("backgammon b off:15 6:15 cube=4w", "w2", 8),
        ("backgammon w 6:1,off:14 off:15 dice=31", "b1", 1),
        ("long-nardy w off:15 24:1,6:14", "w2", 2),
        ("long-nardy,last_throw=half w off:15 off:15", "draw:0.5", 0.5),
        ("long-nardy b off:15 off:15", "w1", 1),
    ],
)
def test_a_board_that_is_borne_off_is_a_finished_game(
    text: str, result: str, points: float
) -> None:
    game = game_at(text)
    assert game.phase is Phase.OVER
    assert (str(game.outcome), game.points) == (result, points)
    assert game.ended_as
    assert rebuilt(game).situation == game.situation


def test_a_start_that_describes_no_position_is_an_error_of_events() -> None:
    with pytest.raises(EventsError, match="event 1 begins no game"):
        Game.from_events([Started("backgammon w 24:16 24:15")], find_game)
