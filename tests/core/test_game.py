"""Games from the first die to the result: acts, events, and what must hold after each."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given
from tests.effort import each
from tests.moments import (
    HEAD,
    STD,
    Whole,
    attempt,
    game_at,
    is_sound,
    random_turn,
    rebuilt,
    through_json,
)
from tests.strategies import garbage, moments

from nardy.core import playing
from nardy.core.dice import Dice, Roll
from nardy.core.events import Acted, Played, Rolled, RolledOff, Started
from nardy.core.game import Game, opening_situation
from nardy.core.legal_acts import legal_acts
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.situation import Phase, Score
from nardy.core.turn import Move, Turn
from nardy.errors import (
    EventsError,
    IllegalActError,
    IllegalTurnError,
    NardyError,
    NotationError,
    PositionError,
    RulesError,
)
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GAMES, PLAKOTO, find_game

BACK = f"backgammon w {STD} {STD}"


def test_a_game_does_not_begin_in_an_impossible_situation() -> None:
    begun = Game(BACKGAMMON, seed=1).situation
    for position, message in (
        (Position.of({24: 2}), "expected 15 checkers a side in backgammon, White has 2"),
        (Position.of({24: 15}, {1: 15}), "both players stand on one point"),
        (Position((17, *[0] * 23, -2, 0), BACKGAMMON.start.opponent), "expected 26 counts of 0"),
        (Position((15,), BACKGAMMON.start.opponent), "expected 26 counts of 0"),
    ):
        with pytest.raises(PositionError, match=message):
            Game(BACKGAMMON, situation=replace(begun, position=position))
    black = replace(begun.flipped(), position=Position.of({24: 2}, {6: 15}))
    with pytest.raises(PositionError, match="Black has 2"):
        Game(BACKGAMMON, situation=black)


def test_a_game_begins_in_a_situation_of_its_own_rules() -> None:
    begun = Game(BACKGAMMON, seed=1).situation
    assert Game(BACKGAMMON.replace(), situation=begun).situation is begun
    with pytest.raises(RulesError, match="expected a situation of plakoto, got one of backgammon"):
        Game(PLAKOTO, situation=begun)


# ----------------------------------------------------------------------------- beginnings


def test_a_game_begins_with_the_roll_off() -> None:
    game = Game(BACKGAMMON, seed=1)
    assert str(game) == BACK + " opening"
    assert game.phase is Phase.OPENING
    game.open(4, 4)
    assert game.phase is Phase.OPENING
    game.open(2, 5)
    assert str(game) == f"backgammon b {STD} {STD} dice=52"
    assert game.on_roll is Player.BLACK


def test_with_reroll_the_starter_rolls_both_dice_afresh() -> None:
    game = Game(GAMES["long-nardy"], seed=1)
    game.open(6, 1)
    assert str(game) == f"long-nardy w {HEAD} {HEAD}"
    assert game.phase is Phase.ROLL
    assert game.roll(Roll(6, 6)) == (6, 6)


def test_roll_makes_up_for_the_roll_off() -> None:
    game = Game(BACKGAMMON, seed=7)
    roll = game.roll()
    assert game.situation.roll == roll
    assert not roll.is_double
    assert isinstance(game.events[1], RolledOff)


@each("name", GAMES)
def test_no_roll_of_a_real_board_is_dropped_for_the_roll_off(name: str) -> None:
    game = Game(GAMES[name], seed=1)
    with pytest.raises(IllegalActError, match="cannot roll: the opening roll comes") as refused:
        game.roll(Roll(6, 1))
    assert refused.value.law == "not-rolled"
    assert len(game.events) == 1


def test_a_named_starter_rolls_and_may_double_first() -> None:
    game = Game(BACKGAMMON, situation=opening_situation(BACKGAMMON, Player.BLACK))
    assert game.to_act is Player.BLACK
    game.offer_double()
    assert game.to_act is Player.WHITE


def test_who_started_is_kept_where_a_law_asks_for_it() -> None:
    game = Game(find_game("long-nardy@draw"), seed=1)
    game.open(1, 6)
    assert "first=b" in str(game)


def test_the_score_is_seen_by_white() -> None:
    score = Score(7, 3, 4)
    for starter in (None, *Player):
        situation = opening_situation(BACKGAMMON, starter, score)
        assert "match=7:3-4" in position_text.dumps(situation)


@pytest.mark.parametrize("dice", [(0, 3), (3, 0), (7, 1), (-1, 2)])
def test_a_roll_off_takes_real_dice_only(dice: tuple[int, int]) -> None:
    game = Game(BACKGAMMON, seed=1)
    with pytest.raises(NotationError):
        game.open(*dice)
    assert len(game.events) == 1


@pytest.mark.parametrize("dice", [(0, 3), (7, 1), (-1, 2)])
def test_a_roll_takes_real_dice_only(dice: tuple[int, int]) -> None:
    game = game_at(BACK)
    with pytest.raises(NotationError):
        game.roll(Roll(*dice))
    assert len(game.events) == 1


def test_the_same_seed_throws_the_same_dice() -> None:
    one, other = Game(BACKGAMMON, seed="x"), Game(BACKGAMMON, dice=Dice("x"))
    assert [one.roll(), one.dice.roll()] == [other.roll(), other.dice.roll()]


# ---------------------------------------------------------------------------------- turns


def test_a_turn_is_played_as_text_as_value_and_as_draft() -> None:
    texts = []
    for turn in ("6/5, 8/5", Turn((Move(8, 5), Move(6, 5)))):
        game = game_at(BACK, 3, 1)
        assert str(game.play(turn)) == "8/5 6/5"
        texts.append(str(game))
    game = game_at(BACK, 3, 1)
    draft = game.draft()
    draft.move(6, 5)
    draft.move(8, 5)
    assert str(game.play(draft)) == "8/5 6/5"
    assert {*texts, str(game)} == {f"backgammon b 24:2,13:5,8:2,6:4,5:2 {STD}"}
    assert isinstance(game.events[-1], Played)
    assert set(game.events[-1].moves) == {(6, 5), (8, 5)}


def test_an_unfinished_draft_is_refused_and_stays() -> None:
    game = game_at(BACK, 3, 1)
    draft = game.draft()
    draft.move(8, 5)
    with pytest.raises(IllegalTurnError) as caught:
        game.play(draft)
    assert caught.value.law == "longest-play"
    draft.move(6, 5)
    assert game.play(draft)


def test_a_draft_of_another_moment_is_refused() -> None:
    game = game_at(BACK, 3, 1)
    draft = game.draft()
    game.play("8/5 6/5")
    game.roll(Roll(3, 1))
    with pytest.raises(IllegalActError, match="expected a draft of this moment"):
        game.play(draft)
    assert game.phase is Phase.TURN


def test_legal_turns_are_a_live_view() -> None:
    game = game_at(BACK, 3, 1)
    turns = game.legal_turns
    assert len(turns) == 16
    assert "8/5 6/5" in turns
    game.play("8/5 6/5")
    assert len(game.legal_turns) == 0


@given(moments(), garbage)
def test_any_text_is_played_or_refused_with_a_sentence(game: Game, text: str) -> None:
    attempt(game, partial(game.play, text))
    is_sound(game)


@given(moments(), garbage)
def test_any_text_is_accepted_as_a_fault_or_refused(game: Game, text: str) -> None:
    if attempt(game, partial(game.play, text, accepted=True)):
        is_sound(game)
        assert rebuilt(game).events == game.events


def test_an_accepted_fault_says_so() -> None:
    game = game_at(BACK, 3, 1)
    game.play("8/5", accepted=True)
    assert game.events[-1] == Played("white", "8/5", ((8, 5),), accepted=True)
    game.roll(Roll(3, 1))
    game.play("8/5 6/5", accepted=True)
    assert isinstance(game.events[-1], Played)
    assert not game.events[-1].accepted
    assert rebuilt(game).situation == game.situation


# ----------------------------------------------------------------------------- other acts


def test_nobody_can_ever_move_and_the_game_is_void() -> None:
    closed = "bar:2,{},6:2,5:2,4:2,3:2,2:2,1:2"
    white, black = closed.format("7:1"), closed.format("7:1")
    game = game_at(f"backgammon w {white} {black}", 6, 5)
    game.play("(no move)")
    assert str(game.outcome) == "void"
    assert game.points == 0
    assert str(rebuilt(game).outcome) == "void"


@pytest.mark.parametrize(
    ("options", "white", "black", "ends"),
    [
        ("", "7:1", "7:1", False),
        ("", "7:1", "bar", False),
        (",bomb_hits=opponent", "7:1", "7:1", False),
    ],
)
def test_a_bomb_that_would_hit_keeps_the_game_alive(
    options: str, white: str, black: str, ends: bool
) -> None:
    home = "6:2,5:2,4:2,3:2,2:2,1:2"
    white = f"bar:2,7:1,{home}" if white != "bar" else f"bar:3,{home}"
    black = f"bar:2,7:1,{home}" if black != "bar" else f"bar:3,{home}"
    game = game_at(f"nuclear{options} w {white} {black} bomb=b", 6, 5)
    game.play("(no move)")
    assert (game.phase is Phase.OVER) == ends


def test_after_a_double_there_is_no_bomb_until_the_turn_is_over() -> None:
    game = game_at(f"nuclear w {STD} 24:2,13:5,8:3,6:4,5:1 bomb=w")
    assert not game.has_doubled
    game.offer_double()
    game.take()
    assert game.has_doubled
    assert not game.may_explode(Player.WHITE)
    with pytest.raises(IllegalActError, match="after a double"):
        game.explode()
    assert rebuilt(game).has_doubled
    game.roll(Roll(3, 1))
    game.play("8/5 6/5")
    assert not game.has_doubled


def test_each_player_explodes_the_bomb_once_before_a_roll() -> None:
    game = game_at("nuclear@any-time w 24:2,13:5,8:3,6:4,5:1 24:2,13:5,8:3,6:4,5:1")
    assert all(map(game.may_explode, Player))
    game.explode()
    assert not game.is_bomb_spent
    assert [*map(game.may_explode, (Player.WHITE, Player.BLACK))] == [False, True]
    game.explode(player=Player.BLACK)
    assert not any(map(game.may_explode, Player))
    assert game.is_bomb_spent
    assert "bomb" not in legal_acts(game.situation, has_doubled=game.is_bomb_spent)
    for player in Player:
        with pytest.raises(IllegalActError, match="bomb") as refused:
            game.explode(player=player)
        assert refused.value.law == "bomb-access"
    assert rebuilt(game).is_bomb_spent
    game.roll(Roll(3, 1))
    game.play(next(iter(game.legal_turns)))
    game.explode(player=Player.WHITE)


def test_an_old_game_with_more_explosions_is_replayed() -> None:
    first = Started("nuclear,bomb_when=any_time w 24:1,13:14 24:1,13:14")
    seats = ("white", "black", "white", "black")
    events = [first, *(Acted(seat, "bomb") for seat in seats)]
    assert Game.from_events(events, find_game).events == tuple(events)


def test_a_bomb_that_would_hit_nothing_does_not() -> None:
    home = "6:2,5:2,4:2,3:2,2:2,1:2"
    game = game_at(f"nuclear w bar:3,{home} bar:3,{home} bomb=b", 6, 5)
    game.play("(no move)")
    assert str(game.outcome) == "void"
    # The bomb is White's and hits Black only, who has no blot.
    text = f"nuclear,bomb_hits=opponent w bar:2,7:1,{home} bar:3,{home} bomb=w"
    game = game_at(text, 6, 5)
    game.play("(no move)")
    assert str(game.outcome) == "void"


# --------------------------------------------------------------------------------- events


def test_events_tell_the_game() -> None:
    game = Game(BACKGAMMON, seed=1)
    game.open(6, 1)
    game.play("13/7 8/7")
    game.roll(Roll(3, 1), player=Player.BLACK)
    started, rolled_off, played, rolled = game.events
    assert started == Started(BACK + " opening")
    assert rolled_off == RolledOff(6, 1)
    assert isinstance(played, Played)
    assert (played.player, played.turn, set(played.moves)) == (
        "white",
        "13/7 8/7",
        {(13, 7), (8, 7)},
    )
    assert rolled == Rolled("black", (3, 1))
    assert through_json(game.events) == game.events


@each(
    "events",
    [
        [],
        [Rolled("white", (3, 1))],
        [Started("nonsense")],
        [Started(BACK), Rolled("black", (3, 1))],
        [Started(BACK), Rolled("green", (3, 1))],
        [Started(BACK), Rolled("white", (0, 1))],
        [Started(BACK + " opening"), RolledOff(0, 3)],
        [Started(BACK), Acted("white", "dance")],
        [Started(BACK), Acted("white", "take")],
        [Started(BACK), Started(BACK)],
        [Started(BACK + " dice=31"), Played("white", "8/5", ((8, 5),))],
        [Started(BACK + " dice=31"), Played("white", "8/5 6/5", ((8, 4), (6, 5)))],
        [Started(BACK + " dice=31"), Played("white", "8/5 6/5", ((8, 5), (24, 23)))],
        [Started(BACK + " dice=31"), Played("black", "8/5 6/5", ((8, 5), (6, 5)))],
    ],
)
def test_events_that_tell_no_game_are_refused(events: list) -> None:
    with pytest.raises(NardyError) as caught:
        Game.from_events(events, find_game)
    assert len(str(caught.value)) > 20


def test_an_event_that_does_not_fit_changes_nothing() -> None:
    game = game_at(BACK, 3, 1)
    with pytest.raises(EventsError):
        game.apply(Played("white", "8/5", ((8, 5),)))
    assert len(game.events) == 1
    random_turn(game, Random(1))


def test_a_text_with_too_many_orders_to_try_is_compared_by_what_it_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playing, "MOST_STATES", 0)
    game = Game(find_game("backgammon"), seed=7)
    game.open(3, 1)
    mover = game.to_act.value
    for text, is_same in (("6/5 8/5", True), ("8/5 6/5*", True), ("13/10 6/5", False)):
        again = Game(find_game("backgammon"), seed=7)
        again.open(3, 1)
        event = Played(mover, text, ((8, 5), (6, 5)))
        if is_same:
            again.apply(event)
            assert again.events[-1] == Played(mover, "8/5 6/5", ((8, 5), (6, 5)))
        else:
            with pytest.raises(EventsError, match="expected the moves of '13/10 6/5'"):
                again.apply(event)


def test_a_game_with_dice_from_numpy_can_be_saved_and_rebuilt() -> None:
    game = Game(BACKGAMMON)
    game.open(Whole(3), Whole(1))  # type: ignore[arg-type]
    game.play("8/5 6/5")
    game.roll(Roll(Whole(2), Whole(5)))  # type: ignore[arg-type]
    opened, rolled = game.events[1], game.events[-1]
    assert isinstance(opened, RolledOff)
    assert isinstance(rolled, Rolled)
    dice = [opened.white, opened.black, *rolled.dice]
    assert [(type(die), die) for die in dice] == [(int, die) for die in (3, 1, 5, 2)]
    assert rebuilt(game).situation == game.situation


def test_a_refused_die_of_the_opening_roll_is_no_number() -> None:
    game = Game(BACKGAMMON)
    for wrong in (3.0, True):
        with pytest.raises(NotationError, match="expected two dice from 1 to 6"):
            game.open(wrong, 1)  # type: ignore[arg-type]
    assert len(game.events) == 1


def test_who_may_explode_the_bomb_is_asked_by_the_name_of_the_seat() -> None:
    game = game_at(f"nuclear w {STD} 24:2,13:5,8:3,6:4,5:1 bomb=w")
    assert game.may_explode("white") is game.may_explode(Player.WHITE) is True  # type: ignore[arg-type]
    assert game.may_explode("black") is game.may_explode(Player.BLACK) is False  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="expected a player, got 'green'"):
        game.may_explode("green")  # type: ignore[arg-type]
