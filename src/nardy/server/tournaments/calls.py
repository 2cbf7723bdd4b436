"""Calls to the board: notices to the players of a round that has just been paired."""

from collections.abc import Sequence

from nardy.core.clock import Control
from nardy.server.notices.service import Facts, Notices
from nardy.server.pairing.events import Paired, TournamentEvent
from nardy.server.pairing.tournament import Tournament
from nardy.server.rooms.results import game_of
from nardy.server.store.database.writer import Connection
from nardy.server.store.tournaments import TournamentRecord
from nardy.server.timestamps import DAY_MS

LASTS = 5 * 60_000
"""Milliseconds for which a call to a board is worth it: then a player who has not come has lost."""
LASTS_LONG = DAY_MS
"""The same by correspondence."""


def put_calls(
    notices: Notices,
    connection: Connection,
    record: TournamentRecord,
    events: Sequence[TournamentEvent],
    after: Tournament,
) -> None:
    """Put a call for each player of the rounds among these events into the outbox."""
    for who, facts in calls_of(record, events, after):
        notices.put(connection, who, "round", facts)


def calls_of(
    record: TournamentRecord, events: Sequence[TournamentEvent], after: Tournament
) -> list[tuple[str, Facts]]:
    """Who is called, and what they are told; a bye calls nobody."""
    is_slow = Control.parse(record.conditions.clock).is_correspondence
    return [
        (
            after.entrant(number).who,
            Facts(
                key=f"round {pairing.room}",
                game=game_of(record.games),
                path=f"/play/{pairing.room}",
                lasts=LASTS_LONG if is_slow else LASTS,
            ),
        )
        for event in events
        if isinstance(event, Paired)
        for pairing in event.pairings
        if pairing.room
        for number in (pairing.white, pairing.black)
        if number is not None
    ]
