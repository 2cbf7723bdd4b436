"""The kernel ends games, and hands them on, as the rule book does."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.effort import each, some, tries
from tests.kernel.samples import LONG, dealt

from nardy.core.acts import end_turn, explode
from nardy.core.choices import BombHits, Contact, LastThrow
from nardy.core.cube import Cube, Owner
from nardy.core.dice import Roll
from nardy.core.legal import begin
from nardy.core.options import rules_text
from nardy.core.outcome import result_after_turn
from nardy.core.player import Player
from nardy.core.position import BAR, OFF, Position
from nardy.core.rules import Rules
from nardy.core.situation import Ending, Result, Situation
from nardy.evaluation.outcomes import outcomes_of
from nardy.games import GAMES, find_game
from nardy.kernel.arrays import begin_rows, find_turns, kernel_moves, position_arrays
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_BOMB_THEIRS,
    FACT_FIRST,
    FACT_LAST,
    FACT_LEFT,
    FACT_TURNS_MINE,
    FACT_TURNS_THEIRS,
    FACTS_SIZE,
    GOING_ON,
    MOST_TURNS,
    explode_batch,
    next_facts_batch,
    outcomes_batch,
)
from nardy.search.conversions import facts_of, situation_at
from nardy.search.tables import GameTables, Tables

READINGS = (
    "backgammon,first_hit_wins=on",
    "backgammon,cascade_count=2,leftover=opponent",
    "gul-bara,last_throw=one",
    "gul-bara,last_throw=half,leftover=opponent",
    "hypergammon,last_throw=half",
    "long-nardy,home_mars=3,koks=3",
    "long-nardy,home_mars=4,last_throw=half",
    "long-nardy,stakes=1/2/3",
    "long-nardy@amateur",
    "mad-gulbar,last_throw=half",
    "nuclear,bomb_hits=opponent,last_throw=one",
    "plakoto,last_throw=half",
    "plakoto,stakes=1",
    "plakoto,stakes=1/2/3",
    "sudden-death,stakes=1/2",
    "tapa@clubs",
)
# From a game's file: nothing is hit where games are published with a mars from home.
OWN = GAMES["backgammon"].replace(id="own", stakes=(1, 2), home_mars=4)
PLAYED = [*GAMES.values(), *map(find_game, READINGS), OWN]
# Jacoby would cut what is won while nobody has turned the cube, and the kernel has no cube.
TAKEN = Cube(2, Owner.PLAYER)


def points_of(rules: Rules, outcome: int) -> tuple[Ending, float] | None:
    """How the game ended, and what the mover scored; None where it goes on."""
    if outcome == GOING_ON:
        return None
    points = outcomes_of(rules).points[outcome]
    return (Ending.WON, points) if points else (Ending.DRAW, 0)


def points_by_the_book(result: Result | None, mover: Player) -> tuple[Ending, float] | None:
    if result is None:
        return None
    if result.winner is None:
        return Ending.DRAW, 0
    return Ending.WON, result.points if result.winner is mover else -result.points


def kernel_ends(
    game: GameTables, tables: Tables, finals: Sequence[Position], offsets: Ints
) -> tuple[Bytes, Bytes]:
    """The outcome of every final position, and the facts after it."""
    boards, pins = position_arrays(finals)
    outcomes = np.empty(len(finals), np.int8)
    facts = np.full((len(finals), FACTS_SIZE), 77, np.int8)
    laws = (game.laws, game.stakes)
    outcomes_batch(laws, (tables.boards, tables.facts), (boards, pins, offsets), outcomes)
    next_facts_batch(*laws, tables.facts, (boards, offsets), facts)
    return outcomes, facts


def on_table(game: GameTables, before: Tables, row: int, final: Position, facts: Bytes) -> Tables:
    """The table after a turn; the player on roll is another one if he was not the first."""
    again = facts[FACT_FIRST] == before.facts[row, FACT_FIRST]
    boards, pins = position_arrays([final if again else final.flipped()])
    return Tables(boards, pins, facts[None].copy(), np.zeros((1, game.most_dice), np.int8))


def assert_same_moment(game: GameTables, table: Tables, moment: Situation) -> None:
    told = situation_at(game, table, 0)
    for name in ("position", "left", "last", "bomb", "turns"):
        assert getattr(told, name) == getattr(moment, name), (name, moment)
    assert (told.first is told.to_act) == (moment.first is moment.to_act)


# ------------------------------------------------------------------------- ends, dealt at random


def random_facts(rules: Rules, rng: Random) -> list[int]:
    """Facts that stand beside each other in some game."""
    facts = [0] * FACTS_SIZE
    owed = rules.last_throw is not LastThrow.OFF
    facts[FACT_LAST] = owed and rng.random() < 0.4
    facts[FACT_FIRST] = not facts[FACT_LAST] and rng.random() < 0.5
    facts[FACT_LEFT] = rules.cascade_count > 0 and rng.random() < 0.3
    bomb = rng.choice(((1, 1), (1, 0), (0, 1))) if rules.bomb else (0, 0)
    facts[FACT_BOMB_MINE], facts[FACT_BOMB_THEIRS] = bomb
    facts[FACT_TURNS_MINE], facts[FACT_TURNS_THEIRS] = rng.randint(0, 6), rng.choice((0, 2, 5, 99))
    return list(map(int, facts))


def random_end(rules: Rules, rng: Random) -> tuple[Position, Position]:
    """A position before a turn and one after it; no turn leads from one to the other."""
    final = dealt(rules, rng)
    player, opponent = list(final.player), list(final.opponent)
    if rng.random() < 0.4:
        player = [rules.checkers] + [0] * 25
    if rng.random() < 0.5:
        # All at home, or all but a few: nobody off.
        opponent[rng.randint(1, 6)] += opponent[OFF]
        opponent[OFF] = 0
        if rng.random() < 0.5:
            away = sum(opponent[7:BAR])
            opponent[7:BAR] = [0] * 18
            opponent[rng.randint(1, 24)] += away
    final = replace(final, player=tuple(player), opponent=tuple(opponent))
    if rules.contact is Contact.PIN:
        pins = [frozenset({24}) if rng.random() < 0.4 else frozenset() for _ in range(2)]
        final = replace(final, player_pinned=pins[0], opponent_pinned=pins[1])
    hits = rng.randint(0, opponent[BAR])
    opponent[BAR] -= hits
    opponent[5] += hits
    return replace(final, opponent=tuple(opponent)), final


@each("rules", some(PLAYED, 17))
def test_games_end_or_go_on_as_in_the_rule_book(rules: Rules) -> None:
    game, rng = GameTables.of(rules), Random(rules_text(rules))
    count = tries(200, 1_500, 5_000)
    earlier, finals = zip(*(random_end(rules, rng) for _ in range(count)), strict=True)
    facts = np.array([random_facts(rules, rng) for _ in earlier], np.int8)
    left = np.repeat(facts[:, [FACT_LEFT]], game.most_dice, axis=1)
    tables = Tables(*position_arrays(earlier), facts, left)
    outcomes, after = kernel_ends(game, tables, finals, np.arange(count + 1))
    for row, final in enumerate(finals):
        before = replace(situation_at(game, tables, row), cube=TAKEN)
        result = result_after_turn(before, final)
        expected = points_by_the_book(result, before.to_act)
        assert points_of(rules, int(outcomes[row])) == expected, (before, final)
        moment = end_turn(before, final, 0)
        if moment.result is None:
            assert not after[row, FACT_LEFT]
            assert_same_moment(game, on_table(game, tables, row, final, after[row]), moment)


def test_a_row_has_as_many_final_positions_as_its_offsets_say() -> None:
    game = GameTables.of(GAMES["backgammon"])
    off, at_start = Position.of({0: 15}, {0: 1, 24: 14}), game.rules.start
    tables, offsets = Tables.begun(game, 3), np.array([0, 2, 2, 5])
    outcomes, facts = kernel_ends(game, tables, [at_start, off, at_start, off, off], offsets)
    assert outcomes.tolist() == [GOING_ON, 2, GOING_ON, 2, 2]
    assert facts[:, FACT_TURNS_THEIRS].tolist() == [1] * 5


# ----------------------------------------------------------------------------- games beside games


class Beside:
    """One game as a row of the kernel and as a situation of the rule book."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rng, self.game = Random(f"{rules_text(rules)} {seed}"), GameTables.of(rules)
        self.table = Tables.begun(self.game, 1)
        turns = (0, 0) if rules.counts_turns else None
        self.moment = Situation(rules=rules, position=rules.start, cube=TAKEN, turns=turns)

    def play(self) -> bool:
        """One turn at random; whether the game goes on."""
        self._may_explode()
        rolled = self.moment
        if not rolled.left:
            roll = Roll.of(self.rng.randint(1, 6), self.rng.randint(1, 6))
            rolled = replace(self.moment, roll=roll)
        finals, played = self._finals(rolled)
        outcomes, facts = kernel_ends(self.game, self.table, finals, np.array([0, len(finals)]))
        for final, outcome in zip(finals, outcomes.tolist(), strict=True):
            result = result_after_turn(rolled, final)
            expected = points_by_the_book(result, rolled.to_act)
            assert points_of(rolled.rules, outcome) == expected, (rolled, final)
        k = self.rng.randrange(len(finals))
        self.moment = end_turn(rolled, finals[k], played[k])
        if self.moment.result is not None:
            assert outcomes[k] != GOING_ON or self.moment.result.ending is Ending.VOID
            return False
        self.table = on_table(self.game, self.table, 0, finals[k], facts[k])
        self.table.left[0, : len(self.moment.left)] = self.moment.left
        self.table.facts[0, FACT_LEFT] = bool(self.moment.left)
        assert_same_moment(self.game, self.table, self.moment)
        return True

    def _may_explode(self) -> None:
        moment = self.moment
        if moment.left or not moment.rules.bomb or self.rng.random() < 0.7:
            return
        if moment.bomb.player_has_access:
            both = moment.rules.bomb_hits is BombHits.BOTH
            explode_batch(int(both), (self.table.boards, self.table.facts), np.array([0]))
            self.moment = explode(moment)
            assert_same_moment(self.game, self.table, self.moment)

    def _finals(self, rolled: Situation) -> tuple[list[Position], list[int]]:
        """Some final positions, each with how many dice it plays."""
        rules, dice = rolled.rules, rolled.dice
        assert dice is not None
        if len(dice.numbers) <= LONG:
            turns = find_turns(rules, begin_rows(rules, [rolled.position], [dice]))[0]
            some = self.rng.sample(list(turns), min(len(turns), 5))
            return some, [len(turns[final]) for final in some]
        mid = begin(rules, rolled.position, dice)
        while moves := kernel_moves(rules, mid):
            mid = self.rng.choice(list(moves.values()))
        return [mid.position], [len(dice.numbers) - len(mid.dice)]


@pytest.mark.parametrize("rules", some(PLAYED, 12), ids=rules_text)
def test_games_at_random_are_told_as_the_rule_book_tells_them(rules: Rules) -> None:
    for number in range(tries(1, 8, 20)):
        beside = Beside(rules, number)
        for _ in range(600):
            if not beside.play():
                break


def test_turns_are_counted_up_to_what_a_byte_holds() -> None:
    game = GameTables.of(GAMES["gul-bara"])
    tables, both = Tables.begun(game, 1), [FACT_TURNS_MINE, FACT_TURNS_THEIRS]
    tables.facts[0, both] = MOST_TURNS
    _, after = kernel_ends(game, tables, [game.rules.start], np.array([0, 1]))
    assert after[0, both].tolist() == [MOST_TURNS, MOST_TURNS]


# ------------------------------------------------------------------------------------ the bomb


@pytest.mark.parametrize("text", ["nuclear", "nuclear,bomb_hits=opponent"])
def test_the_bomb_explodes_in_the_rows_that_are_named(text: str) -> None:
    game, rng = GameTables.of(find_game(text)), Random(text)
    positions = [dealt(game.rules, rng) for _ in range(90)]
    # A game that is over explodes no bomb.
    going = [p for p in positions if not Situation(rules=game.rules, position=p).is_borne_off]
    positions = going[:50]
    facts = np.array([facts_of(Situation(rules=game.rules, position=p)) for p in positions])
    tables = Tables(*position_arrays(positions), facts, np.zeros((50, game.most_dice), np.int8))
    before = [situation_at(game, tables, row) for row in range(50)]
    both = game.rules.bomb_hits is BombHits.BOTH
    explode_batch(int(both), (tables.boards, tables.facts), np.arange(0, 50, 2))
    for row, moment in enumerate(before):
        expected = moment if row % 2 else explode(moment)
        assert situation_at(game, tables, row) == expected
