"""Why a turn is worse than the best: sentences of the coach and the map of the opponent's rolls."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody

from nardy.core.acts import end_turn
from nardy.core.dice import ROLLS
from nardy.core.judge import find_turn
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.server.analysis.evaluations import asked, in_turn, require_engine
from nardy.server.analysis.positions import MOST_CHARACTERS, PositionQuery, known_here
from nardy.server.api.requests import club_of, who_of
from nardy.server.games.position_texts import understood
from nardy.server.games.related_games import as_related_game
from nardy.server.jobs.orders import EXPLANATION, HINTS, order_about
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of
from nardy.translations import LANGUAGES

MOST_KEPT = 512
"""Explanations that are cached: some kilobytes each, and people step through a review both ways."""


class ExplanationQuery(PositionQuery, forbid_unknown_fields=True):
    """A position with its roll, and a turn."""

    turn: Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)] | None = None
    """The turn to explain, in any notation; null: the best one against the next."""


class ExplainedRoll(msgspec.Struct):
    """One of the 21 rolls of the opponent after both turns."""

    dice: tuple[int, int]
    """The larger die first."""
    best: float
    """Points for the player after the better turn and the opponent's best reply."""
    played: float
    """The same after the other turn."""
    group: str
    """What only the reply to the other turn does, or after '-' only the reply to the better one; else same."""


class RollGroup(msgspec.Struct):
    """Rolls whose replies differ in the same way."""

    group: str
    rolls: int
    """How many of the 36."""
    part: float
    """The points of the loss that they make."""


class TurnExplanation(msgspec.Struct):
    """The better turn, the other one, and why; figures are for the player who made them."""

    best: str
    best_moves: list[tuple[int, int]]
    played: str
    played_moves: list[tuple[int, int]]
    is_best: bool
    """Whether the turn that was asked about is the best one; `played` is then the next."""
    loss: float | None
    """Points that the other turn loses; null where the two cannot be compared."""
    plies: int
    says: dict[str, list[str]]
    """By language: the difference and at most two reasons, or that there is none."""
    plan: dict[str, str]
    """By language: the player's plan before the turn."""
    rolls: list[ExplainedRoll]
    """Their differences, weighted by their chances, add up to the loss; empty where it cannot be told by rolls."""
    groups: list[RollGroup]
    """The largest part first."""


@post("/api/position/explanation", status_code=200)
async def explain_turn(request: AnyRequest, data: JSONBody[ExplanationQuery]) -> TurnExplanation:
    """Why a turn is worse than the best one, or the best better than the next."""
    found = await asyncio.to_thread(known_here, request, data.position)
    require_engine()
    club, who = club_of(request), await who_of(request)
    await club.fair_play.require(who, found)
    club.limits.take("explain", person=who or "", address=address_of(request))
    situation = as_related_game(found)
    order = order_about(EXPLANATION, HINTS, situation, {"turn": data.turn})
    answer = await asked(club.job_queue, order)
    if answer is not None:
        told = msgspec.json.decode(answer, type=TurnExplanation)
    else:
        told = await in_turn(lambda: explained(situation, data.turn))
    # The map tells what each roll of the opponent leads to: a turn further than the position itself.
    await club.fair_play.require(who, found, also=await asyncio.to_thread(mapped, found, told))
    return told


def explanation_found(payload: Mapping[str, Any]) -> TurnExplanation:
    """The explanation that a job asks for."""
    return explained(understood(payload["position"]), payload["turn"])


def mapped(situation: Situation, told: TurnExplanation) -> list[Situation]:
    """The situations of an explanation's roll map: each roll of the opponent after both turns."""
    if not told.rolls:
        return []
    found = [find_turn(situation, text) for text in (told.best, told.played)]
    after = [end_turn(situation, final, len(turn.moves)) for turn, final in found]
    return [replace(one, roll=roll) for one in after for roll in ROLLS]


@lru_cache(maxsize=MOST_KEPT)
def explained(situation: Situation, turn: str | None) -> TurnExplanation:
    """The explanation of a turn in all languages.

    Raises:
        IllegalActError: no turn is due.
        IllegalTurnError: the turn is illegal.
    """
    # Each imports NumPy.
    from nardy.coach import explain, grouped, plan_sentence, sentences  # noqa: PLC0415
    from nardy.coach.replies import PLIES  # noqa: PLC0415

    found = explain(situation, turn)
    return TurnExplanation(
        best=str(found.best),
        best_moves=moves_of(found.best),
        played=str(found.played),
        played_moves=moves_of(found.played),
        is_best=found.is_best,
        loss=found.loss,
        plies=PLIES,
        says={language: sentences(found, language) for language in LANGUAGES},
        plan={language: plan_sentence(found, language) for language in LANGUAGES},
        rolls=[
            ExplainedRoll((line.roll.high, line.roll.low), line.best, line.played, line.group)
            for line in found.rolls
        ],
        groups=[
            RollGroup(name, rolls, part) for name, (rolls, part) in grouped(found.rolls).items()
        ],
    )


def moves_of(turn: Turn) -> list[tuple[int, int]]:
    """The moves for the page's arrows."""
    return [(move.origin, move.target) for move in turn.moves]
