"""The shards: each room belongs to one by its id, so that a process owns many rooms by few leases."""

import secrets
from collections.abc import Container
from zlib import crc32

from nardy.server.store.shard_tables import ALL, SHARDS

ID_BYTES = 9
"""Random bytes in an id; a private game is protected only by its id."""
_PART = 12
"""Letters of an id that tell its shard: all of a usual one."""


def shard_of(name: str) -> int:
    """The shard of a room or tournament.

    >>> shard_of("autumn-cup--Qx9") == shard_of("autumn-cup")
    True
    """
    return crc32(_padded(name)[:_PART].encode()) % SHARDS


def _padded(name: str) -> str:
    return f"{name:-<{_PART}}"


def new_id(shards: Container[int] = ALL) -> str:
    """A random id that cannot be guessed, in one of these *shards*, of which there must be some."""
    while True:
        found = secrets.token_urlsafe(ID_BYTES)
        if shard_of(found) in shards:
            return found


def room_id_of(tournament: str) -> str:
    """A random id of a room of a tournament: who owns the tournament owns its rooms."""
    return f"{_padded(tournament)}{secrets.token_urlsafe(ID_BYTES)}"
