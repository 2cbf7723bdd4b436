"""T1: every fact equals a count by the rule book."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.coach.by_rule_book import COUNTS, count
from tests.coach.moments import GAMES, afters, moments
from tests.effort import tries
from tests.moments import moment

from nardy.coach.facts import BY_ID, FACTS, After, facts_for
from nardy.core.acts import end_turn
from nardy.core.judge import find_turn
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.games import find_game
from nardy.kernel.layout import Doubles
from nardy.search.tables import GameTables


def count_facts(game: GameTables, afters: Sequence[Situation]) -> dict[str, Doubles]:
    """Every fact of the game by its id: float64[n], one for each situation after a turn."""
    after = After(game, afters)
    return {fact.id: after.counted(fact) for fact in facts_for(game.rules)}


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_equals_a_count_by_the_rule_book(game: str) -> None:
    tables = GameTables.of(find_game(game))
    seen = 0
    for before in moments(game, 1, tries(3, 30, 2_000)):
        after = afters(before)
        if not after:
            continue
        seen += 1
        for name, counts in count_facts(tables, after).items():
            if tables.rules.cascade_count and "rolls" in name:
                continue  # cascades have too many turns for the rule book
            assert counts.tolist() == [count(name, one) for one in after], (name, after)
    assert seen


def test_every_fact_is_counted_a_second_time() -> None:
    assert {fact.id for fact in FACTS} == set(COUNTS)
    assert all(fact.better in (-1, 1) and fact.least > 0 for fact in FACTS)


def test_the_facts_of_a_turn_known_by_heart() -> None:
    # 3-1 played 13/10 6/5: Magriel's example of two blots under direct shots.
    before = moment("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", 3, 1)
    _, final = find_turn(before, "13/10 6/5")
    after = end_turn(before, final, 2)
    found = count_facts(GameTables.of(before.rules), [after])
    told = {name: counts.item() for name, counts in found.items()}
    assert (told["shots"], told["blots"], told["home points"], told["anchors"]) == (18, 2, 1, 1)
    assert (told["prime"], told["back"], told["dances"], told["lead"]) == (1, 2, 0, 4)


def test_both_seats_see_the_same_facts() -> None:
    for before in moments("long-nardy", 3, 4):
        after = afters(before, 1)
        tables = GameTables.of(before.rules)
        other = [replace(one, to_act=Player.BLACK, first=one.first.opponent) for one in after]
        assert After(tables, after).counted(BY_ID["movable"]) == After(tables, other).counted(
            BY_ID["movable"]
        )


def test_facts_belong_to_kinds_of_games() -> None:
    hit, block = (
        {fact.id for fact in facts_for(find_game(game))} for game in ("backgammon", "fevga")
    )
    assert "shots" in hit - block
    assert "dead digits" in block - hit
