"""Refuse an act: the law's id, its sentence, and what can be done instead."""

from typing import NoReturn

from nardy.core.laws import LAWS, NOT_OPENED, Law
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalActError

_WAY_OUT = {
    Phase.OPENING: "roll for the start",
    Phase.ROLL: "roll the dice",
    Phase.TURN: "play the turn",
    Phase.ANSWER: "answer the offer",
    Phase.OVER: "begin another game",
}


def refuse_act(law: str, situation: Situation, act: str) -> NoReturn:
    """Raise IllegalActError with the act, the law and the next step."""
    _refuse(LAWS[law], situation, act)


def _refuse(law: Law, situation: Situation, act: str) -> NoReturn:
    sentence, way_out = law.english.rstrip("."), _WAY_OUT[situation.phase]
    reason = sentence[0].lower() + sentence[1:]
    raise IllegalActError(law.id, f"cannot {act}: {reason} ({way_out})", law.words)


def require_phase(situation: Situation, phase: Phase, act: str) -> None:
    """Refuse an act that is not due now, with the law's id."""
    now = situation.phase
    if now is phase:
        return
    laws = {
        Phase.OVER: LAWS["game-over"],
        Phase.ANSWER: LAWS["offer-open"],
        Phase.TURN: LAWS["already-rolled"],
        Phase.ROLL: LAWS["not-rolled"],
        Phase.OPENING: NOT_OPENED,
    }
    nothing_offered = phase is Phase.ANSWER and now is not Phase.OVER
    _refuse(LAWS["no-offer"] if nothing_offered else laws[now], situation, act)
