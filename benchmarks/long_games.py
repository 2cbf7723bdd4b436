"""Games of a club that have gone on for a while: their logs are as long as after an hour, at once."""

import itertools
import random
from collections.abc import Sequence

import msgspec
import psycopg
from wire import Move, Node, walk

from nardy.core.dice import Roll
from nardy.core.events import Event
from nardy.core.match import Match
from nardy.core.situation import Phase
from nardy.server.games.rule_versions import FAMILY
from nardy.server.protocol.messages import Act
from nardy.server.store import log
from nardy.server.store.log import LogEntry
from nardy.server.timestamps import now
from nardy.server.turns.actions import dance, perform
from nardy.server.turns.move_graph import nodes_of

CLOCK = [6_000_000, 6_000_000, 8_000]
"""As Timing.stand has it: milliseconds of White and Black, and those that are free in this turn."""
DIFFERENT = 5
"""So many different games are enough."""
_INSERT = """
INSERT INTO entry (room, number, event, key, at, note)
VALUES (%(room)s, %(number)s, %(event)s, %(key)s, %(at)s, %(note)s)
"""


def lengthen(database: str, rooms: Sequence[str], game: str, length: int, entries: int) -> None:
    """Go on with rooms that have just been made, until their logs have so many entries; no cube is turned.

    Their processes find out at the next act, which is stale, and read them again.
    """
    some = [
        _events(Match(FAMILY.recall(game), length), random.Random(seed), entries)
        for seed in range(DIFFERENT)
    ]
    with psycopg.connect(database, autocommit=True) as connection:
        for room, events in zip(rooms, itertools.cycle(some), strict=False):
            # The first one is there: a room begins with it.
            logged = [LogEntry(one, now(), None, {"clock": CLOCK}) for one in events[1:]]
            rows = log.append_of(room, 1, logged).rows
            with connection.transaction(), connection.cursor() as cursor:
                # Some have had their first throw by now.
                cursor.execute("SELECT 1 FROM room WHERE id = %s FOR UPDATE", [room])
                cursor.execute("DELETE FROM entry WHERE room = %s AND number > 1", [room])
                cursor.executemany(_INSERT, rows)
                cursor.execute(
                    "UPDATE room SET version = %s, tips = %s WHERE id = %s",
                    [len(events), '{"white": "", "black": ""}', room],
                )


def _events(match: Match, rng: random.Random, entries: int) -> list[Event]:
    while len(found := [*itertools.chain(*(game.events for game in match.games))]) < entries:
        game, thrown = match.game, (rng.randint(1, 6), rng.randint(1, 6))
        match game.phase:
            case Phase.OPENING:
                game.open(*thrown)
            case Phase.ROLL:
                game.roll(Roll.of(*thrown))
                dance(game, {})
            case Phase.TURN:
                nodes = [
                    Node([Move(one.origin, one.to, one.then) for one in node.moves])
                    for node in nodes_of(game.situation, (), {})
                ]
                order = {"room": "", "id": "", "version": 1, "act": "play", "moves": walk(nodes)}
                perform(game, game.to_act, msgspec.convert(order, Act), {})
            case _:
                match.next_game()
    return found
