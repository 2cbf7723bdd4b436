"""Ids of what is there, in the place of half of those that schemathesis makes up: see fuzz.py."""

import zlib
from typing import Any

import schemathesis

THERE = {
    "room_id": ("table", "finished", "backgammon-3"),
    "room": ("table", "finished", "backgammon-3"),
    "tournament": ("open", "swiss", "knockout", "knocked"),
    "player": ("anna", "Levan", "me"),
    "who": ("anna", "Levan", "Gayane"),
    "about": ("Mariam", "Elene"),
    "game": ("backgammon", "long-nardy", "tavli", "gul-bara"),
    "pace": ("rapid", "blitz"),
    "position": ("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31",),
    "text": ("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31",),
    "password": ("lamp gravel tuesday",),
    "clock": ("600+8", "240d12"),
    "against": ("bot", "friend", "anyone"),
    "bot": ("easy", "steady"),
    "level": ("easy", "steady"),
    "name": ("Anna of Yerevan", "Sunday cup"),
    "kind": ("swiss", "round-robin"),
    "code": ("abcd-efgh",),
}


def there(values: Any) -> Any:
    """The same with ids of what is there; which ones follows from what was made up."""
    if isinstance(values, dict):
        return {name: _there(name, value) for name, value in values.items()}
    return values


def _there(name: str, value: Any) -> Any:
    luck = zlib.crc32(repr(value).encode("utf-8", "replace"))
    known = THERE.get(name)
    return known[luck // 2 % len(known)] if known and luck % 2 else value


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: Any) -> Any:
    return there(path_parameters)


@schemathesis.hook
def map_query(context: Any, query: Any) -> Any:
    return there(query)


@schemathesis.hook
def map_body(context: Any, body: Any) -> Any:
    # An account deleted with its right password could not be used for the requests after it.
    return body if context.operation.path.endswith("/account/end") else there(body)
