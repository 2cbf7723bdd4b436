"""The dice fall in a match: what happens by it, as the log will have it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nardy.core.dice import Roll
from nardy.core.events import Event
from nardy.core.game import Game
from nardy.core.legal import Reaches
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.refusal import refuse_act, require_phase
from nardy.core.situation import Phase
from nardy.server.rooms.dice import AskLinks, RoomDice, note_of
from nardy.server.turns.actions import dance

Told = tuple[Event, Mapping[str, Any]]
"""An event, and what the server notes beside it."""


@dataclass(frozen=True, slots=True)
class RollContext:
    """A match, what its dice fall from, and what is known of the turn that is due."""

    match: Match
    throws: RoomDice
    ask: AskLinks
    reaches: Reaches


def bare(events: Sequence[Event]) -> list[Told]:
    """Events beside which nothing is noted."""
    return [(event, {}) for event in events]


def changed(match: Match, does: Callable[[], object]) -> tuple[Event, ...]:
    """The events of what is done."""
    games, before = len(match.games), len(match.game.events)
    does()
    is_another = len(match.games) != games
    return match.game.events[0 if is_another else before :]


def require_roll(game: Game, player: Player) -> None:
    """Refuse a roll that is not due; a roll-off is anybody's.

    Raises:
        IllegalActError: it is another's turn, or he has rolled.
    """
    if game.phase is not Phase.OPENING:
        if player is not game.to_act:
            refuse_act("not-yours", game.situation, "roll")
        require_phase(game.situation, Phase.ROLL, "roll")


async def roll(table: RollContext, offered: Mapping[Player, bytes]) -> list[Told]:
    """One throw, *offered* the links that have come already, and the turns that nobody can play."""
    return [*await _throw(table, offered), *dances(table)]


def dances(table: RollContext) -> list[Told]:
    """The turns that nobody can play."""
    return bare(changed(table.match, lambda: dance(table.match.game, table.reaches)))


async def _throw(table: RollContext, offered: Mapping[Player, bytes]) -> list[Told]:
    """One throw, as the seed and the players' links have it."""
    game = table.match.game
    (first, second), links = await table.throws.next(table.ask, offered)
    table.throws.keep(links)
    if game.phase is Phase.OPENING:
        events = changed(table.match, lambda: game.open(first, second))
    else:
        events = changed(table.match, lambda: game.roll(Roll.of(first, second)))
    return [(event, note_of(links)) for event in events]
