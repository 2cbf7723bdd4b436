"""Levels for people: bounded errors, the same ones for the same person, and fewer the higher."""

import numpy as np
import pytest
from tests.effort import each
from tests.search.lockstep import plies, tiny

from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.network import Network, Positions
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.features import FEATURES_SIZE, LOST, PRIME, SHOTS, features_batch
from nardy.kernel.layout import Finals
from nardy.search.choose import all_finals, choose, worth_of
from nardy.search.conversions import table_of
from nardy.search.ladder import levels
from nardy.search.level import (
    Level,
    Oversight,
    SeededLevel,
    choose_at_level,
    judgement_errors,
    seeded_noise,
)
from nardy.search.lookahead import choose_ahead
from nardy.search.tables import LISTED, GameTables, rows_of

WILD = SeededLevel(Level("wild", most=4.0, noise=2.0, oversight=Oversight(1.0, 1.0, 1.0)), 1)
WEAKEST_FIRST = levels("backgammon")


def some_positions(text: str, most: int = 12) -> tuple[GameTables, Positions]:
    """Positions after turns, seen by the movers' opponents."""
    *_, ply = plies(text, tiny(text).value, count=64, most=most)
    return ply.game, Positions(ply.turn.boards, ply.turn.pins, at.OPPONENT, ply.turn.facts)


@each("level", WEAKEST_FIRST)
@each("text", ["backgammon", "plakoto", "long-nardy"])
def test_nothing_is_misjudged_by_more_than_half_the_bound(text: str, level: Level) -> None:
    game, positions = some_positions(text)
    amounts = judgement_errors(game, positions, SeededLevel(level, 3))
    assert (abs(amounts) <= level.most / 2 + 1e-6).all()
    assert amounts.any() == bool(level.most)


@each("text", ["backgammon", "plakoto", "fevga", "nuclear", "hypergammon"])
@each("level", WEAKEST_FIRST[:3])
def test_no_turn_costs_more_than_the_bound(text: str, level: Level) -> None:
    """Held against the best turn by the same judgement, unspoiled."""
    network, worst = tiny(text), 0.0
    for ply in plies(text, network.value, count=24, most=12):
        best = choose(ply.game, ply.before, ply.rows, network.value)
        played = choose_at_level(
            ply.game, ply.before, ply.rows, network.value, SeededLevel(level, 5)
        )
        positions = Positions(played.boards, played.pins, at.OPPONENT, played.facts)
        seen = played.equities - judgement_errors(ply.game, positions, SeededLevel(level, 5))
        true = np.where(played.outcomes < 0, seen, played.equities)
        loss = best.equities - true
        assert (loss >= -1e-5).all()
        worst = max(worst, float(loss.max()))
    assert 0 < worst <= level.most + 1e-5


@pytest.mark.parametrize("text", ["gul-bara", "mad-gulbar"])
def test_cascades_are_played_at_every_level(text: str) -> None:
    long = other = 0
    for ply in plies(text, tiny(text).value, count=16, most=14):
        played = choose_at_level(ply.game, ply.before, ply.rows, tiny(text).value, WILD)
        best = choose(ply.game, ply.before, ply.rows, tiny(text).value)
        in_cascade = ply.rows.mids[:, at.MID_DICE] > LISTED
        long += int(in_cascade.sum())
        other += int((played.boards != best.boards).any((1, 2))[in_cascade].sum())
        assert (played.boards[:, 0].sum(1) == ply.game.rules.checkers).all()
    assert long >= other > 0


def test_a_turn_that_wins_at_once_is_never_missed() -> None:
    """The opponent stands on the bar, so this is no race, and 2/1 1/off would leave a checker."""
    moment = position_text.loads("hypergammon w 2:1,1:1 bar:1,4:1,3:1")
    game = GameTables.of(moment.rules)
    table = table_of(game, moment)
    rows = rows_of(game, table, np.array([[2, 1]], np.int8), np.zeros(1, np.int64))
    assert len(all_finals(game, rows).boards) == 2
    for seed in range(40):
        seeded_level = WILD._replace(seed=seed)
        turn = choose_at_level(game, table, rows, tiny("hypergammon").value, seeded_level)
        assert turn.outcomes[0] >= 0


def test_in_a_race_at_home_everybody_counts() -> None:
    moment = position_text.loads("backgammon w 6:3,5:2,3:2 6:4,2:3")
    game = GameTables.of(moment.rules)
    table = table_of(game, moment)
    rows = rows_of(game, table, np.array([[4, 1]], np.int8), np.zeros(1, np.int64))
    finals = all_finals(game, rows)
    assert len(finals.boards) > 2
    worth = worth_of(game, table, finals, tiny("backgammon").value)
    positions = Positions(finals.boards, finals.pins, at.OPPONENT, worth.facts)
    assert not judgement_errors(game, positions, WILD).any()


def test_a_person_misjudges_a_position_always_in_the_same_way() -> None:
    _, (boards, pins, _, _) = some_positions("plakoto")
    alone = [seeded_noise(boards[n : n + 1], pins[n : n + 1], 7)[0] for n in range(len(boards))]
    together = seeded_noise(boards, pins, 7)
    assert together.tolist() == alone
    assert (together != seeded_noise(boards, pins, 8)).all()


def test_tastes_are_spread_like_normal_numbers() -> None:
    random = np.random.default_rng(1)
    boards = random.integers(0, 4, (20_000, 2, at.PLACES), np.int8)
    found = seeded_noise(boards, np.zeros((20_000, 2), np.int32), 1)
    assert found.mean() == pytest.approx(0, abs=0.03)
    assert found.std() == pytest.approx(1, abs=0.02)
    assert (abs(found) < 1.96).mean() == pytest.approx(0.95, abs=0.01)
    other = seeded_noise(boards, np.zeros((20_000, 2), np.int32), 2)
    assert abs(np.corrcoef(found, other)[0, 1]) < 0.03


def test_who_misjudges_nothing_looks_ahead() -> None:
    ply = next(plies("hypergammon", tiny("hypergammon").value, count=20, most=1))
    value = tiny("hypergammon").value
    master = choose_at_level(
        ply.game, ply.before, ply.rows, value, SeededLevel(WEAKEST_FIRST[-1], 1)
    )
    ahead = choose_ahead(ply.game, ply.before, ply.rows, value, 1)
    assert (master.boards == ahead.boards).all()


def test_the_higher_the_level_the_less_is_lost() -> None:
    """In backgammon, by the network that comes with nardy, over some hundred decisions."""
    network: Network = bundled(GAMES["backgammon"])[0]
    losses = {level.name: 0.0 for level in WEAKEST_FIRST if level.most}
    for ply in plies("backgammon", network.value, count=48, most=30):
        best = ply.turn.equities
        for level in WEAKEST_FIRST[:-1]:
            seeded_level = SeededLevel(level, 11)
            played = choose_at_level(ply.game, ply.before, ply.rows, network.value, seeded_level)
            finals = Finals(played.boards, played.pins, played.boards[:0], np.arange(len(best) + 1))
            true = worth_of(ply.game, ply.before, finals, network.value).equities
            losses[level.name] += float((best - true).mean()) / 30
    ordered = list(losses.values())
    assert ordered == sorted(ordered, reverse=True)
    assert ordered[0] > 3 * ordered[-1]


def seen_in_turns(level: Level, column: int) -> float:
    """The mean of a feature of the player who rolls next, after turns of a level in backgammon."""
    network: Network = bundled(GAMES["backgammon"])[0]
    found: list[float] = []
    for ply in plies("backgammon", network.value, count=200, most=16):
        turn = choose_at_level(ply.game, ply.before, ply.rows, network.value, SeededLevel(level, 1))
        features = np.empty((len(turn.boards), FEATURES_SIZE), np.float32)
        phases = np.empty(len(turn.boards), np.int8)
        board = (turn.boards, turn.pins, at.OPPONENT)
        features_batch(ply.game.laws, board, features, phases)
        found.append(float(features[:, column].mean()))
    return float(np.mean(found))


def styled(**oversight: float) -> Level:
    """A level that errs by its style alone."""
    return Level("styled", most=0.6, noise=0.0, oversight=Oversight(**oversight))


def test_who_overlooks_dangers_leaves_more_shots_and_who_overrates_them_fewer() -> None:
    bold, cautious = (seen_in_turns(styled(danger=one), SHOTS) for one in (1.0, -1.0))
    assert bold > 1.3 * cautious > 0


def test_who_overrates_walls_builds_longer_ones() -> None:
    builder, runner = (seen_in_turns(styled(walls=one), PRIME + 1) for one in (-1.0, 1.0))
    assert builder > 1.1 * runner > 0


def test_who_overlooks_lost_rolls_overvalues_positions_that_lose_some() -> None:
    game, positions = some_positions("backgammon", most=16)
    board = (positions.boards, positions.pins, positions.seat)
    features = np.empty((len(positions.boards), FEATURES_SIZE), np.float32)
    features_batch(game.laws, board, features, np.empty(len(features), np.int8))
    lost = features[:, LOST + 1]
    assert lost.any()
    for room in (1.0, -1.0):
        amounts = judgement_errors(game, positions, SeededLevel(styled(room=room), 1))
        assert amounts == pytest.approx(0.3 * room * lost)
