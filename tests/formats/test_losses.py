"""What a code leaves out."""

from dataclasses import replace

from hypothesis import given
from tests.formats.code_strategies import situations

from nardy.core.situation import Situation
from nardy.formats import position_text
from nardy.formats.losses import losses_between, named_game
from nardy.games import BACKGAMMON, PORTES, find_game


@given(situations())
def test_nothing_is_lost_where_nothing_differs(situation: Situation) -> None:
    assert losses_between(situation, situation, "a code") == []


def test_every_difference_has_its_sentence() -> None:
    situation = position_text.loads(
        "nuclear,cascade_count=2,leftover=opponent,opening=reroll "
        "b 6:15 6:15 left=566 cube=2 first=b bomb=w"
    )
    back = replace(situation, rules=find_game("nuclear"), left=(), bomb=situation.flipped().bomb)
    assert losses_between(situation, back, "A code") == [
        "A code does not name the game: read it back with --game nuclear",
        "A code has no place here for the option cascade_count=2",
        "A code has no place here for the option leftover=opponent",
        "A code has no place here for the option opening=reroll",
        "A code has no place for the dice left over, 566",
        "A code has no place for the owner of the bomb",
    ]


def test_turns_are_named() -> None:
    situation = position_text.loads("gul-bara w 24:15 24:15 turns=1-0")
    said = losses_between(situation, situation, "A code")
    assert said[-1] == "A code has no place for the turns taken, 1 and 0"


def test_the_game_to_name_has_the_cube_on_or_off() -> None:
    assert named_game(find_game("backgammon,jacoby=off")) == BACKGAMMON
    assert named_game(PORTES) == PORTES
    assert named_game(find_game("portes,cube_play=on,jacoby=on")).cube_play
