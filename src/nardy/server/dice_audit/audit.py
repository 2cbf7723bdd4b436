"""Audit of all dice: count them by a second method, and derive them from their seeds."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from nardy.core.events import Rolled, RolledOff
from nardy.errors import NardyError
from nardy.formats.proof import check
from nardy.server.dice_audit.service import DiceStatistics
from nardy.server.dice_counts.recount import recount
from nardy.server.dice_counts.tally import CountedThrow
from nardy.server.errors import DamagedLogError
from nardy.server.protocol.dice import DiceCounts
from nardy.server.rooms.dice import proof_of
from nardy.server.seats import is_bot
from nardy.server.store import dice_counts, log
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LogEntry, RoomRecord


@dataclass
class Audit:
    """The result of an audit."""

    counts: DiceCounts
    """The independent counts."""
    is_same: bool
    """Whether they equal the counts shown on the page."""
    derived: int = 0
    """Throws verified from the seed of their room and the players' reveals."""
    unnoted: int = 0
    """Throws without recorded reveals, which cannot be verified."""
    wrong: list[str] = field(default_factory=list[str])
    """One message for each room whose dice do not match its seed, or whose log is damaged."""


async def audit(store: Writer, tell: Callable[[int, int], None]) -> Audit:
    """Audit every finished room, while the club may be running; *tell* gets the number of rooms done and of all."""
    while not (await DiceStatistics(store).counts()).is_complete:
        pass
    counts, rooms = await store.read(dice_counts.counted_rooms)
    found, every = Audit(counts, is_same=True), list[list[CountedThrow]]()
    for number, room_id in enumerate(rooms, 1):
        try:
            loaded = await store.read(functools.partial(log.load_room, room_id=room_id))
        except DamagedLogError as error:
            found.wrong.append(str(error))
            loaded = None
        if loaded is not None:
            every.append(throws_of(*loaded))
            _derive(found, *loaded)
        tell(number, len(rooms))
    again = recount(every)
    return replace(found, counts=again, is_same=again == counts)


def throws_of(record: RoomRecord, entries: Sequence[LogEntry]) -> list[CountedThrow]:
    """The throws of a room, in order."""
    found: list[CountedThrow] = []
    for event in (entry.event for entry in entries):
        if isinstance(event, RolledOff):
            found.append(CountedThrow("both", None, (event.white, event.black)))
        elif isinstance(event, Rolled):
            seat = "white" if event.player == "white" else "black"
            sits = record.white if seat == "white" else record.black
            found.append(CountedThrow("bots" if is_bot(sits) else "people", seat, event.dice))
    return found


def _derive(found: Audit, record: RoomRecord, entries: Sequence[LogEntry]) -> None:
    """Verify the dice of a room from its seed."""
    proof = proof_of(record, entries)
    found.unnoted += len(throws_of(record, entries)) - len(proof.throws)
    if not proof.throws:
        return
    try:
        check(replace(proof, seed=bytes.fromhex(record.seed)))
    except NardyError as error:
        found.wrong.append(f"room {record.id}: {error}")
    else:
        found.derived += len(proof.throws)
