"""The worked ends and stakes, by their numbers, through games and matches."""

import pytest
from tests.core.endings import ended, result
from tests.effort import each
from tests.moments import STD, game_at

from nardy.core.cube import Cube, Owner
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import IllegalActError
from nardy.formats import position_text
from nardy.games import BACKGAMMON, find_game

WHITE, BLACK = Player


# 1. Long nardy


@each(
    ("game", "loser", "expected"),
    [
        ("long-nardy", "20:14", "w1"),
        ("long-nardy", "20:15", "w2"),
        ("long-nardy", "6:14,1:1", "w2"),
        ("long-nardy,koks=3", "20:1,6:14", "w3"),
        ("long-nardy,koks=3", "24:15", "w3"),
        ("long-nardy,koks=3", "18:1,6:14", "w2"),
        ("long-nardy,koks=3", "20:14", "w1"),
        ("long-nardy,home_mars=4", "6:14,1:1", "w4"),
        ("long-nardy,home_mars=3", "6:14,1:1", "w3"),
        ("long-nardy,home_mars=4", "7:1,6:14", "w2"),
        ("long-nardy@amateur", "9:1,6:14", "w2"),
        ("long-nardy@amateur", "20:1,6:14", "w3"),
        ("long-nardy@amateur", "6:14,1:1", "w4"),
    ],
)
def test_1_oin_mars_koks_and_home_mars(game: str, loser: str, expected: str) -> None:
    assert result(f"{game} w 1:1 {loser}", 6, 5, turn="1/off") == expected
    black = result(f"{game} b {loser} 1:1", 6, 5, turn="1/off")
    assert black == expected.replace("w", "b")


# 2. The last throw


def last_throw(loser: str, *dice: int, turn: str, option: str = "half") -> Game:
    """White, who moved first, finishes; Black has his last throw."""
    game = game_at(f"long-nardy,last_throw={option} w 1:1 {loser}", 2, 1)
    game.play("1/off")
    assert game.outcome is None
    assert game.situation.last
    assert game.to_act is BLACK
    assert str(game) == f"long-nardy,last_throw={option} b off:15 {loser} last"
    with pytest.raises(IllegalActError):
        game.draft()
    game.roll(Roll.of(*dice))
    game.play(turn)
    assert game.phase is Phase.OVER
    assert position_text.loads(str(game)) == game.situation
    return game


@pytest.mark.parametrize(("option", "points"), [("half", "0.5"), ("one", "1")])
def test_2_both_finish_and_it_is_a_draw(option: str, points: str) -> None:
    game = last_throw("2:1,1:1", 6, 5, turn="2/off 1/off", option=option)
    assert str(game.outcome) == f"draw:{points}"
    assert game.points == float(points)


def test_2_four_checkers_need_a_double() -> None:
    assert str(last_throw("1:4", 2, 2, turn="1/off(4)").outcome) == "draw:0.5"
    assert str(last_throw("1:4", 6, 5, turn="1/off(2)").outcome) == "w1"


def test_2_mars_is_judged_after_the_last_throw() -> None:
    assert str(last_throw("6:15", 6, 5, turn="6/off 6/1").outcome) == "w1"
    assert str(last_throw("8:1,6:14", 4, 3, turn="8/4 6/3").outcome) == "w2"


def test_2_the_second_player_finishes_and_there_is_no_reply() -> None:
    assert result("long-nardy,last_throw=half b 2:1,1:1 1:1", 2, 1, turn="1/off") == "b1"
    black_first = "long-nardy,last_throw=half w 1:1 2:1,1:1 first=b"
    assert result(black_first, 2, 1, turn="1/off") == "w1"


def test_2_black_who_moved_first_leaves_white_the_last_throw() -> None:
    game = game_at("long-nardy,last_throw=half b 2:1,1:1 1:1 first=b", 2, 1)
    game.play("1/off")
    assert str(game) == "long-nardy,last_throw=half w 2:1,1:1 off:15 last"
    game.roll(Roll(6, 5))
    game.play("2/off 1/off")
    assert str(game.outcome) == "draw:0.5"


def test_2_finishing_with_leftovers_leaves_the_last_throw_too() -> None:
    game = game_at("mad-gulbar,last_throw=half w 1:1 2:1,1:1 left=56")
    game.play("1/off")
    assert game.to_act is BLACK
    assert game.situation.last
    assert game.phase is Phase.ROLL


def test_2_leftovers_come_before_the_last_throw() -> None:
    game = game_at("mad-gulbar,last_throw=half b off:15 20:1,1:14 left=6 last")
    game.play("20/14")
    assert game.outcome is None
    assert game.to_act is BLACK
    assert game.situation.last


# 3. Backgammon


@pytest.mark.parametrize(
    ("loser", "points"),
    [("20:1,5:14", 3), ("18:1,5:14", 2), ("bar:1,5:14", 3), ("20:1,5:13", 1), ("19:1,5:14", 3)],
)
def test_3_gammons_and_backgammons_times_the_cube(loser: str, points: int) -> None:
    game = ended(f"backgammon w 1:1 {loser} cube=4w", 2, 1, turn="1/off")
    assert str(game.outcome) == f"w{points}"
    assert game.points == 4 * points


def test_3_jacoby_asks_for_a_double_that_was_taken() -> None:
    assert result("backgammon w 1:1 20:1,5:14", 2, 1, turn="1/off") == "w1"
    assert result("backgammon w 1:1 20:1,5:14 cube=2", 2, 1, turn="1/off") == "w1"
    assert result("backgammon w 1:1 20:1,5:14 match=7:0-0", 2, 1, turn="1/off") == "w3"
    assert result("backgammon,jacoby=off w 1:1 18:1,5:14", 2, 1, turn="1/off") == "w2"
    assert result("nuclear w 1:1 18:1,5:14", 2, 1, turn="1/off") == "w2"


def test_3_a_dropped_redouble_loses_what_the_cube_was() -> None:
    game = game_at(f"backgammon w {STD} {STD} cube=2w")
    game.offer_double()
    assert str(game) == f"backgammon b {STD} {STD} cube=2w offer=double"
    game.pass_double()
    assert str(game.outcome) == "w1"
    assert game.points == 2


# 4. Beavers, raccoons, automatic doubles


def beavered(options: str = "") -> Game:
    game = game_at(f"backgammon{options} w {STD} {STD}")
    game.offer_double()
    game.beaver()
    assert game.situation.cube == Cube(2, Owner.OPPONENT)
    assert str(game) == f"backgammon{options} w {STD} {STD} cube=2b offer=beaver"
    assert game.on_roll is WHITE
    return game


def test_4_a_beaver_is_taken() -> None:
    game = beavered()
    game.take()
    assert str(game) == f"backgammon w {STD} {STD} cube=4b"
    assert game.phase is Phase.ROLL


def test_4_a_beaver_is_passed() -> None:
    game = beavered()
    game.pass_double()
    assert game.outcome is not None
    assert game.outcome.winner is BLACK
    assert game.points == 2


def test_4_a_raccoon() -> None:
    game = beavered(",raccoons=on")
    game.raccoon()
    assert str(game) == f"backgammon,raccoons=on b {STD} {STD} cube=4b offer=raccoon"
    assert game.on_roll is WHITE
    game.take()
    assert str(game) == f"backgammon,raccoons=on w {STD} {STD} cube=8b"


def test_4_a_raccoon_is_passed() -> None:
    game = beavered(",raccoons=on")
    game.raccoon()
    game.pass_double()
    assert game.outcome is not None
    assert game.outcome.winner is WHITE
    assert game.points == 4


def test_4_raccoons_are_not_the_default() -> None:
    with pytest.raises(IllegalActError):
        beavered().raccoon()


def test_4_automatic_doubles() -> None:
    game = Game(find_game("backgammon,auto_doubles=1"), seed=1)
    game.open(3, 3)
    game.open(5, 5)
    assert game.situation.cube == Cube(2)
    assert " opening cube=2" in str(game)
    game.open(6, 4)
    assert str(game) == f"backgammon,auto_doubles=1 w {STD} {STD} dice=64 cube=2"
    plain = Game(BACKGAMMON, seed=1)
    plain.open(3, 3)
    assert plain.situation.cube == Cube()


def test_4_no_automatic_doubles_in_a_match() -> None:
    match = Match(find_game("backgammon,auto_doubles=3"), length=5, seed=1)
    match.game.open(3, 3)
    assert match.game.situation.cube == Cube()


# 5. Crawford


def lose_single(match: Match, loser: Player) -> None:
    """The loser resigns a single, on his first roll or his second."""
    game = match.game
    if game.phase is Phase.OPENING:
        game.open(6, 1) if loser is WHITE else game.open(1, 6)
    if game.to_act is not loser:
        if game.phase is Phase.ROLL:
            game.roll(Roll(3, 1))
        game.play("8/5 6/5")
    game.resign("single")
    game.agree()


def test_5_the_crawford_game_is_played_once() -> None:
    match = Match(BACKGAMMON, length=5, seed=1)
    for loser in (WHITE, BLACK) * 3:
        assert not match.is_crawford
        lose_single(match, loser)
        match.next_game()
    assert match.score == {WHITE: 3, BLACK: 3}
    lose_single(match, BLACK)
    assert match.score == {WHITE: 4, BLACK: 3}
    game = match.next_game()
    assert match.is_crawford
    assert str(game).endswith("opening match=5:4-3 crawford")
    game.open(2, 1)
    game.play(next(iter(game.legal_turns)))
    with pytest.raises(IllegalActError, match="Crawford") as caught:
        game.offer_double()
    assert caught.value.law == "crawford"
    lose_single(match, WHITE)
    assert match.score == {WHITE: 4, BLACK: 4}
    game = match.next_game()
    assert not match.is_crawford
    game.open(2, 1)
    game.play(next(iter(game.legal_turns)))
    game.offer_double()
    game.take()
    assert game.situation.cube.value == 2
