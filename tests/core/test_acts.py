"""What each act does to a situation."""

import pytest
from tests.effort import each
from tests.moments import HEAD, STD, moment

from nardy.core import acts
from nardy.core.cube_acts import offer_double, take
from nardy.core.dice import Roll
from nardy.core.legal import begin, sequences
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import IllegalActError
from nardy.formats import position_text

BACK = f"backgammon w {STD} {STD}"


@pytest.mark.parametrize(
    ("name", "white", "black", "after"),
    [
        ("backgammon", 3, 1, f"backgammon w {STD} {STD} dice=31"),
        ("backgammon", 1, 3, f"backgammon b {STD} {STD} dice=31"),
        ("portes", 1, 3, f"portes b {STD} {STD}"),
        ("backgammon", 2, 2, f"backgammon w {STD} {STD} opening"),
        ("backgammon,auto_doubles=1", 2, 2, f"backgammon,auto_doubles=1 w {STD} {STD} opening cube=2"),
        ("backgammon,auto_doubles=3,cube_cap=2", 2, 2, f"backgammon,auto_doubles=3,cube_cap=2 w {STD} {STD} opening cube=2"),
        ("portes,last_throw=half", 1, 3, f"portes,last_throw=half b {STD} {STD} first=b"),
    ],
)  # fmt: skip
def test_the_roll_off(name: str, white: int, black: int, after: str) -> None:
    situation = moment(f"{name} w {STD} {STD} opening")
    assert position_text.dumps(acts.open_game(situation, white, black)) == after


def test_the_cap_holds_for_automatic_doubles() -> None:
    situation = moment(f"backgammon,auto_doubles=3,cube_cap=2 w {STD} {STD} opening")
    for _ in range(3):
        situation = acts.open_game(situation, 4, 4)
    assert situation.cube.value == 2


def test_dice_are_rolled_once() -> None:
    rolled = acts.roll_dice(moment(BACK), Roll(3, 1))
    assert rolled.roll == Roll(3, 1)
    with pytest.raises(IllegalActError) as caught:
        acts.roll_dice(rolled, Roll(3, 1))
    assert caught.value.law == "already-rolled"


def test_a_turn_gives_the_board_to_the_opponent() -> None:
    before = moment(BACK, 3, 1)
    after = acts.end_turn(before, before.position, 2)
    assert after.to_act is Player.BLACK
    assert after.position == before.position.flipped()
    assert after.roll is None
    assert after.phase is Phase.ROLL


@each(
    ("text", "dice", "played", "left", "to_act"),
    [
        (f"mad-gulbar w {HEAD} {HEAD}", (4, 4), 0, (4, 4, 5, 5, 6, 6), "b"),
        (f"mad-gulbar w {HEAD} {HEAD}", (4, 4), 5, (6,), "b"),
        (f"mad-gulbar w {HEAD} {HEAD}", (4, 4), 6, (), "b"),
        (f"mad-gulbar w {HEAD} {HEAD}", (4, 3), 1, (), "b"),
        (f"mad-gulbar,leftover=lost w {HEAD} {HEAD}", (4, 4), 1, (), "b"),
        (f"gul-bara w {HEAD} {HEAD}", (4, 4), 1, (), "b"),
        (f"gul-bara,leftover=opponent w {HEAD} {HEAD} turns=2-2", (4, 4), 1, (), "b"),
        (f"gul-bara,leftover=opponent w {HEAD} {HEAD} turns=2-2", (6, 6), 1, (), "b"),
        (f"gul-bara,leftover=opponent w {HEAD} {HEAD} turns=3-3", (6, 6), 3, (6,), "b"),
        (f"mad-gulbar w {HEAD} {HEAD} left=566", (), 1, (), "w"),
        (f"backgammon w {STD} {STD}", (4, 4), 1, (), "b"),
    ],
)
def test_what_is_left_over(
    text: str, dice: tuple[int, ...], played: int, left: tuple[int, ...], to_act: str
) -> None:
    before = moment(text, *dice)
    after = acts.end_turn(before, before.position, played)
    assert after.left == left
    assert after.to_act.letter == to_act


def test_turns_are_counted_where_a_law_asks_for_them() -> None:
    before = moment(f"gul-bara b {HEAD} {HEAD} turns=1-0", 2, 1)
    (final, *_) = sequences(before.rules, begin(before.rules, before.position, before.dice))
    after = acts.end_turn(before, final, 2)
    assert " turns=1-1" in position_text.dumps(after)
    bounced = moment(f"mad-gulbar,cascade_from=3 w {HEAD} {HEAD} left=5 turns=1-1")
    assert acts.end_turn(bounced, bounced.position, 0).turns == (1, 1)


def test_a_resignation_goes_there_and_back() -> None:
    before = moment(BACK, 3, 1)
    offered = acts.resign(before, "gammon")
    assert offered.to_act is Player.BLACK
    assert offered.roll == Roll(3, 1)
    assert acts.refuse_resignation(offered) == before
    agreed = acts.agree_to_resignation(acts.resign(moment(BACK + " cube=2b"), "gammon"))
    assert str(agreed.result) == "b2"
    assert agreed.phase is Phase.OVER


def test_jacoby_holds_for_resignations() -> None:
    agreed = acts.agree_to_resignation(acts.resign(moment(BACK), "backgammon"))
    assert str(agreed.result) == "b1"


@pytest.mark.parametrize(
    "text",
    [f"mad-gulbar w {HEAD} {HEAD} left=566", "long-nardy,last_throw=half b off:15 2:1,1:1 last"],
)
def test_a_resignation_at_any_moment_keeps_the_moment(text: str) -> None:
    before = moment(text)
    offered = acts.resign(before, "single")
    assert position_text.loads(position_text.dumps(offered)) == offered
    assert acts.refuse_resignation(offered) == before


def test_a_double_before_the_last_throw_keeps_the_moment() -> None:
    before = moment("long-nardy,cube_play=on,last_throw=half b off:15 2:1,1:1 last")
    offered = offer_double(before)
    assert position_text.loads(position_text.dumps(offered)) == offered
    taken = take(offered)
    assert taken.last
    assert taken.to_act is Player.BLACK
    assert position_text.loads(position_text.dumps(taken)) == taken


@pytest.mark.parametrize(
    ("options", "after"),
    [
        ("", "nuclear w bar:3,6:12 bar:1,13:2,10:12 bomb=b"),
        (",bomb_hits=opponent", "nuclear,bomb_hits=opponent w bar:1,20:1,8:1,6:12 bar:1,13:2,10:12 bomb=b"),
    ],
)  # fmt: skip
def test_the_bomb_sends_blots_to_the_bar(options: str, after: str) -> None:
    before = moment(f"nuclear{options} w bar:1,20:1,8:1,6:12 14:1,13:2,10:12 bomb=w")
    assert position_text.dumps(acts.explode(before)) == after


def test_the_bomb_is_refused_before_it_changes_anything() -> None:
    for text, law in (
        (BACK, "bomb-access"),
        (f"nuclear w {STD} {STD} bomb=b", "bomb-access"),
        (f"nuclear w {STD} {STD} dice=31", "already-rolled"),
        (f"nuclear w {STD} {STD} offer=double", "offer-open"),
    ):
        with pytest.raises(IllegalActError) as caught:
            acts.explode(moment(text))
        assert caught.value.law == law


def test_a_game_ends_where_its_text_leaves_out_the_result() -> None:
    going_on = moment(f"backgammon w {STD} {STD}")
    assert acts.end_if_borne_off(going_on) is going_on
    ended = acts.end_if_borne_off(moment("backgammon w off:15 6:15 dice=31 cube=2b"))
    assert position_text.dumps(ended) == "backgammon w off:15 6:15 cube=2b result=w2"
    assert acts.end_if_borne_off(ended) is ended
