"""The worked ends and stakes, by their numbers, through games and matches."""

from random import Random

import pytest
from tests.effort import each
from tests.moments import STD, game_at, random_turn

from nardy.core.canonical import legal_turns
from nardy.core.cube import Cube, Owner
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import IllegalActError, IllegalTurnError
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GUL_BARA, find_game

WHITE, BLACK = Player


def ended(text: str, *dice: int, turn: str) -> Game:
    """The game after one turn that ends it."""
    game = game_at(text, *dice)
    game.play(turn)
    assert game.phase is Phase.OVER
    assert position_text.loads(str(game)) == game.situation
    return game


def result(text: str, *dice: int, turn: str) -> str:
    return str(ended(text, *dice, turn=turn).outcome)


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


# 6. Sudden death


def test_6_the_hitter_wins_one_times_the_cube() -> None:
    game = ended("sudden-death w 8:1,6:14 20:1,13:14 cube=2w", 3, 1, turn="8/5*")
    assert str(game.outcome) == "w1"
    assert game.points == 2


def test_6_a_hit_on_the_way_counts_and_ends_the_turn() -> None:
    text = "sudden-death w 8:1,6:14 20:1,13:14"
    game = game_at(text, 3, 1)
    with pytest.raises(IllegalTurnError):
        game.play("8/5*/4")
    assert result(text, 3, 1, turn="8/5*") == "w1"
    assert result(text, 3, 1, turn="6/5*") == "w1"
    assert result(text, 3, 3, turn="8/5*") == "w1"


def test_6_without_a_hit_bearing_off_decides() -> None:
    assert result("sudden-death w 1:1 bar:1,5:14", 2, 1, turn="1/off") == "w1"


# 7. Nuclear


def test_7_the_bomb() -> None:
    game = game_at("nuclear w 20:1,8:1,6:13 13:1,10:14")
    game.explode()
    assert str(game) == "nuclear w bar:2,6:13 bar:1,10:14 bomb=b"
    with pytest.raises(IllegalActError) as caught:
        game.explode()
    assert caught.value.law == "bomb-access"
    game.roll(Roll(4, 3))
    assert all(str(turn).startswith("bar/") for turn in game.legal_turns)


def test_7_the_order_is_bomb_double_roll() -> None:
    game = game_at("nuclear w 20:1,8:1,6:13 13:1,10:14")
    game.offer_double()
    game.take()
    with pytest.raises(IllegalActError):
        game.explode()
    game = game_at("nuclear w 20:1,8:1,6:13 13:1,10:14")
    game.explode()
    game.offer_double()
    game.take()
    assert game.situation.cube == Cube(2, Owner.OPPONENT)


def test_7_only_the_opponents_blots_by_option() -> None:
    game = game_at("nuclear,bomb_hits=opponent w 20:1,8:1,6:13 13:1,10:14")
    game.explode()
    assert str(game).endswith(" w 20:1,8:1,6:13 bar:1,10:14 bomb=b")


def test_7_any_time_means_before_the_opponents_roll_too() -> None:
    game = game_at("nuclear,bomb_when=any_time w 20:1,8:1,6:13 13:1,10:14")
    game.explode(player=BLACK)
    assert str(game) == "nuclear,bomb_when=any_time w bar:2,6:13 bar:1,10:14 bomb=w"
    assert game.to_act is WHITE


# 8. Plakoto


def test_8_the_mother_is_pinned() -> None:
    game = ended("plakoto w 10:14,7:1 24:1,5:14", 6, 5, turn="10/5 7/1")
    assert str(game.outcome) == "w2"
    assert str(game) == "plakoto b 10:13,5:1,1:1 24:p,5:14 result=w2"


def test_8_two_on_the_start_close_it() -> None:
    game = game_at("plakoto w 10:14,7:1 24:2,5:13", 6, 5)
    with pytest.raises(IllegalTurnError):
        game.play("10/5 7/1")


def test_8_the_pinner_must_have_left_his_own_start() -> None:
    game = game_at("plakoto w 24:1,10:13,7:1 24:1,5:14", 6, 5)
    game.play("10/5 7/1")
    assert game.outcome is None
    game.roll(Roll(2, 1))
    game.play("5/3 5/4")
    assert game.outcome is None
    game.roll(Roll(2, 1))
    game.play("24/21")
    assert str(game.outcome) == "w2"


def test_8_both_mothers_pinned_is_a_draw_of_nothing() -> None:
    game = ended("plakoto w 24:p,10:13,7:1 24:1,5:13,1:1", 6, 5, turn="10/5 7/1")
    assert str(game.outcome) == "void"
    assert game.points == 0


def test_8_the_mother_of_the_player_on_roll_may_lose_on_his_own_turn() -> None:
    # Black's last checker on his 24 leaves; White's mother stays pinned.
    game = game_at("plakoto b 24:p,10:14 24:1,5:13,1:1", 6, 5)
    game.play("24/13")
    assert str(game.outcome) == "b2"


def test_8_clubs_play_tapa_without_the_mother() -> None:
    game = game_at("tapa@clubs w 10:14,7:1 24:1,5:14", 6, 5)
    game.play("10/5 7/1")
    assert game.outcome is None


# 9. Mad gulbar


def test_9_what_is_left_over_the_opponent_plays() -> None:
    game = game_at("mad-gulbar w 24:1 8:1", 4, 4)
    assert game.situation.dice is not None
    assert game.situation.dice.numbers == (4, 4, 5, 5, 6, 6)
    assert str(game.play("(no move)")) == "(no move)"
    assert str(game) == "mad-gulbar b 24:1 8:1 left=445566"
    game.play("8/4/off")
    assert str(game.outcome) == "b1"


def test_9_after_the_leftovers_he_rolls_his_own() -> None:
    game = game_at("mad-gulbar w 24:1 8:1,7:13", 4, 4)
    game.play("(no move)")
    assert game.situation.left == (4, 4, 5, 5, 6, 6)
    random_turn(game, Random(1))
    assert game.to_act is BLACK
    assert game.phase is Phase.ROLL
    game.roll(Roll(2, 1))
    assert game.phase is Phase.TURN


def test_9_leftovers_never_bounce_back() -> None:
    game = game_at("mad-gulbar b 24:15 13:1,6:14 left=6")
    game.play("13/7")
    assert game.to_act is BLACK
    assert game.situation.left == ()


# 10. Gul bara


def test_10_doubles_cascade_from_a_players_fourth_turn() -> None:
    game = Game(GUL_BARA, seed=5)
    game.open(6, 1)
    numbers = []
    for _ in range(4):
        game.roll(Roll(4, 4))
        assert game.situation.dice is not None
        numbers.append(game.situation.dice.numbers)
        random_turn(game, Random(1))
        assert game.situation.left == ()
        game.roll(Roll(2, 1))
        game.play(next(iter(game.legal_turns)))
    assert numbers == [(4,) * 4] * 3 + [(4,) * 4 + (5,) * 4 + (6,) * 4]
    assert "turns=" not in str(game)


def test_10_each_player_counts_his_own_turns() -> None:
    game = game_at("gul-bara b 24:12,14:3 24:12,15:3 turns=3-2", 4, 4)
    assert game.situation.dice is not None
    assert game.situation.dice.numbers == (4,) * 4
    game = game_at("gul-bara w 24:12,14:3 24:12,15:3 turns=3-2", 6, 6)
    assert game.situation.dice is not None
    assert game.situation.dice.numbers == (6,) * 4


def test_10_a_dance_counts_as_a_turn() -> None:
    game = game_at("gul-bara w 24:15 24:1,11:2,10:2,9:2,8:2,7:2,6:4 turns=2-2", 6, 5)
    assert str(game.play("(no move)")) == "(no move)"
    assert str(game).endswith("turns=3-2")


# 11. Maghribiyya and gioul


def test_11_one_checker_closes_its_point_on_the_way_against_each_other() -> None:
    # Black's 5 is White's 20.
    game = game_at("maghribiyya w 24:15 24:14,5:1", 4, 1)
    assert game.situation.dice is not None
    turns = legal_turns(game.rules, game.position, game.situation.dice)
    assert list(map(str, turns)) == ["24/19"]


def test_11_doubles_of_gioul_cascade_from_the_first_turn() -> None:
    game = game_at("gioul w 24:15 24:15", 5, 5)
    assert game.situation.dice is not None
    assert game.situation.dice.numbers == (5, 5, 5, 5, 6, 6, 6, 6)


def test_11_what_is_left_in_gioul_the_opponent_plays_and_never_gives_back() -> None:
    # Black's 17 is White's 8, and White's 12 is Black's 13: of the fours only 6/2 can be played.
    game = game_at("gioul w 12:1 17:1,6:1", 4, 4)
    game.play("(no move)")
    assert str(game) == "gioul b 12:1 17:1,6:1 left=444455556666"
    game.play("6/2")
    assert game.to_act is BLACK
    assert (game.phase, game.situation.left) == (Phase.ROLL, ())
