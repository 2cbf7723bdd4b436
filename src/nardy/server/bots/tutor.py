"""The tutor: whether a turn would be a blunder, with a clue and the answer.

It is open where hints are (`advisor.require_hints`): in casual games against bots, to the player to act.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nardy.core.draft import Draft
from nardy.core.situation import Situation
from nardy.server.games.position_texts import understood
from nardy.server.jobs.orders import HINTS, TUTOR, JobOrder, order_about
from nardy.server.protocol.shared import DieMove, TurnAdvice
from nardy.translations import LANGUAGES

BLUNDER = 0.08
"""Points from which on a turn is stopped, as in reviews (analysis/grades.py)."""
PLIES = 1
"""Plies by which turns are ranked; the coach compares the two that count two plies ahead."""
Warned = tuple[float | None, dict[str, str], TurnAdvice | None, dict[str, list[str]]]
"""The loss, the clue, the best turn and the reasons, as in `Tutored`."""
NOTHING: Warned = (None, {}, None, {})


def tutor_order(situation: Situation, moves: Sequence[DieMove]) -> JobOrder | None:
    """The job that asks the tutor; None if the position cannot be told."""
    made = [(move.origin, move.to) for move in moves]
    return order_about(TUTOR, HINTS, situation, {"moves": made})


def warning_found(payload: Mapping[str, Any]) -> Warned:
    """What the tutor says to such a job."""
    moves = [DieMove(origin, to) for origin, to in payload["moves"]]
    return warning(understood(payload["position"]), moves)


def warning(situation: Situation, moves: Sequence[DieMove]) -> Warned:
    """What the tutor says about the turn that these moves make.

    Raises:
        IllegalTurnError: a law forbids it, or more dice can be played.
        IllegalActError: no turn is due.
    """
    # Each imports NumPy.
    from nardy.analysis.decisions import rank_turns  # noqa: PLC0415
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415
    from nardy.coach import explain, sentences  # noqa: PLC0415
    from nardy.coach.clues import clue  # noqa: PLC0415

    draft = Draft(situation)
    for step in moves:
        draft.move(step.origin, step.to)
    bot = NeuralBot(PLIES)
    found = explain(situation, draft.turn(), bot)
    # Both must agree: two turns that are close at one ply are no reason to stop anybody. A win is certain.
    is_told = found.pair is not None or found.wins_at_once
    if found.is_best or found.loss is None or found.loss < BLUNDER or not is_told:
        return NOTHING
    best = rank_turns(situation, bot, 1)[0]
    steps = [DieMove(move.origin, move.target) for move in best.turn.moves]
    advice = TurnAdvice(str(best.turn), steps, best.equity, best.probabilities.win)
    # The first sentence about a pair is the loss, which is told beside the reasons.
    first = 0 if found.pair is None else 1
    reasons = {one: sentences(found, one)[first:] for one in LANGUAGES}
    return found.loss, {one: clue(found, one) for one in LANGUAGES}, advice, reasons
