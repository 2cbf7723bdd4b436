"""Refuse an act: the law's id, its sentence, and what can be done instead."""

from typing import NoReturn

from nardy.core.laws import LAWS
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalActError

_WAY_OUT = {
    Phase.OPENING: "the opening roll comes next",
    Phase.ROLL: "roll the dice",
    Phase.TURN: "play the turn",
    Phase.ANSWER: "answer the offer",
    Phase.OVER: "begin another game",
}


def refuse_act(law: str, situation: Situation, act: str) -> NoReturn:
    """Raise IllegalActError with the act, the law and the next step."""
    sentence, way_out = LAWS[law].english.rstrip("."), _WAY_OUT[situation.phase]
    reason = sentence[0].lower() + sentence[1:]
    raise IllegalActError(law, f"cannot {act}: {reason} ({way_out})")


def require_phase(situation: Situation, phase: Phase, act: str) -> None:
    """Refuse an act that is not due now, with the law's id."""
    now = situation.phase
    if now is phase:
        return
    laws = {
        Phase.OVER: "game-over",
        Phase.ANSWER: "offer-open",
        Phase.TURN: "already-rolled",
        Phase.ROLL: "no-offer" if phase is Phase.ANSWER else "not-rolled",
        Phase.OPENING: "no-offer" if phase is Phase.ANSWER else "not-rolled",
    }
    law = "no-offer" if now is Phase.TURN and phase is Phase.ANSWER else laws[now]
    refuse_act(law, situation, act)
