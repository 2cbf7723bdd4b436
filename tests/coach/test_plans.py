"""Plan words: each names positions that a player would call so."""

import pytest
from tests.effort import some
from tests.moments import moment

from nardy.coach.plans import PLANS, plan_of
from nardy.games import GAMES
from nardy.translations import LANGUAGES, texts

CASES = (
    ("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", "contact"),
    ("backgammon w 6:5,5:5,4:5 6:5,5:5,4:5", "race"),
    ("backgammon w 8:5,5:5,4:5 4:5,3:5", "saving"),
    # Where every loss is single there is no gammon to save.
    ("sudden-death w 8:5,5:5,4:5 4:5,3:5", "race"),
    ("long-nardy,cube_play=off,stakes=1 w 8:5,5:5,4:5 4:5,3:5", "race"),
    ("backgammon w 6:5,5:5,4:5 24:2,6:5,5:5,4:3", "bearing off"),
    ("backgammon w 13:3,8:2,7:2,6:2,5:2,4:4 24:2,6:5,5:5,4:3", "containing"),
    # Three are more than the last one or two.
    ("backgammon w 13:3,8:2,7:2,6:2,5:2,4:4 24:3,6:5,5:4,4:3", "priming"),
    # Their checker has passed the points in a row, and is behind nothing.
    ("backgammon w 9:2,8:1,4:4,3:3,2:3,1:2 20:1,6:4,5:4,4:4,3:2", "running"),
    # Whoever has closed out the last checker does not think of a gammon first.
    ("backgammon w 10:1,6:2,5:2,4:2,3:2,2:3,1:3 bar:1,5:1,2:2,1:1", "containing"),
    ("backgammon w 24:2,22:2,13:5,6:6 8:3,6:5,5:5,4:2", "back game"),
    # Two anchors and 21 pips behind: they need no hit yet.
    ("backgammon w 24:2,20:2,13:4,8:3,6:4 24:2,13:5,8:3,6:5", "contact"),
    ("backgammon w 24:2,13:5,8:2,6:4,5:2 bar:1,24:1,13:5,8:3,6:5", "attack"),
    # One home point holds nobody, and who has to enter first attacks nobody.
    ("backgammon w 24:2,13:5,8:3,6:5 bar:1,24:1,13:5,8:3,6:5", "contact"),
    ("backgammon w bar:1,24:1,13:5,8:2,6:4,5:2 bar:1,24:1,13:5,8:3,6:5", "contact"),
    ("backgammon w 13:7,7:2,6:2,5:2,4:2 24:2,13:5,8:3,6:5", "priming"),
    ("backgammon w 20:2,13:5,8:3,6:5 13:5,8:5,6:5", "holding"),
    # From 18 an opposing checker leaves by most rolls.
    ("backgammon w 20:2,13:5,8:3,6:5 18:2,13:3,8:5,6:5", "holding"),
    ("backgammon w 18:2,13:3,8:3,6:4,4:3 13:2,8:3,6:4,5:3,4:3", "holding"),
    ("backgammon w 24:1,10:4,8:3,6:7 24:2,13:5,8:3,6:5", "running"),
    ("long-nardy w 24:15 24:15", "head"),
    ("long-nardy w 24:3,13:4,9:8 18:15", "building"),
    ("long-nardy w 24:3,10:3,9:3,8:3,7:3 24:9,23:6", "fence"),
    # The fence of four stands, though nobody is behind the fence of five.
    ("long-nardy w 23:1,22:1,21:1,20:1,10:1,9:1,8:1,7:1,6:1,3:6 14:5,13:5,3:5", "fence"),
    ("long-nardy w 24:15 24:9,11:1,10:1,9:1,8:1,7:1,6:1", "locked"),
    ("plakoto w 24:15 24:15", "start"),
    ("plakoto w 24:p,10:14 24:14,1:1", "mother"),
    ("plakoto w 23:p,10:14 24:14,2:1", "freeing"),
    ("plakoto w 24:4,10:10,2:1 23:p,10:14", "pin"),
)


@pytest.mark.parametrize(("text", "plan"), CASES)
def test_a_position_has_its_word(text: str, plan: str) -> None:
    situation = moment(text)
    assert plan_of(situation.rules, situation.position).id == plan


def test_every_plan_is_tried_and_has_its_words() -> None:
    ids = {plan.id for plans in PLANS.values() for plan in plans}
    assert ids == {plan for _, plan in CASES} | {"contact"}
    for language in LANGUAGES:
        assert {f"plan.{name}" for name in ids} <= texts(language, "coach").keys()


def test_every_game_has_a_plan_from_its_start() -> None:
    for rules in some(GAMES.values(), 19):
        assert plan_of(rules, rules.start).condition
