"""Rows of tables are situations of the rule book, there and back."""

from dataclasses import replace

import pytest
from tests.effort import each
from tests.search.lockstep import OWED_AND_LEFT, READINGS, assert_same_moment, plies, tiny

from nardy.core.cube import Owner
from nardy.core.dice import Roll
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.games import GAMES
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_BOMB_THEIRS,
    FACT_FIRST,
    FACT_LAST,
    FACT_LEFT,
    FACT_TURNS_MINE,
    FACT_TURNS_THEIRS,
    MOST_TURNS,
)
from nardy.search.conversions import facts_of, situation_at, table_of, tables_of
from nardy.search.tables import GameTables, Tables


@each("text", [*READINGS, *OWED_AND_LEFT])
def test_a_row_is_the_same_after_a_way_through_the_rule_book(text: str) -> None:
    for ply in plies(text, tiny(text).value, count=4, most=120):
        for row in range(len(ply.rolls)):
            moment = situation_at(ply.game, ply.before, row)
            back = table_of(ply.game, moment)
            assert_same_moment(ply.game, ply.before, row, moment)
            assert situation_at(ply.game, back, 0) == moment
            assert back.left.tolist() == [ply.before.left[row].tolist()]


def test_leftovers_are_played_and_no_roll() -> None:
    game = GameTables.of(GAMES["mad-gulbar"])
    tables = Tables.begun(game, 2)
    tables.left[1, :3] = (5, 6, 6)
    tables.facts[1, FACT_LEFT] = 1
    rolled, owed = (situation_at(game, tables, row, Roll(4, 2)) for row in range(2))
    assert (rolled.roll, rolled.left) == (Roll(4, 2), ())
    assert (owed.roll, owed.left) == (None, (5, 6, 6))


@pytest.mark.parametrize(
    ("owner", "mine", "theirs"),
    [(Owner.NOBODY, 1, 1), (Owner.PLAYER, 1, 0), (Owner.OPPONENT, 0, 1)],
)
def test_who_has_the_bomb(owner: Owner, mine: int, theirs: int) -> None:
    rules = GAMES["nuclear"]
    facts = facts_of(Situation(rules=rules, position=rules.start, bomb=owner))
    assert (facts[FACT_BOMB_MINE], facts[FACT_BOMB_THEIRS]) == (mine, theirs)
    game = GameTables.of(rules)
    moment = Situation(rules=rules, position=rules.start, bomb=owner)
    assert situation_at(game, table_of(game, moment), 0).bomb is owner


def test_nobody_has_a_bomb_where_there_is_none() -> None:
    rules = GAMES["backgammon"]
    facts = facts_of(Situation(rules=rules, position=rules.start))
    assert not facts[[FACT_BOMB_MINE, FACT_BOMB_THEIRS]].any()


def test_facts_are_seen_by_who_must_act() -> None:
    rules = GAMES["gul-bara"]
    moment = Situation(rules=rules, position=rules.start, turns=(2, 1), first=Player.BLACK)
    facts, other = facts_of(moment), facts_of(moment.flipped())
    assert facts[[FACT_TURNS_MINE, FACT_TURNS_THEIRS]].tolist() == [2, 1]
    assert other[[FACT_TURNS_MINE, FACT_TURNS_THEIRS]].tolist() == [1, 2]
    assert (facts[FACT_FIRST], other[FACT_FIRST]) == (0, 1)


def test_turns_that_nobody_counts_any_more_are_many() -> None:
    rules = GAMES["gul-bara"]
    facts = facts_of(Situation(rules=rules, position=rules.start))
    assert facts[[FACT_TURNS_MINE, FACT_TURNS_THEIRS]].tolist() == [MOST_TURNS] * 2


def test_the_last_throw_is_the_second_players() -> None:
    rules = GAMES["long-nardy"].replace(last_throw="half")
    moment = replace(Situation(rules=rules, position=rules.start), last=True)
    facts = facts_of(moment)
    assert (facts[FACT_LAST], facts[FACT_FIRST]) == (1, 0)
    assert situation_at(GameTables.of(rules), table_of(GameTables.of(rules), moment), 0).last


def test_many_situations_are_as_many_tables() -> None:
    game = GameTables.of(GAMES["nuclear"])
    moments = [
        Situation(rules=game.rules, position=game.rules.start, bomb=owner) for owner in Owner
    ]
    tables = tables_of(game, moments)
    assert [situation_at(game, tables, row) for row in range(3)] == moments
