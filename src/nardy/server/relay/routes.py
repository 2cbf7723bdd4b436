"""Which shard a message or a request is about."""

import re
from urllib.parse import parse_qsl

import msgspec
from litestar.utils.path import normalize_path

from nardy.server.shards.numbers import shard_of
from nardy.server.store.shard_tables import LEAD

# The tags of nardy.server.protocol.messages.
_SEARCHES = ("search", "endsearch")
# Limits of signing in and what a sign-in remembers between two requests are in the memory of one process.
_AT_THE_LEAD = re.compile(
    r"/api/(?:sessions(?:/passkey(?:/offer)?)?|account(?:/(?:password|recovery|codes|end))?"
    r"|passkeys(?:/(?:offer|end))?|outside/[^/]+(?:/(?:back|end))?|programs(?:/[^/]+/token)?)"
)
_OWNED = re.compile(
    r"/api/(?:rooms/(?P<room>[\w-]+)/(?:seat|again)"
    r"|challenges/(?P<challenge>[\w-]+)/end"
    r"|tournaments/(?P<tournament>[\w-]+)/.+)"
)


class _About(msgspec.Struct):
    type: str = ""
    room: str = ""
    tournament: str = ""


_read = msgspec.json.Decoder(_About)


class _NewRoom(msgspec.Struct):
    against: str = ""


_read_new_room = msgspec.json.Decoder(_NewRoom)


def shard_of_message(text: str) -> int | None:
    """The shard of a page's message; None for one that any process can answer, or refuse.

    >>> shard_of_message('{"type": "lobby"}') is None
    True
    """
    try:
        about = _read.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return _shard_about(about)


def shard_of_query(query: bytes) -> int | None:
    """The shard of the first message that a page will send, which it names in the address of its connection.

    >>> shard_of_query(b"type=watch&room=abcdefghijkl") == shard_of("abcdefghijkl")
    True
    """
    told = dict(parse_qsl(query.decode("latin-1")))
    return _shard_about(_About(*(told.get(name, "") for name in _About.__struct_fields__)))


def _shard_about(about: _About) -> int | None:
    if about.type in _SEARCHES:
        return LEAD
    name = about.room or about.tournament
    return shard_of(name) if name else None


def is_always_here(method: str, path: str) -> bool:
    """Whether a request needs no look at its body: what only reads, any process does.

    >>> is_always_here("GET", "/api/leaders"), is_always_here("GET", "/api/outside/home/back")
    (True, False)
    """
    path = normalize_path(path)
    return method != "POST" and not (
        method == "GET" and _AT_THE_LEAD.fullmatch(path) and "/outside/" in path
    )


def shard_of_request(path: str, body: bytes) -> int | None:
    """The shard of a request that changes something; None for one that any process can do."""
    # The club answers a path with more slashes as the one without.
    path = normalize_path(path)
    if _AT_THE_LEAD.fullmatch(path):
        return LEAD
    if path == "/api/rooms":
        # Who looks for a person meets those who search, and they are where searches are paired.
        return LEAD if _seeks_anyone(body) else None
    found = _OWNED.fullmatch(path)
    return shard_of(next(filter(None, found.groups()))) if found else None


def _seeks_anyone(body: bytes) -> bool:
    try:
        return _read_new_room.decode(body).against == "anyone"
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
