"""An actor plays in all stages, and counts."""

import pytest
from tests.train.setups import setup_of, weights_of

from nardy.train import actor as module
from nardy.train import returns as returning
from nardy.train.actor import Actor, Order, Stage
from nardy.train.candidate_pairs import RowGroups

PLAY, EXACT, RETURNS = (
    Order(stage, rows)
    for stage, rows in ((Stage.PLAY, 100), (Stage.EXACT, 20), (Stage.RETURNS, 20))
)


def test_an_actor_counts_what_each_order_took() -> None:
    actor = Actor(setup_of(1))
    first, second = (actor.make(order, weights_of()) for order in (EXACT, PLAY))
    assert first.ordered
    assert not second.ordered
    assert not sum(first.results)
    assert sum(second.results) == second.games > 0


def test_returns_are_made_by_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES", 10)
    made, again = (Actor(setup_of(1)).make(RETURNS, weights_of()) for _ in range(2))
    assert made.rows.size >= 20
    assert made.games % 10 == 0
    assert made.games > 0
    assert made.evaluations > 1_000
    assert not made.ordered
    assert not sum(made.results)
    assert isinstance(made.rows, RowGroups)
    assert isinstance(again.rows, RowGroups)
    assert (made.rows.rows.targets == again.rows.rows.targets).all()


def test_games_that_never_end_do_not_stop_training(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES", 10)
    monkeypatch.setattr(module, "MOST_CHUNKS", 2)
    monkeypatch.setattr(returning, "MOST_PLIES", 2)
    made = Actor(setup_of(1)).make(RETURNS, weights_of())
    assert made.rows.size == 0
    assert made.games == 20
