"""The bot that plays anything."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from pickle import dumps, loads

from nardy.bots.random_bot import RandomBot
from nardy.core.canonical import legal_turns
from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.draft import Draft
from nardy.core.situation import Situation
from nardy.games import BACKGAMMON, GUL_BARA

OPENING = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))


def test_every_legal_turn_is_as_likely_as_another() -> None:
    bot = RandomBot(1)
    chosen = Counter(bot.choose(OPENING)[0] for _ in range(1600))
    assert set(chosen) == set(legal_turns(BACKGAMMON, BACKGAMMON.start, Roll(3, 1)).values())
    assert min(chosen.values()) > 60


def test_a_cascade_is_played_to_its_end() -> None:
    cascade = Situation(rules=GUL_BARA, position=GUL_BARA.start, roll=Roll(1, 1))
    draft = RandomBot(2).choose_turn(cascade)
    assert isinstance(draft, Draft)
    assert draft.is_complete
    assert len(draft.moves) > 4


def test_it_takes_doubles_and_accepts_resignations() -> None:
    answer = replace(OPENING, roll=None)
    bot = RandomBot(3)
    assert bot.choose_act(answer) == "roll"
    assert bot.choose_act(replace(answer, offer=Offer.DOUBLE)) == "take"
    assert bot.choose_act(replace(answer, offer=Offer.SINGLE)) == "accept"


def pickled(bot: RandomBot) -> RandomBot:
    return loads(dumps(bot))  # noqa: S301 (of our own)


def test_it_is_copied_and_pickled_with_its_chance() -> None:
    bot = RandomBot(4)
    copies = [deepcopy(bot), pickled(bot)]
    chosen = [bot.choose(OPENING) for _ in range(9)]
    assert [[one.choose(OPENING) for _ in range(9)] for one in copies] == [chosen] * 2
    wild = RandomBot()
    for again in (deepcopy(wild), pickled(wild)):
        assert again.choose_turn(OPENING)
