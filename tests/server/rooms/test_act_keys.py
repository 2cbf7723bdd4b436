"""Whose act an id in the log is."""

import asyncio
from typing import Any

import pytest
from msgspec import structs
from tests.server.club_room import first_turn, order, room_in_memory

from nardy.core.events import Acted, Event, Played, Resigned, Rolled, RolledOff, Started, TakenBack
from nardy.core.player import Player
from nardy.server.errors import StaleError
from nardy.server.protocol.messages import Act
from nardy.server.rooms.act_keys import key_of, numbers_by_key
from nardy.server.rooms.room import Room
from nardy.server.store.log import LogEntry

WHITE, BLACK = Player.WHITE, Player.BLACK


def do(room: Room, act: Act, player: Player | None = None) -> int:
    return asyncio.run(room.act(player or room.match.game.to_act, act))


def begun() -> Room:
    room = room_in_memory("long-nardy")
    asyncio.run(room.begin())
    return room


def rolls(room: Room) -> int:
    return sum(isinstance(entry.event, Rolled) for entry in room.entries)


def test_the_same_id_of_two_players_is_two_acts() -> None:
    room = begun()
    first = room.match.game.to_act
    do(room, order(room, "roll", "1"))
    do(room, order(room, "play", "2", first_turn(room)))
    theirs, before = order(room, "roll", "1"), room.version
    assert room.match.game.to_act is first.opponent
    assert do(room, theirs) == room.version > before
    assert rolls(room) == 2


def test_an_act_sent_again_after_a_restart_is_done_once() -> None:
    room = begun()
    player, roll = room.match.game.to_act, order(room, "roll", "1")
    done = do(room, roll)
    again = Room(room.record, room.entries, room.needs)
    assert do(again, roll, player) == done == again.version
    with pytest.raises(StaleError):
        do(again, roll, player.opponent)
    assert rolls(again) == 1


def older(room: Room) -> Room:
    """The room as version 0.4.0 would have stored it, loaded again."""
    entries = [
        structs.replace(one, key=one.key and one.key.partition(" ")[2]) for one in room.entries
    ]
    assert any(one.key == "1" for one in entries)
    return Room(room.record, entries, room.needs)


def test_an_act_in_the_log_of_an_older_version_is_done_once() -> None:
    room = begun()
    player, roll = room.match.game.to_act, order(room, "roll", "1")
    done = do(room, roll)
    room = older(room)
    assert do(room, roll, player) == done == room.version
    do(room, order(room, "play", "2", first_turn(room)))
    theirs = order(room, "roll", "1")
    do(room, theirs)
    assert rolls(room) == 2
    assert do(room, roll, player) == done
    assert do(room, theirs, player.opponent) > done


def entries_of(*found: tuple[Event, int, str | None], note: Any = None) -> list[LogEntry]:
    return [LogEntry(event, at, key, note) for event, at, key in found]


@pytest.mark.parametrize(
    ("event", "senders"),
    [
        (Rolled("white", (6, 1)), {WHITE}),
        (Played("black", "(no move)", ()), {BLACK}),
        (Acted("black", "double"), {BLACK}),
        (Resigned("white", "single"), {WHITE}),
        (TakenBack("white", 4), {WHITE}),
        # Either player may ask for these.
        (Started("XGID="), {WHITE, BLACK}),
        (RolledOff(3, 1), {WHITE, BLACK}),
    ],
)
def test_an_older_log_tells_who_sent_an_act(event: Event, senders: set[Player]) -> None:
    found = numbers_by_key(entries_of((event, 5, "7")))
    assert found == {key_of(one, "7"): 1 for one in senders}


def test_a_dance_of_the_opponent_after_an_act_does_not_make_it_theirs() -> None:
    entries = entries_of(
        (Rolled("black", (6, 6)), 5, None),  # of another act, a millisecond before
        (Played("white", "24/18", ((24, 18),)), 6, None),
        (Played("black", "(no move)", ()), 6, "7"),
        (Rolled("black", (6, 1)), 6, "8"),
    )
    assert numbers_by_key(entries) == {"white 7": 3, "black 8": 4}


def test_an_act_in_the_millisecond_of_the_opening_throw_is_its_senders() -> None:
    entries = entries_of((RolledOff(1, 2), 5, None), (Rolled("black", (4, 3)), 5, "7"))
    assert numbers_by_key(entries) == {"black 7": 2}


def test_a_claim_in_an_older_log_was_sent_by_who_waited() -> None:
    entries = entries_of((Resigned("white", "single"), 5, None)) + entries_of(
        (Acted("black", "accept"), 5, "7"), note={"left": "white", "worth": 0.0}
    )
    assert numbers_by_key(entries) == {"black 7": 2}
