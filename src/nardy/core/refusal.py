"""Refuse an act: the law's id, its sentence, and what can be done instead."""

from collections.abc import Mapping
from typing import NoReturn

from nardy.core.laws import LAWS, NOT_OPENED, Law, law_in_force
from nardy.core.player import Player, checked_player
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalActError

_WAY_OUT = {
    Phase.OPENING: "roll for the start",
    Phase.ROLL: "roll the dice",
    Phase.TURN: "play the turn",
    Phase.ANSWER: "answer the offer",
    Phase.OVER: "begin another game",
}

LAWS_OF_PHASES: Mapping[Phase, Law] = {
    Phase.OVER: LAWS["game-over"],
    Phase.ANSWER: LAWS["offer-open"],
    Phase.TURN: LAWS["already-rolled"],
    Phase.ROLL: LAWS["not-rolled"],
    Phase.OPENING: NOT_OPENED,
}
"""The law that forbids the acts of other phases, by the phase now."""


def refuse_act(law: str, situation: Situation, act: str) -> NoReturn:
    """Raise IllegalActError with the act, the law and the next step."""
    _refuse(law_in_force(law, situation.rules), situation, act)


def _refuse(law: Law, situation: Situation, act: str) -> NoReturn:
    way_out = _WAY_OUT[situation.phase]
    raise IllegalActError(law.id, f"cannot {act}: {clause(law)} ({way_out})", law.words)


def clause(law: Law) -> str:
    """The sentence of a law, to stand within another."""
    sentence = law.english.rstrip(".")
    return sentence[0].lower() + sentence[1:]


def require_phase(situation: Situation, phase: Phase, act: str) -> None:
    """Refuse an act that is not due now, with the law's id."""
    now = situation.phase
    if now is phase:
        return
    nothing_offered = phase is Phase.ANSWER and now is not Phase.OVER
    _refuse(LAWS["no-offer"] if nothing_offered else LAWS_OF_PHASES[now], situation, act)


def require_seat(situation: Situation, player: Player | None, act: str) -> None:
    """Refuse an act of a player who is not to act; None is whoever is.

    Raises:
        IllegalActError: not-yours.
        NotationError: there is no such player.
    """
    if player is None or situation.phase is Phase.OVER:
        return
    if checked_player(player) is not situation.to_act:
        refuse_act("not-yours", situation, act)


def refuse_stale_draft(situation: Situation) -> NoReturn:
    """Refuse a draft that was begun before the last act, or in another game."""
    law = LAWS["not-rolled"] if situation.phase is Phase.TURN else LAWS_OF_PHASES[situation.phase]
    sentence = "expected a draft of this moment, got one of another; call game.draft()"
    raise IllegalActError(law.id, sentence, law.words)
