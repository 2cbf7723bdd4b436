"""Decisions of a review as JSON and back: a worker finds them, and the club shows them.

Positions are texts. Their rules are those of the game at that place of the log, so nothing is lost where no option
could say a law.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import msgspec

from nardy.core.estimates import CubeChoice, Probabilities, TurnChoice
from nardy.core.events import Event, Started
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.reading import read_situation
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.core.turn import Turn

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision


class RulesByPlace:
    """The rules of the games of a log."""

    def __init__(self, events: Sequence[Event], find: Callable[[str], Rules]) -> None:
        self._games = [
            (place, Game.from_events([event], find).rules)
            for place, event in enumerate(events)
            if isinstance(event, Started)
        ]

    def at(self, place: int) -> Rules:
        """The rules at an event, by its index."""
        return next(rules for start, rules in reversed(self._games) if start <= place)


def told(decision: "Decision") -> dict[str, object]:
    """A decision as what JSON knows."""
    found = {field.name: getattr(decision, field.name) for field in fields(decision)}
    found |= {"kind": type(decision).__name__, "before": situation_text(decision.before)}
    found["player"] = decision.player.letter
    if "choices" in found:
        found["choices"] = [_choice(one) for one in found["choices"]]
    return msgspec.to_builtins(found)


def understood(message: Mapping[str, Any], rules: RulesByPlace) -> "Decision":
    """The decision that `told` has told."""
    from nardy.analysis import cube_review, game_review  # noqa: PLC0415 (imports NumPy)

    kinds = (game_review.ReviewedTurn, cube_review.ReviewedCube, cube_review.ReviewedBomb)
    found, known = dict(message), rules.at(message["event"])
    (kind,) = (one for one in kinds if one.__name__ == found["kind"])
    del found["kind"]
    found |= {"player": Player.of_letter(found["player"]), "before": _at(found["before"], known)}
    if "choices" in found:
        found["choices"] = tuple(_understood(one, known) for one in found["choices"])
    if "choice" in found:
        found["choice"] = msgspec.convert(found["choice"], CubeChoice)
    return kind(**found)


def _choice(choice: TurnChoice) -> dict[str, object]:
    found = {field.name: getattr(choice, field.name) for field in fields(choice)}
    return {**found, "after": situation_text(choice.after)}


def _understood(message: Mapping[str, Any], rules: Rules) -> TurnChoice:
    return TurnChoice(
        turn=msgspec.convert(message["turn"], Turn),
        after=_at(message["after"], rules),
        equity=message["equity"],
        probabilities=msgspec.convert(message["probabilities"], Probabilities),
        plies=message["plies"],
        match_chance=message["match_chance"],
    )


def _at(text: str, rules: Rules) -> Situation:
    return replace(read_situation(text, lambda _: rules), rules=rules)
