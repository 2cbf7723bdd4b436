"""Whole decisions in compiled code, against the search on arrays."""

from random import Random

import numpy as np
import pytest
from tests.kernel.compiled_nets import net_of
from tests.moments import play_out

from nardy.bots.neural import NeuralBot
from nardy.core.dice import Dice
from nardy.core.game import Game
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.games import GAMES
from nardy.kernel.arrays import begin_rows, make_finals, position_at
from nardy.kernel.candidates import Candidates
from nardy.kernel.decisions import Table, Width, expect_batch, rank_turns
from nardy.kernel.layout import Finals
from nardy.kernel.scoring import FACTS_SIZE
from nardy.search.conversions import table_of
from nardy.search.tables import WIDTHS, GameTables

NEARLY = 1e-5
ROOM = 2_000


def moments(rules: Rules, count: int, seed: int) -> list[Situation]:
    """Turns due in games of a simple bot, some from each part of a game."""
    found, dice = list[Situation](), Dice(seed)
    while len(found) < count:
        game = Game(rules, dice=dice)
        while game.phase is not Phase.OVER and len(found) < count:
            if game.phase is not Phase.TURN:
                game.roll()
                continue
            turns = list(game.legal_turns)
            if len(turns) > 1 and dice.die() == 1:
                found.append(game.situation)
            game.play(turns[(dice.die() - 1) % len(turns)])
    return found


def ranked(situation: Situation, plies: int) -> tuple[int, Finals, Candidates]:
    """All turns of a situation, by the compiled search."""
    rules = situation.rules
    assert situation.dice is not None
    rows = begin_rows(rules, [situation.position], [situation.dice])
    most = GameTables.of(rules).most_dice
    wide = np.zeros((1, most), np.int8)
    wide[:, : rows.dice.shape[1]] = rows.dice
    rows = rows._replace(dice=wide)
    outcomes = len(GameTables.of(rules).points)
    told = Candidates(
        np.empty(ROOM, np.float32),
        np.empty(ROOM, np.int8),
        np.empty((ROOM, outcomes), np.float32),
        np.empty((ROOM, FACTS_SIZE), np.int8),
        np.empty(ROOM, np.int8),
    )
    widest, margins = zip(*WIDTHS[:2], strict=True)
    width = Width(np.array(widest, np.int64), np.array(margins, np.float32))
    finals = make_finals(1, ROOM, most)
    table = table_of(GameTables.of(rules), situation)
    before = Table(table.boards, table.pins, table.facts)
    count = rank_turns(net_of(rules), (before, rows), (plies, width), (finals, told))
    return count, finals, told


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("game", ["portes", "plakoto", "long-nardy", "fevga"])
def test_turns_have_the_values_of_the_search_on_arrays(game: str, plies: int) -> None:
    for situation in moments(GAMES[game], 6, 3):
        count, finals, told = ranked(situation, plies)
        wanted = {turn.final: turn for turn in NeuralBot(plies).rank(situation)}
        assert count == len(wanted)
        for k in range(count):
            turn = wanted[position_at(finals.boards, finals.pins, k)]
            assert told.equities[k] == pytest.approx(turn.equity, abs=NEARLY)
            if turn.plies:
                assert told.plies[k] == turn.plies


def hard_moments(game: str) -> list[Situation]:
    """Turns of a random game with cascades, leftovers or bombs, the unusual ones among them."""
    rules = GAMES[game].replace(cube_play=False) if GAMES[game].cube_play else GAMES[game]
    met = list[Situation]()
    play_out(Game(rules, seed=5), Random(game), lambda now: met.append(now.situation), boldness=0)
    due = [one for one in met if one.phase is Phase.TURN]
    cascades = [one for one in due if one.dice and len(one.dice.numbers) > 4]
    return [*due[::9], *cascades[:4], *[one for one in due if one.left][:4]]


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("game", ["gul-bara", "mad-gulbar", "gioul", "nuclear"])
def test_cascades_leftovers_and_bombs_are_ranked_as_the_bot_ranks_them(
    game: str, plies: int
) -> None:
    for situation in hard_moments(game):
        count, finals, told = ranked(situation, plies)
        wanted = {turn.final: turn for turn in NeuralBot(plies).rank(situation)}
        assert count == len(wanted)
        for k in range(count):
            turn = wanted[position_at(finals.boards, finals.pins, k)]
            assert told.equities[k] == pytest.approx(turn.equity, abs=NEARLY)
            if turn.plies:
                assert told.plies[k] == turn.plies


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["portes", "long-nardy"])
def test_two_plies_give_the_values_of_the_search_on_arrays(game: str) -> None:
    for situation in moments(GAMES[game], 5, 4):
        count, finals, told = ranked(situation, 2)
        wanted = {turn.final: turn for turn in NeuralBot(2).rank(situation)}
        best = int(np.lexsort((-told.equities[:count], -told.plies[:count]))[0])
        turn = wanted[position_at(finals.boards, finals.pins, best)]
        assert told.equities[best] == pytest.approx(turn.equity, abs=NEARLY)
        assert turn.equity == pytest.approx(next(iter(wanted.values())).equity, abs=NEARLY)


def test_too_little_room_is_told() -> None:
    situation = moments(GAMES["portes"], 1, 5)[0]
    assert ranked(situation, 0)[0] > 1
    short = make_finals(1, 1, 4)
    rules = situation.rules
    assert situation.dice is not None
    rows = begin_rows(rules, [situation.position], [situation.dice])
    dice = np.zeros((1, 4), np.int8)
    dice[:, : rows.dice.shape[1]] = rows.dice
    table = table_of(GameTables.of(rules), situation)
    told = Candidates(
        np.empty(1, np.float32),
        np.empty(1, np.int8),
        np.empty((1, len(GameTables.of(rules).points)), np.float32),
        np.empty((1, FACTS_SIZE), np.int8),
        np.empty(1, np.int8),
    )
    width = Width(np.array([8], np.int64), np.array([0.16], np.float32))
    before = Table(table.boards, table.pins, table.facts)
    decision = before, rows._replace(dice=dice)
    assert rank_turns(net_of(rules), decision, (0, width), (short, told)) == -1


@pytest.mark.parametrize("game", ["portes", "long-nardy"])
def test_the_value_before_a_roll_is_that_of_the_search(game: str) -> None:
    rules = GAMES[game]
    for situation in moments(rules, 3, 6):
        before = Situation(rules=rules, position=situation.position, first=situation.first)
        chances, equity = NeuralBot(1).look_ahead(before, 1)
        table = table_of(GameTables.of(rules), before)
        found, told = np.empty((1, len(chances)), np.float32), np.empty(1, np.float32)
        rows = Table(table.boards, table.pins, table.facts)
        expect_batch(net_of(rules), rows, 1, found, told)
        assert told[0] == pytest.approx(equity, abs=NEARLY)
        assert np.abs(found[0] - chances).max() < NEARLY
