"""The worked cases of single games of the family, by their numbers: the first five are in test_worked_cases.py."""

from random import Random

import pytest
from tests.core.endings import ended, result
from tests.moments import game_at, random_turn

from nardy.core.canonical import legal_turns
from nardy.core.cube import Cube, Owner
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import IllegalActError, IllegalTurnError
from nardy.games import GUL_BARA

WHITE, BLACK = Player


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
