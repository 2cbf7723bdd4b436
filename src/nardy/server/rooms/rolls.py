"""Rolling the dice of a match: the events that follow, as the log keeps them."""

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
"""An event and the server's note for the log."""


@dataclass(frozen=True, slots=True)
class RollContext:
    """A match, its dice, and cached results for the current turn."""

    match: Match
    throws: RoomDice
    ask: AskLinks
    reaches: Reaches


def bare(events: Sequence[Event]) -> list[Told]:
    """The events, each with an empty note."""
    return [(event, {}) for event in events]


def changed(match: Match, does: Callable[[], object]) -> tuple[Event, ...]:
    """Call *does* and return the new events of the match."""
    games, before = len(match.games), len(match.game.events)
    does()
    is_another = len(match.games) != games
    return match.game.events[0 if is_another else before :]


def require_roll(game: Game, player: Player) -> None:
    """Refuse a roll at the wrong moment; either player may ask for a roll-off.

    Raises:
        IllegalActError: it is the opponent's turn, or the player has rolled already.
    """
    if game.phase is not Phase.OPENING:
        if player is not game.to_act:
            refuse_act("not-yours", game.situation, "roll")
        require_phase(game.situation, Phase.ROLL, "roll")


async def roll(table: RollContext, offered: Mapping[Player, bytes]) -> list[Told]:
    """One throw and the dances after it; *offered* are links that were sent in advance."""
    return [*await _throw(table, offered), *dances(table)]


def dances(table: RollContext) -> list[Told]:
    """Play the turns without a lawful move."""
    return bare(changed(table.match, lambda: dance(table.match.game, table.reaches)))


async def _throw(table: RollContext, offered: Mapping[Player, bytes]) -> list[Told]:
    """One throw, computed from the seed and the players' links."""
    game = table.match.game
    (first, second), links = await table.throws.next(table.ask, offered)
    table.throws.keep(links)
    if game.phase is Phase.OPENING:
        events = changed(table.match, lambda: game.open(first, second))
    else:
        events = changed(table.match, lambda: game.roll(Roll.of(first, second)))
    return [(event, note_of(links)) for event in events]
