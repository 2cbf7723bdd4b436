"""What a page is told of a room: what happened behind a number of its log, and the moment now."""

from collections.abc import Collection, Mapping
from typing import Any

from nardy.core.events import event_to_json
from nardy.server.protocol.messages import Clocks, Happened, RoomFacts, Update
from nardy.server.rooms.room import Room
from nardy.server.turns.view import seat_of

TOLD = ("time", "links", "left", "worth")
"""What everybody may read of the server's notes."""
AFTER_THE_MATCH = ("worth",)
"""What an engine thought of a claimed game: while the match goes on, players get no evaluation."""


def update(room: Room, since: int, facts: RoomFacts) -> Update:
    """What happened in a room behind number *since*, as whoever these facts are for sees it."""
    hidden = () if room.record.is_over else AFTER_THE_MATCH
    events = [
        Happened(number, entry.at, event_to_json(entry.event), _told(entry.note, hidden))
        for number, entry in enumerate(room.entries[since:], since + 1)
    ]
    nodes = room.nodes if facts.you == room.view.to_act else []
    return Update(
        room.record.id, since, room.version, events, room.view, _clocks(room), nodes, facts
    )


def _told(note: Mapping[str, Any] | None, hidden: Collection[str]) -> dict[str, Any] | None:
    """What of a note is for everybody."""
    shown = (note or {}).items()
    told = {name: value for name, value in shown if name in TOLD and name not in hidden}
    return told or None


def _clocks(room: Room) -> Clocks | None:
    if (clock := room.clock) is None:
        return None
    running = seat_of(clock.runs_for) if clock.runs_for else None
    waits = room.timing.waits if room.timing else 0
    return Clocks(clock.white, clock.black, running, clock.free, waits)
