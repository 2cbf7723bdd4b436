"""Looking ahead: the mean over all rolls of the best answers, by a slow second way."""

from dataclasses import replace

import numpy as np
import pytest
from tests.search.lockstep import plies, tiny, worth

from nardy.core.acts import end_turn
from nardy.core.dice import ROLLS, Roll
from nardy.core.legal import begin, sequences
from nardy.core.situation import Phase, Situation
from nardy.evaluation.network.network import Network
from nardy.evaluation.outcomes import outcomes_of
from nardy.formats import position_text
from nardy.games import BACKGAMMON, LONG_NARDY
from nardy.kernel.arrays import position_at
from nardy.kernel.scoring import GOING_ON
from nardy.search.choose import all_finals, worth_of
from nardy.search.conversions import table_of
from nardy.search.every_roll import EVERY_ROLL, answers, roll_weights
from nardy.search.lookahead import (
    CandidateValues,
    candidates,
    choose_ahead,
    compared,
    expected,
    look,
)
from nardy.search.tables import WIDTHS, GameTables, SearchWidth, rows_of

MOMENTS = (
    "hypergammon w 24:1,6:1,3:1 23:1,4:1,2:1",
    "long-nardy w 24:3,20:2,15:4,8:6 24:5,18:4,10:2,7:4",
    "plakoto w 24:3,20:p,15:4,8:7 24:5,18:4,9:2,5:4",
    "portes w 3:2,1:1 4:1,2:2",
)


def best_by_the_book(network: Network, moment: Situation, roll: Roll) -> float:
    rolled = replace(moment, roll=roll)
    assert rolled.dice
    finals = sequences(moment.rules, begin(moment.rules, moment.position, rolled.dice))
    return max(worth(network, rolled, final, len(moves)) for final, moves in finals.items())


@pytest.mark.parametrize("text", MOMENTS)
def test_the_answers_are_the_best_of_every_roll(text: str) -> None:
    moment = position_text.loads(text)
    network, game = tiny(moment.rules.id, 3), GameTables.of(moment.rules)
    found = answers(game, table_of(game, moment), network.value)
    slow = [best_by_the_book(network, moment, roll) for roll in ROLLS]
    assert found.equities[0] == pytest.approx(slow, abs=1e-5)
    points = np.array(outcomes_of(moment.rules).points)
    assert found.probabilities[0] @ points == pytest.approx(slow, abs=1e-4)
    weights = [1 if roll.is_double else 2 for roll in ROLLS]
    mean = np.average(slow, weights=weights)
    assert expected(game, table_of(game, moment), network.value).equities[0] == pytest.approx(
        mean, abs=1e-5
    )


def test_a_turn_that_is_chosen_a_ply_ahead_is_worth_most_a_ply_ahead() -> None:
    moment = position_text.loads(f"{MOMENTS[0]} dice=21")
    network, game = tiny("hypergammon", 3), GameTables.of(moment.rules)
    table = table_of(game, moment)
    rows = rows_of(game, table, np.array([[2, 1]], np.int8), np.zeros(1, np.int64))
    turn = choose_ahead(game, table, rows, network.value, 1)
    assert moment.dice
    finals = sequences(moment.rules, begin(moment.rules, moment.position, moment.dice))
    values = [ahead(network, moment, final, len(moves)) for final, moves in finals.items()]
    shallow = [worth(network, moment, final, len(moves)) for final, moves in finals.items()]
    near = [
        deep
        for deep, now in zip(values, shallow, strict=True)
        if now > max(shallow) - WIDTHS[0].margin
    ]
    assert len(near) <= WIDTHS[0].most
    assert turn.equities[0] == pytest.approx(max(near), abs=1e-5)


def ahead(network: Network, moment: Situation, final: object, played: int) -> float:
    after = end_turn(moment, final, played)  # pyright: ignore[reportArgumentType]
    if after.phase is Phase.OVER:
        return worth(network, moment, final, played)  # pyright: ignore[reportArgumentType]
    weights = [1 if roll.is_double else 2 for roll in ROLLS]
    answered = [best_by_the_book(network, after, roll) for roll in ROLLS]
    return -float(np.average(answered, weights=weights))


def test_no_ply_ahead_is_what_the_network_says() -> None:
    game, network = GameTables.of(LONG_NARDY), tiny("long-nardy", 1)
    table = table_of(game, Situation(rules=LONG_NARDY, position=LONG_NARDY.start))
    rows = rows_of(game, table, np.array([[2, 1]], np.int8), np.zeros(1, np.int64))
    turn = choose_ahead(game, table, rows, network.value, 0)
    assert turn.outcomes.tolist() == [GOING_ON]
    assert len(turn.equities) == 1


def test_the_weights_of_the_rolls() -> None:
    assert roll_weights(GameTables.of(LONG_NARDY)).sum() == pytest.approx(1)
    opening = roll_weights(GameTables.of(BACKGAMMON), is_opening=True)
    assert opening[EVERY_ROLL[:, 0] == EVERY_ROLL[:, 1]].sum() == 0
    assert opening.sum() == pytest.approx(1)


def test_candidates_are_few_and_near_the_best() -> None:
    equities = np.array([0.0, 1.0, 0.9, 0.5, -1.0, *np.linspace(0, 0.1, 20)], np.float32)
    seen = CandidateValues(equities, np.zeros(25, np.int8), np.zeros((25, 6), np.float32))
    kept = candidates(seen, np.array([0, 5, 25]), SearchWidth(8, 0.16))
    assert kept[:2].tolist() == [1, 2]
    assert len(kept) == 2 + 8


def test_candidates_are_of_those_that_were_seen_the_deepest() -> None:
    equities, plies = np.array([0.9, 0.3, 0.2, 0.8], np.float32), np.array([0, 1, 1, 0], np.int8)
    seen = CandidateValues(equities, plies, np.zeros((4, 6), np.float32))
    assert candidates(seen, np.array([0, 4]), SearchWidth(8, 0.16)).tolist() == [1, 2]


def test_only_those_that_were_seen_the_deepest_compare() -> None:
    equities, plies = np.array([0.9, 0.3, 0.5, 0.8], np.float32), np.array([0, 1, 0, 0], np.int8)
    found = compared(
        CandidateValues(equities, plies, np.zeros((4, 6), np.float32)), np.array([0, 2, 4])
    )
    assert found.tolist() == [-np.inf, equities[1], equities[2], equities[3]]


def two_plies(network: Network, moment: Situation) -> float:
    """What a position is worth two plies ahead, by the rule book: both reply as looks best."""
    total = 0.0
    for roll in ROLLS:
        rolled = replace(moment, roll=roll)
        assert rolled.dice
        finals = sequences(moment.rules, begin(moment.rules, moment.position, rolled.dice))
        best = max(finals, key=lambda final: worth(network, rolled, final, len(finals[final])))
        total += (1 if roll.is_double else 2) * ahead(network, rolled, best, len(finals[best]))
    return total / 36


@pytest.mark.parametrize(
    "text",
    ["hypergammon w 3:1,1:1 4:1,2:1", pytest.param(MOMENTS[0], marks=pytest.mark.thorough)],
)
def test_two_plies_are_what_a_slow_loop_finds(text: str) -> None:
    moment = position_text.loads(text)
    network, game = tiny(moment.rules.id, 3), GameTables.of(moment.rules)
    found = expected(game, table_of(game, moment), network.value, 2)
    points = np.array(outcomes_of(moment.rules).points)
    assert found.probabilities @ points == pytest.approx(found.equities, abs=1e-4)
    assert found.equities[0] == pytest.approx(two_plies(network, moment), abs=1e-5)


@pytest.mark.parametrize("text", ["mad-gulbar", "plakoto", "nuclear", "long-nardy@draw"])
def test_two_plies_are_told_in_every_kind_of_game(text: str) -> None:
    """With leftovers, pins and last throws, whoever rolls next: never more than can be won."""
    for number, ply in enumerate(plies(text, tiny(text).value, count=2, most=21)):
        if number % 10 == 0:
            found = expected(ply.game, ply.before, tiny(text).value, 2)
            assert (abs(found.equities) <= max(ply.game.points)).all()
            assert found.probabilities @ ply.game.points == pytest.approx(found.equities, abs=1e-4)


def test_what_was_looked_at_says_how_deep() -> None:
    moment = position_text.loads(f"{MOMENTS[0]} dice=21")
    network, game = tiny("hypergammon", 3), GameTables.of(moment.rules)
    table = table_of(game, moment)
    rows = rows_of(game, table, np.array([[2, 1]], np.int8), np.zeros(1, np.int64))
    finals = all_finals(game, rows)
    at_once = worth_of(game, table, finals, network.value)
    seen = look(game, finals, at_once, network.value, 2)
    assert seen.plies.max() == 2
    assert (seen.plies == 2).sum() <= WIDTHS[1].most
    assert (seen.equities[seen.plies == 0] == at_once.equities[seen.plies == 0]).all()
    for n in np.flatnonzero(seen.plies == 2).tolist():
        after = end_turn(moment, position_at(finals.boards, finals.pins, n), 2)
        deep = -two_plies(network, replace(after, to_act=moment.to_act))
        assert seen.equities[n] == pytest.approx(deep, abs=1e-5)
        break
