import json

import pytest
from tests.effort import each, some
from tests.server.packed import events_of

from nardy.analysis import review
from nardy.bots import NeuralBot
from nardy.games import GAMES, find_game
from nardy.kernel import is_available
from nardy.server.analysis.decision_texts import RulesByPlace, told, understood

MOST = 40
"""Events of a game: random turns, doubles, answers and bombs."""


@pytest.mark.skipif(not is_available(), reason="there is no kernel")
@each("name", sorted({*some(sorted(GAMES), 5), "nuclear", "backgammon"}))
def test_every_decision_comes_back_as_it_was(name: str) -> None:
    events = events_of(name)[:MOST]
    rules = RulesByPlace(events, find_game)
    found = list(review(events, find_game, NeuralBot(0)))
    assert found
    for decision in found:
        assert understood(json.loads(json.dumps(told(decision))), rules) == decision


def test_the_rules_of_a_match_change_with_its_games() -> None:
    first = events_of("portes")
    rules = RulesByPlace([*first, *events_of("plakoto")], find_game)
    assert [rules.at(place).id for place in (0, len(first) - 1, len(first), len(first) + 9)] == [
        *("portes", "portes", "plakoto", "plakoto")
    ]
