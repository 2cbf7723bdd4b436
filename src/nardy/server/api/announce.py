"""What somebody announces as a tournament, and whether it can be held."""

from typing import Annotated

import msgspec

from nardy.core.clock import Control
from nardy.server.api.rooms import MOST_POINTS
from nardy.server.errors import RefusedError
from nardy.server.names import visible
from nardy.server.pairing.values import Terms
from nardy.server.protocol.tournaments import Format
from nardy.server.rooms.clock import is_slow
from nardy.server.rooms.results import require_ratable
from nardy.server.store.tournaments import Conditions
from nardy.server.timestamps import now

MOST_NAME = 60
MOST_ROUNDS = 15
MOST_MINUTES = 240
MOST_CYCLES = 2
A_MONTH = 30 * 24 * 3600 * 1000


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament to be announced."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
    game: Annotated[str, msgspec.Meta(max_length=200)]
    """As position text names it, or any name or alias; with options if you like."""
    format: Format
    clock: Annotated[str, msgspec.Meta(max_length=20)]
    """600+8 or 240d12, as for a game."""
    length: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0
    """The points of each match; 0 is a single game."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 5
    """Of a Swiss; of a round robin how often everybody meets everybody, 1 or 2."""
    minutes: Annotated[int, msgspec.Meta(ge=1, le=MOST_MINUTES)] = 60
    """How long an arena pairs."""
    rated: bool = False
    """Games between people count for their ratings."""
    starts: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)] | None = None
    """In milliseconds since 1970; null: when you say so."""
    circle: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """A club by invitation to which you belong: only its members see and enter it."""


def title_of(text: str) -> str:
    """What a tournament is called, as it is shown.

    Raises:
        RefusedError: it cannot be seen.
    """
    title = visible(text)
    if not title or not title.isprintable():
        told = f"expected a name of letters that can be seen, got {text!r:.60}"
        raise RefusedError("tournament-name", f"{told}; choose another")
    return title


def conditions_of(plan: Plan, games: tuple[str, ...]) -> Conditions:
    """What is announced beside the game.

    Raises:
        NardyError: there is no such clock, or it or the games do not go with the format.
    """
    control = Control.parse(plan.clock)
    if len(games) > 1 and not plan.length:
        told = f"expected the points of a match for {plan.game:.40}, got a single game"
        raise RefusedError("need-match", f"{told} (for example 5)")
    if plan.format == "arena" and is_slow(control):
        told = f"expected a clock of minutes for an arena, got {plan.clock!r}"
        raise RefusedError("tournament-clock", f"{told} (for example 300+5)")
    if plan.rated:
        require_ratable(games, plan.clock)
    if plan.starts is not None and not now() <= plan.starts <= now() + A_MONTH:
        told = "expected a start within the next 30 days; choose another time"
        raise RefusedError("tournament-start", told)
    rounds = min(plan.rounds, MOST_CYCLES) if plan.format == "round-robin" else plan.rounds
    terms = Terms(plan.format, rounds=rounds, minutes=plan.minutes)
    return Conditions(terms, str(control), plan.rated, plan.starts, plan.circle)
