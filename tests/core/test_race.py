from hypothesis import given
from tests.effort import each
from tests.strategies import moments

from nardy.core.game import Game
from nardy.core.race import have_passed
from nardy.formats import position_text


@each(
    ("text", "is_passed"),
    [
        ("backgammon w 6:5,5:5,4:5 6:5,5:5,4:5", True),
        ("backgammon w 12:15 12:15", True),
        ("backgammon w 14:1,6:14 12:15", False),
        ("backgammon w bar:1,6:14 6:15", False),
        ("backgammon w 1:1,off:14 bar:1,1:14", False),
        ("long-nardy w 6:15 12:15", True),
        ("long-nardy w 6:15 13:1,12:14", False),
        ("long-nardy w 24:15 24:15", False),
        ("plakoto w 20:1,5:14 5:p,4:13,2:1", False),
        ("nuclear w 6:5,5:5,4:5 6:5,5:5,4:5", False),
    ],
)
def test_players_have_passed_where_no_point_is_before_both(text: str, is_passed: bool) -> None:
    now = position_text.loads(text)
    assert have_passed(now.rules, now.position) is is_passed
    other = now.flipped()
    assert have_passed(other.rules, other.position) is is_passed


@given(moments())
def test_who_has_passed_never_meets_the_other_again(game: Game) -> None:
    now = game.situation
    if not have_passed(now.rules, now.position) or now.phase.value != "turn":
        return
    if now.dice and len(now.dice.numbers) > 4:
        return  # a cascade may have too many turns to list; its moves are the same
    for after in list(game.legal_turns.values())[:20]:
        assert have_passed(now.rules, after)
