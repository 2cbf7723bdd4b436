"""Cached answers are those that would be computed again."""

import numpy as np
import pytest
from tests.effort import THOROUGH, some
from tests.search.lockstep import READINGS, played_as, tiny

from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Ints
from nardy.search import rollout
from nardy.search.lookahead_cache import CachedLookahead, LookaheadCache
from nardy.search.rollout import Rollout, RolloutPlan, roll_out
from nardy.search.tables import GameTables, Tables


def rows(*numbers: float) -> Floats:
    """Chances that can be told apart, float32[k, 21, 2]."""
    return np.array(numbers, np.float32)[:, None, None] * np.ones((21, 2), np.float32)


def ask(unknown: Ints) -> Floats:
    return rows(*(100 + n for n in unknown.tolist()))


def test_of_turns_taken_those_that_are_known_are_found() -> None:
    cached_lookahead = CachedLookahead(np.array([2, 5, 9]), rows(2, 5, 9))
    found = cached_lookahead.taken(np.array([0, 5, 8, 9, 12]))
    assert found.which.tolist() == [1, 3]
    assert found.by_roll[:, 0, 0].tolist() == [5, 9]


def test_only_what_is_unknown_is_asked() -> None:
    memory = LookaheadCache(6)
    every = np.array([0, 2, 3, 5])
    assert memory.recall(every, ask)[:, 0, 0].tolist() == [100, 101, 102, 103]
    memory.keep(every, CachedLookahead(np.array([1, 3]), rows(7, 8)))
    assert memory.recall(every, ask)[:, 0, 0].tolist() == [100, 7, 102, 8]
    assert memory.recall(np.array([5, 2]), ask)[:, 0, 0].tolist() == [8, 7]


def test_what_was_foreseen_a_turn_ago_is_forgotten() -> None:
    memory = LookaheadCache(3)
    memory.keep(np.arange(3), CachedLookahead(np.arange(3), rows(1, 2, 3)))
    memory.keep(np.array([1]), None)
    assert memory.recall(np.arange(3), ask)[:, 0, 0].tolist() == [1, 101, 3]
    memory.keep(np.array([0]), CachedLookahead(np.array([], np.int64), rows()))
    assert memory.recall(np.arange(3), ask)[:, 0, 0].tolist() == [100, 101, 3]


AHEAD = [*((text, 1) for text in READINGS), ("backgammon" if THOROUGH else "hypergammon", 2)]


@pytest.mark.parametrize(("text", "ahead"), some(AHEAD, 5))
def test_rollouts_are_the_same_without_it(
    text: str, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same games, and as much luck in every one; asked about less often."""
    game, asked = GameTables.of(played_as(text)), [0, 0]

    def counted(*given: object) -> object:
        asked[forgetful] += len(given[1].boards)  # pyright: ignore[reportAttributeAccessIssue]
        return plain(*given)  # pyright: ignore[reportArgumentType]

    def found() -> Rollout:
        plan = RolloutPlan(trials=36, plies=3, ahead=ahead)
        return roll_out(game, Tables.begun(game, 1), tiny(text).value, plan)

    plain, forgetful = rollout.answers, 0
    monkeypatch.setattr(rollout, "answers", counted)
    quick = found()
    forgetful = 1
    monkeypatch.setattr(LookaheadCache, "keep", lambda *_: None)
    slow = found()
    np.testing.assert_allclose(quick.chances, slow.chances, atol=2e-6)
    assert asked[0] < asked[1] or game.rules.bomb
