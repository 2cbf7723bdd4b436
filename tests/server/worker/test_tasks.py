import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.kernel import is_available
from nardy.server.analysis.evaluations import PositionEvaluation, evaluate
from nardy.server.analysis.explanations import TurnExplanation, explained
from nardy.server.bots import advisor
from nardy.server.bots.advisor import Hinted
from nardy.server.bots.tutor import Warned, tutor_order, warning
from nardy.server.jobs import orders
from nardy.server.jobs.orders import JobOrder, order_about
from nardy.server.protocol.shared import DieMove
from nardy.server.worker.review_sources import ReviewSources
from nardy.server.worker.tasks import JobSteps, at_once, tasks

POSITIONS = (
    "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31",
    "backgammon b 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 cube=2b match=7:2-4",
    "long-nardy w 24:14,20:1 24:15 dice=53",
)
NO_GAMES = ReviewSources(Path("none.db"))
BLUNDER = [DieMove(13, 10), DieMove(6, 5)]


def done(order: JobOrder | None, form: Any) -> Any:
    """What comes back to the club, through JSON both ways."""
    assert order is not None
    payload = json.loads(json.dumps(order.payload))
    steps = tasks(NO_GAMES)[order.kind](payload)
    return msgspec.json.decode(msgspec.json.encode(result_of(steps)), type=form)


def result_of(steps: JobSteps) -> object:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_a_task_without_pauses_has_its_result_at_its_first_step() -> None:
    steps = at_once(lambda payload: payload["number"] + 1)({"number": 1})
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert end.value.value == 2


@pytest.mark.skipif(not is_available(), reason="needs the kernel")
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize(
    ("kind", "here", "form"),
    [
        (orders.HINT, advisor._hint, Hinted),  # noqa: SLF001
        (orders.EVALUATION, evaluate, PositionEvaluation),
    ],
)
def test_a_worker_says_what_the_club_would(
    kind: str, here: Callable[[Situation], Any], form: Any, position: str
) -> None:
    situation = position_text.loads(position)
    assert done(order_about(kind, orders.HINTS, situation), form) == here(situation)


@pytest.mark.skipif(not is_available(), reason="needs the kernel")
def test_a_worker_stops_a_blunder_and_explains_it_as_the_club_would() -> None:
    situation = position_text.loads(POSITIONS[0])
    told = done(tutor_order(situation, BLUNDER), Warned)
    assert told == warning(situation, BLUNDER)
    assert told[0] is not None
    for turn in ("13/10 6/5", None):
        order = order_about(orders.EXPLANATION, orders.HINTS, situation, {"turn": turn})
        assert done(order, TurnExplanation) == explained(situation, turn)


def test_a_worker_refuses_what_the_club_would() -> None:
    steps = tasks(NO_GAMES)[orders.TUTOR]({"position": POSITIONS[0], "moves": [[8, 2]]})
    with pytest.raises(NardyError, match=r"expected|8/2"):
        next(steps)
