"""The browser's engine, run by node, against the networks, the kernel and the club's graphs."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from tests.effort import each, tries
from tests.kernel.samples import samples
from tests.web.node import told_by

from nardy.bots.neural import NeuralBot, ValuedTurn
from nardy.bots.turns import is_listed
from nardy.core.choices import Leftovers
from nardy.core.cube import Owner
from nardy.core.dice import Roll
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.network import Positions
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.arrays import all_turns, kernel_turns, position_arrays, position_at
from nardy.kernel.layout import Bytes, Pins
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_BOMB_THEIRS,
    FACT_LEFT,
    GOING_ON,
    next_facts_batch,
    outcomes_batch,
)
from nardy.search.bomb import with_bomb
from nardy.search.conversions import facts_of
from nardy.search.tables import LISTED, GameTables, Tables, rows_of
from nardy.server.protocol.messages import DieMove, Node
from nardy.server.turns.fast_move_graph import quick_graph, quick_start
from nardy.server.web.engine_files import playable, tables

NEAR = 1e-5
ROWS = tries(160, 10_000, 100_000)
"""Positions of each game that are valued, and whose turns are found."""
GRAPHS = tries(6, 60, 600)
CHOICES = {0: tries(4, 100, 1_000), 1: tries(2, 10, 100), 2: tries(0, 3, 30)}
"""Decisions of each game, by plies of look-ahead; two in the quick suite by test_club_review.py."""
AT_ONCE = tries(4, 50, 100)
"""Random games played side by side."""
FEW, MANY = 3, 250
"""Nodes of a graph that is cut short, and of one at the club."""
RULES = {rules.published.id: rules for rules in playable()}


class Played(NamedTuple):
    """Positions of random games, each before a roll and with one."""

    boards: Bytes
    pins: Pins
    facts: Bytes
    rolls: Bytes

    @classmethod
    def of(cls, rules: Rules, count: int) -> "Played":
        """Of games played at random; a game that ends begins again."""
        random, game = np.random.default_rng(7), GameTables.of(rules)
        tables, found = Tables.begun(game, AT_ONCE), list[Played]()
        offsets = np.arange(AT_ONCE + 1)
        for _ in range(-(-count // AT_ONCE)):
            rolls = random.integers(1, 7, (AT_ONCE, 2), np.int8)
            # The turns of cascades are too many to list: they are among the choices.
            long = rows_of(game, tables, rolls).mids[:, at.MID_DICE] > LISTED
            rolls[long, 1] = rolls[long, 0] % 6 + 1
            found.append(cls(*(one.copy() for one in tables[:3]), rolls))
            finals = all_turns(game.laws, rows_of(game, tables, rolls))
            choice = random.integers(finals.offsets[:-1], finals.offsets[1:])
            boards, pins = finals.boards[choice], finals.pins[choice]
            facts, ends = np.zeros_like(tables.facts), np.zeros(AT_ONCE, np.int8)
            next_facts_batch(game.laws, game.stakes, tables.facts, (boards, offsets), facts)
            before, after = (tables.boards, tables.facts), (boards, pins, offsets)
            outcomes_batch((game.laws, game.stakes), before, after, ends)
            tables = Tables.after(game, boards, pins, facts)
            tables.begin(game, np.flatnonzero(ends != GOING_ON))
        played = cls(*(np.concatenate(part)[:count] for part in zip(*found, strict=True)))
        if rules.bomb:
            bombs = random.integers(0, 3, count)
            played.facts[:, FACT_BOMB_MINE] = bombs != 1
            played.facts[:, FACT_BOMB_THEIRS] = bombs != 2
        if rules.leftover is Leftovers.OPPONENT:
            played.facts[:, FACT_LEFT] = random.integers(0, 2, count)
        return played


class Graph(NamedTuple):
    """A graph that the engine was asked for."""

    moment: Situation
    made: list[DieMove]
    most: int


class Checked(NamedTuple):
    """One game, with what the engine told of it."""

    rules: Rules
    played: Played
    graphs: list[Graph]
    choices: list[tuple[Situation, int]]
    told: dict[str, Any]
    work: Path

    def array(self, name: str, kind: type[np.generic], *shape: int) -> Any:
        """An array that node wrote."""
        return np.fromfile(self.work / f"{self.rules.published.id}.{name}", kind).reshape(shape)


def moments(rules: Rules, count: int) -> list[Situation]:
    """Turns before their first move, of play and of nasty positions; every third has a double."""
    random = Random(rules.id)
    found: list[Situation] = []
    for number, sample in enumerate(samples(rules.published.id, count)):
        high = random.randint(1, 6)
        roll = Roll.of(high, random.randint(1, 6) if number % 3 else high)
        moment = Situation(
            rules=rules,
            position=sample.position,
            roll=roll,
            first=random.choice(list(Player)),
            bomb=random.choice(list(Owner)) if rules.bomb else Owner.NOBODY,
        )
        if rules.leftover is Leftovers.OPPONENT and number % 4 == 1:
            dice = tuple(sorted(random.choices(range(1, 7), k=random.randint(1, 8))))
            moment = replace(moment, roll=None, left=dice)
        found.append(moment)
    return found


def graphs_of(rules: Rules) -> list[Graph]:
    """First turns with doubles, and others: whole, cut short, and after a move."""
    found: list[Graph] = []
    doubles = [Situation(rules=rules, position=rules.start, roll=Roll(n, n)) for n in (3, 4, 6)]
    for moment in [*doubles, *moments(rules, GRAPHS)]:
        found += [Graph(moment, [], MANY), Graph(moment, [], FEW)]
        if moves := graph_here(found[-1])[0].moves:
            last = moves[-1]
            found.append(Graph(moment, [DieMove(last.origin, last.to)], MANY))
    return found


def graph_here(graph: Graph) -> list[Node]:
    """What the club answers."""
    rules, position, dice = graph.moment.rules, graph.moment.position, graph.moment.dice
    assert dice
    return quick_graph(rules, quick_start(rules, position, dice, graph.made), graph.most)


def asked_about(moment: Situation) -> dict[str, object]:
    """A moment as the engine takes it."""
    boards, pins = position_arrays([moment.position])
    position = {
        "board": boards.ravel().tolist(),
        "pins": pins[0].tolist(),
        "facts": facts_of(moment).tolist(),
        "left": list(moment.left),
    }
    return {"position": position, "roll": list(moment.roll or ())}


@pytest.fixture(scope="module")
def checked(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Checked]:
    """Every game of the engine, asked by one process of node."""
    work, asked, found = tmp_path_factory.mktemp("asked"), {}, dict[str, Checked]()
    for name, rules in RULES.items():
        played, graphs = Played.of(rules, ROWS), graphs_of(rules)
        choices = [
            (moment, plies)
            for plies, count in CHOICES.items()
            if plies < 2 or rules.leftover is not Leftovers.OPPONENT
            for moment in moments(rules, count)
        ]
        for kind, array in zip(played._fields, played, strict=True):
            array.tofile(work / f"{name}.{kind}")
        asked[name] = {
            "count": ROWS,
            "graphs": [
                {**asked_about(moment), "made": msgspec.to_builtins(made), "most": most}
                for moment, made, most in graphs
            ],
            "choices": [{**asked_about(moment), "plies": plies} for moment, plies in choices],
        }
        found[name] = Checked(rules, played, graphs, choices, {}, work)
    for name, told in told_by("engine.mjs", laid_out, work, asked).items():
        found[name].told.update(told)
    return found


def test_the_engine_knows_every_game() -> None:
    assert RULES.keys() == GAMES.keys()


@each("game", RULES)
def test_a_position_has_the_value_of_the_table_or_the_network(
    checked: dict[str, Checked], game: str
) -> None:
    one = checked[game]
    value, played = ExactFirst(bundled(one.rules)[0], one.rules).value, one.played
    if one.rules.bomb:
        value = with_bomb(GameTables.of(one.rules), value)
    for seat in (at.PLAYER, at.OPPONENT):
        positions = Positions(played.boards, played.pins, seat, played.facts)
        chances, equities = value(positions)
        assert abs(one.array(f"equities{seat}", np.float32, ROWS) - equities).max() < NEAR
        told = one.array(f"chances{seat}", np.float32, *chances.shape)
        assert abs(told - chances).max() < NEAR
    assert np.ptp(equities) > 0.1, "of different positions"


@each("game", RULES)
def test_a_turn_has_the_same_final_positions(checked: dict[str, Checked], game: str) -> None:
    one = checked[game]
    tables = GameTables.of(one.rules)
    boards, pins, facts, rolls = one.played
    left = np.zeros((ROWS, tables.most_dice), np.int8)
    finals = all_turns(tables.laws, rows_of(tables, Tables(boards, pins, facts, left), rolls))
    offsets = one.array("offsets", np.int64, ROWS + 1)
    assert offsets.tolist() == finals.offsets.tolist()
    end = int(offsets[-1])
    there = one.array("finals", np.int8, end, 52), one.array("finalpins", np.int32, end, 2)
    here = finals.boards[:end].reshape(end, 52), finals.pins[:end]
    assert np.array_equal(in_order(offsets, *there), in_order(offsets, *here))


def in_order(offsets: np.ndarray, boards: np.ndarray, pins: np.ndarray) -> np.ndarray:
    """Final positions sorted within their rows, each as its bytes."""
    rows = np.repeat(np.arange(len(offsets) - 1, dtype=">i4"), np.diff(offsets))
    parts = [np.ascontiguousarray(one).view(np.int8) for one in (rows, boards, pins)]
    table = np.hstack([part.reshape(len(rows), -1) for part in parts])
    return np.sort(table.view(f"S{table.shape[1]}").ravel())


@each("game", RULES)
def test_a_graph_is_that_of_the_club(checked: dict[str, Checked], game: str) -> None:
    one = checked[game]
    for graph, told in zip(one.graphs, one.told["graphs"], strict=True):
        assert told == msgspec.to_builtins(graph_here(graph)), graph
        assert len(told) <= graph.most


@each("game", RULES)
def test_the_best_turn_is_worth_what_the_bot_says(checked: dict[str, Checked], game: str) -> None:
    one = checked[game]
    for (moment, plies), told in zip(one.choices, one.told["choices"], strict=True):
        bot, turns = NeuralBot(plies), told["turns"]
        ranked = bot.rank(moment)
        assert moment.dice
        found = {final_of(turn) for turn in turns}
        assert found == {turn.final for turn in ranked}
        if is_listed(moment.dice):
            assert found == set(kernel_turns(one.rules, moment.position, moment.dice))
        assert turns[0]["equity"] == pytest.approx(ranked[0].equity, abs=NEAR)
        assert [turn["plies"] for turn in turns] == sorted(
            (turn["plies"] for turn in turns), reverse=True
        )
        if not plies:
            check_all_values(turns, ranked)
        before = replace(moment, roll=None)
        if moment.left:
            continue
        chances = bot.expect(before) if plies else bot.probabilities(before)
        assert told["value"]["chances"] == pytest.approx(chances.tolist(), abs=NEAR)
        assert told["explodes"] == bot.explodes(before)


told_tables = cache(tables)
"""Made once: thousands of turns are asked about."""


def final_of(turn: dict[str, Any]) -> Position:
    board = np.array(turn["board"], np.int8).reshape(1, 2, at.PLACES)
    return position_at(board, np.array([turn["pins"]], np.int32), 0)


def check_all_values(turns: list[dict[str, Any]], ranked: list[ValuedTurn]) -> None:
    values = {turn.final: turn.equity for turn in ranked}
    for turn in turns:
        assert turn["equity"] == pytest.approx(values[final_of(turn)], abs=NEAR)


def test_a_level_plays_a_turn_that_costs_no_more_than_it_may(checked: dict[str, Checked]) -> None:
    levels = told_tables()["levels"]
    errors = dict.fromkeys(levels, 0)
    for one in checked.values():
        for (_, plies), told in zip(one.choices, one.told["choices"], strict=True):
            values = {str(turn["board"]): turn["equity"] for turn in told["turns"]}
            best = told["turns"][0]["board"]
            for level, board in told["levels"].items():
                errors[level] += board != best
                if not plies:
                    # Half of it either way.
                    lost = max(values.values()) - values[str(board)]
                    assert (
                        lost <= most(one.rules.published.id, level) + NEAR or levels[level]["plies"]
                    )
                elif levels[level]["plies"] == plies:
                    assert board == best
    assert errors["1"] > errors["7"] > 0
    assert errors["strong"] < errors["1"]
    # The names of before are the same levels.
    assert errors["beginner"] == errors["3"]


def most(game: str, level: str) -> float:
    """Points that a turn may cost at a level of a game."""
    number = told_tables()["levels"][level]["number"]
    return (
        told_tables()["ladder"]["bound"] * told_tables()["games"][game]["noise"][number - 1]
        if number
        else 0.0
    )


@each("game", RULES)
def test_a_game_begins_where_the_rule_book_begins_it(
    checked: dict[str, Checked], game: str
) -> None:
    start = checked[game].told["start"]
    boards, _ = position_arrays([RULES[game].start])
    assert start["board"] == boards.ravel().tolist()
    assert start["pins"] == [0, 0]
    tables = Tables.begun(GameTables.of(RULES[game]), 1)
    assert start["facts"] == tables.facts[0].tolist()
