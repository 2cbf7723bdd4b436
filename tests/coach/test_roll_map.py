"""The roll map adds up to the loss, and its groups are what the replies do."""

import pytest
from tests.coach.moments import afters, moments
from tests.effort import tries
from tests.moments import moment

from nardy.coach.reasons import compare
from nardy.coach.replies import CoachBot
from nardy.coach.roll_map import EVENTS, SAME, events, grouped, roll_map
from nardy.core.acts import end_turn
from nardy.core.choices import Contact
from nardy.core.dice import ROLLS
from nardy.core.judge import find_turn


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto", "fevga"])
def test_the_parts_add_up_to_the_loss(game: str) -> None:
    bot = CoachBot(2)
    for before in moments(game, 7, tries(3, 30, 500)):
        pair = compare(bot.valuation(before), afters(before))
        lines = roll_map(pair.replies, before.rules.contact)
        assert [line.roll for line in lines] == list(ROLLS)
        assert sum(line.part for line in lines) == pytest.approx(pair.loss, abs=1e-12)
        groups = grouped(lines)
        assert sum(part for _, part in groups.values()) == pytest.approx(pair.loss, abs=1e-12)
        assert sum(rolls for rolls, _ in groups.values()) == 36
        assert {name.lstrip("-") for name in groups} <= {SAME, *EVENTS}


def test_hits_are_grouped_where_one_turn_leaves_shots() -> None:
    before = moment("backgammon,cube_play=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", 3, 1)
    both = [end_turn(before, find_turn(before, text)[1], 2) for text in ("8/5 6/5", "13/10 6/5")]
    replies = CoachBot(2).valuation(before).replies(both)
    assert not events(replies, Contact.HIT)["hits"][0].any()
    groups = grouped(roll_map(replies, Contact.HIT))
    assert groups["hits"][0] == 17
    assert groups["hits"][1] > 0.8 * sum(part for _, part in groups.values())


def test_one_checker_makes_a_point_where_checkers_block() -> None:
    """A reply that only fills a point which it holds already makes none."""
    before = next(moments("long-nardy", 7, 9))
    replies = CoachBot(1).valuation(before).replies(afters(before), 1)
    held, after = replies.before[:, None, 0, 1:25] > 0, replies.after[:, :, 0, 1:25] > 0
    made = events(replies, Contact.BLOCK)["makes"]
    assert (made == (after & ~held).any(2)).all()
    assert (made != events(replies, Contact.HIT)["makes"]).any()
