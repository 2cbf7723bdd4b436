"""The games that a worker reviews, read from the database of the club."""

from collections import OrderedDict
from typing import Any

import msgspec
import sqlalchemy as sql

from nardy.errors import NardyError
from nardy.server.analysis.review_parts import EventLog, ReviewSource, guessed_turns, match_game
from nardy.server.games.related_games import find_related_game
from nardy.server.games.rule_versions import RuleVersions, read_versions
from nardy.server.jobs.opening import again_if_lost, looking_engine
from nardy.server.store import log, rule_versions
from nardy.server.store.database.address import Database
from nardy.server.store.uploaded_match_tables import uploaded_match

MOST_KEPT = 4
"""Games in memory: the parts of one game come one after the other."""


class ReviewSources:
    """Finished rooms and uploaded matches of a club."""

    def __init__(self, database: Database) -> None:
        self._engine = looking_engine(database)
        self._kept: OrderedDict[ReviewSource, EventLog] = OrderedDict()

    def read(self, source: ReviewSource) -> EventLog:
        """What was played there.

        Raises:
            NardyError: it is not there any more.
        """
        if source not in self._kept:
            read = _room if source.of == "room" else _match
            self._kept[source] = again_if_lost(self._engine, lambda c: read(c, source.id))
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[source]

    def close(self) -> None:
        self._engine.dispose()


def _room(connection: sql.Connection, room_id: str) -> EventLog:
    found = log.load_room(connection, room_id)
    if found is None:
        raise NardyError(f"expected the id of a room, got {room_id!r:.40}")
    record, entries = found
    versions = RuleVersions(read_versions(rule_versions.kept(connection)))
    rules = [versions.recall(game) for game in record.games]
    return EventLog([entry.event for entry in entries], find_related_game(rules))


def _match(connection: sql.Connection, match_id: str) -> EventLog:
    query = sql.select(uploaded_match.c.game, uploaded_match.c.record)
    found = connection.execute(query.where(uploaded_match.c.id == match_id)).one_or_none()
    if found is None:
        raise NardyError(f"expected the id of a match, got {match_id!r:.40}")
    record: dict[str, Any] = msgspec.json.decode(found.record)
    return match_game(record["events"], found.game, guessed_turns(record))
