"""What the club says about a turn in a puzzle: right or wrong, the loss, and the coach's words."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from nardy.core.draft import Draft
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.kernel import is_available
from nardy.server.games.related_games import as_related_game
from nardy.server.protocol.messages import DieMove
from nardy.translations import LANGUAGES


class TurnMade(NamedTuple):
    """A finished turn of somebody who answers."""

    text: str
    final: Position


class RatedTurn(msgspec.Struct):
    """A turn that the puzzle knows, with what it loses."""

    turn: str
    moves: list[DieMove]
    loss: float
    """In points; 0 for the good turn."""
    error: float | None
    """The standard error of the loss, by rollout; null where no rollout has looked."""


class JudgedTurn(msgspec.Struct):
    """The answer to a turn in a puzzle."""

    is_right: bool
    turn: str
    """The turn as it was understood."""
    loss: float | None
    """What it loses, in points; null if nobody knows."""
    error: float | None
    """The standard error of the loss by rollout; null: the coach's estimate two plies ahead."""
    turns: list[RatedTurn]
    """The good turn, and the others that were compared."""
    plan: dict[str, str]
    """The player's plan, by language."""
    reasons: dict[str, list[str]]
    """Why the good turn is better, by language: the coach's sentences; none where no reason passes."""


def made(situation: Situation, moves: Sequence[DieMove]) -> TurnMade:
    """The turn that these moves make.

    Raises:
        IllegalTurnError: a law forbids it, or more dice can be played.
    """
    draft = Draft(situation)
    for step in moves:
        draft.move(step.origin, step.to)
    return TurnMade(str(draft.turn()), draft.position)


def known_turn(situation: Situation, turn: str, loss: float, error: float | None) -> RatedTurn:
    """A turn that the puzzle knows, with its moves for the board."""
    found = find_turn(situation, turn)[0]
    return RatedTurn(turn, [DieMove(one.origin, one.target) for one in found.moves], loss, error)


def judged(
    situation: Situation, answer: TurnMade, known: Sequence[RatedTurn], most: float = 0.0
) -> JudgedTurn:
    """The verdict on a turn; *known* are the puzzle's turns, the good one first.

    A turn that is known to lose *most* points or less is right.
    """
    finals = [find_turn(situation, one.turn)[1] for one in known]
    place = finals.index(answer.final) if answer.final in finals else None
    rival = known[1].turn if place == 0 and len(known) > 1 else answer.text
    told = _explained(situation, known[0].turn, rival)
    loss, error = (told.loss, None) if place is None else (known[place].loss, known[place].error)
    is_right = place is not None and known[place].loss <= most
    return JudgedTurn(is_right, answer.text, loss, error, list(known), told.plan, told.reasons)


class _Told(NamedTuple):
    loss: float | None
    plan: dict[str, str]
    reasons: dict[str, list[str]]


def plan_words(situation: Situation) -> dict[str, str]:
    """The player's plan by language, which is the clue of a puzzle."""
    from nardy.coach.sentences import plan_words as words  # noqa: PLC0415 (imports NumPy)

    seen = as_related_game(situation)
    return {language: words(seen.rules, seen.position, language) for language in LANGUAGES}


def _explained(situation: Situation, best: str, other: str) -> _Told:
    """The coach about two turns; silent without a kernel, and where it prefers another turn."""
    silent = {language: list[str]() for language in LANGUAGES}
    if not is_available():
        return _Told(None, dict.fromkeys(LANGUAGES, ""), silent)
    from nardy.coach import explain, plan_sentence, sentences  # noqa: PLC0415 (imports NumPy)

    found = explain(as_related_game(situation), other)
    plan = {language: plan_sentence(found, language) for language in LANGUAGES}
    if str(found.best) != best or not found.reasons:
        # Without a reason the sentences only repeat the figures, which the verdict has.
        return _Told(found.loss, plan, silent)
    return _Told(found.loss, plan, {one: sentences(found, one)[1:] for one in LANGUAGES})
