"""The metadata of all tables: each module of tables adds its own when it is imported."""

from nardy.server.store import (
    job_tables,
    learning_tables,
    matchmaking_tables,
    notice_tables,
    packed_tables,
    review_note_tables,
    schedule_tables,
    shard_tables,
    tournament_talk_tables,
    uploaded_match_tables,
)
from nardy.server.store.schema import metadata

TABLE_MODULES = (
    job_tables,
    learning_tables,
    matchmaking_tables,
    notice_tables,
    packed_tables,
    review_note_tables,
    schedule_tables,
    shard_tables,
    tournament_talk_tables,
    uploaded_match_tables,
)

__all__ = ["TABLE_MODULES", "metadata"]
