import json
from typing import get_args
from urllib.parse import urlencode

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.handlers import HTTPRouteHandler

from nardy.server.app import HANDLERS
from nardy.server.protocol.messages import ToServer
from nardy.server.relay.routes import (
    is_always_here,
    shard_of_message,
    shard_of_query,
    shard_of_request,
)
from nardy.server.shards.numbers import room_id_of, shard_of
from nardy.server.store.shard_tables import LEAD

ROOM, TOURNAMENT = "abcdefghijkl", "autumn-cup--Qx9"
MESSAGES = get_args(ToServer)


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_every_message_goes_to_the_owner_of_what_it_is_about(kind: type[msgspec.Struct]) -> None:
    """A new message must name its room or tournament as the others do, or be for any process."""
    config = kind.__struct_config__
    names = {field.name for field in msgspec.structs.fields(kind)}
    text = json.dumps({"type": config.tag, "room": ROOM, "tournament": TOURNAMENT})
    only = json.dumps({"type": config.tag} | ({"room": ROOM} if "room" in names else {}))
    if config.tag in ("search", "endsearch"):
        assert shard_of_message(text) == LEAD
    elif "room" in names:
        assert shard_of_message(only) == shard_of(ROOM)
    elif "tournament" in names:
        told = json.dumps({"type": config.tag, "tournament": TOURNAMENT})
        assert shard_of_message(told) == shard_of(TOURNAMENT)
    else:
        assert names == set()
        assert shard_of_message(only) is None


@given(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["watch", "follow", "search", "lobby"])},
        optional={"room": st.text(max_size=20), "tournament": st.text(max_size=20)},
    )
)
def test_the_address_of_a_connection_leads_where_its_first_message_does(
    message: dict[str, str],
) -> None:
    query = urlencode(message).encode()
    assert shard_of_query(query) == shard_of_message(json.dumps(message))


@given(st.binary(max_size=30))
def test_any_address_has_a_shard_or_none(query: bytes) -> None:
    found = shard_of_query(query)
    assert found is None or 0 <= found <= LEAD


@given(st.text(max_size=30) | st.binary(max_size=20).map(lambda b: b.decode("latin-1")))
def test_any_text_has_a_shard_or_none(text: str) -> None:
    found = shard_of_message(text)
    assert found is None or 0 <= found <= LEAD


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "null",
        '{"type": "watch", "room": 7}',
        '{"type": "watch", "room": null}',
        '{"type": "watch", "room": ""}',
        '{"type": "watch", "room": "\\ud800"}',
        '{"type": ["watch"], "room": "r"}',
        "[" * 5000,
        '#{"is_left": true}',
    ],
)
def test_what_no_owner_would_take_is_refused_here(text: str) -> None:
    assert shard_of_message(text) is None


def test_the_room_that_counts_is_the_one_that_is_read() -> None:
    """Of a key that comes twice both readers take the last one: else a message could go past its owner."""
    text = '{"type": "leave", "room": "a", "room": "b"}'
    read = msgspec.json.decode(text, type=ToServer)
    assert shard_of_message(text) == shard_of(read.room) == shard_of("b")  # type: ignore[union-attr]


def test_a_message_with_more_than_belongs_there_reaches_no_room() -> None:
    """It could name one room for the route and another for the act."""
    for text in (
        '{"type": "follow", "tournament": "t", "room": "r"}',
        '{"type": "leave", "room": "r", "tournament": "t"}',
        '{"type": "leave", "room": "r", "tournament": 5}',
        '{"type": "search", "room": "r"}',
        '{"type": "leave", "room": "r", "type": "search"}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=ToServer)


# Requests

CHANGES = sorted(
    path
    for handler in HANDLERS
    if isinstance(handler, HTTPRouteHandler) and "POST" in handler.http_methods
    for path in handler.paths
)
ANYWHERE = (
    *("review", "mistakes", "notes"),  # they read a log, and write rows of their own
)

AT_THE_LEAD = {
    *("/api/sessions", "/api/sessions/passkey", "/api/sessions/passkey/offer"),
    *(f"/api/account{end}" for end in ("", "/codes", "/end", "/password", "/recovery")),
    *(f"/api/passkeys{end}" for end in ("", "/end", "/offer")),
    *("/api/outside/{provider:str}", "/api/outside/{provider:str}/end"),
    *("/api/programs", "/api/programs/{program:str}/token"),
}
"""One process counts attempts to sign in, and knows what a sign-in has begun."""


def test_who_comes_back_from_another_house_meets_the_process_that_sent_them() -> None:
    assert not is_always_here("GET", "/api/outside/home/back")
    assert shard_of_request("/api/outside/home/back", b"") == LEAD
    assert is_always_here("GET", "/api/rooms/x/proof")


@pytest.mark.parametrize("path", CHANGES)
def test_every_request_that_changes_a_room_or_tournament_goes_to_its_owner(path: str) -> None:
    """A new route about one belongs into `_OWNED`, or here if any process can do it."""
    filled = path.replace("{room_id:str}", ROOM).replace("{tournament:str}", TOURNAMENT)
    found = shard_of_request(filled, b"{}")
    if path.rpartition("/")[2] in ANYWHERE:
        assert found is None
    elif "{room_id:str}" in path:
        assert found == shard_of(ROOM)
    elif "{tournament:str}" in path:
        assert found == shard_of(TOURNAMENT)
    elif path in AT_THE_LEAD:
        assert found == LEAD
    else:
        assert found is None


def test_there_is_no_other_method_that_changes_anything() -> None:
    """The relay passes on POST alone."""
    methods = {method for handler in HANDLERS for method in handler.http_methods}
    assert methods <= {"GET", "HEAD", "OPTIONS", "POST"}


@given(st.lists(st.sampled_from(["/", "//", "///"]), min_size=5, max_size=5))
def test_more_slashes_change_nothing(slashes: list[str]) -> None:
    """The club answers such a path as the one without: else it would be done past the owner."""

    def path(*parts: str) -> str:
        return "".join(map("".join, zip(slashes, parts, strict=False))) + slashes[-1]

    assert shard_of_request(path("api", "rooms", ROOM, "seat"), b"") == shard_of(ROOM)
    entered = path("api", "tournaments", TOURNAMENT, "enter")
    assert shard_of_request(entered, b"") == shard_of(TOURNAMENT)
    assert shard_of_request(path("api", "rooms", "", ""), b'{"against": "anyone"}') == LEAD


def test_who_looks_for_anyone_is_where_searches_are_paired() -> None:
    assert shard_of_request("/api/rooms", b'{"against": "anyone"}') == LEAD
    for body in (b'{"against": "friend"}', b"{}", b"", b"[", b'{"against": 5}', b"\xff"):
        assert shard_of_request("/api/rooms", body) is None


def test_rooms_of_a_tournament_go_where_it_does() -> None:
    room = room_id_of(TOURNAMENT)
    assert shard_of_request(f"/api/rooms/{room}/again", b"") == shard_of(TOURNAMENT)
    assert shard_of_message(json.dumps({"type": "watch", "room": room})) == shard_of(TOURNAMENT)


@pytest.mark.parametrize(
    "path",
    [
        "/api/rooms/a b/seat",
        "/api/rooms/../seat",
        "/api/rooms//seat",
        "/api/rooms/a/seat\n",
        "http://elsewhere/api/rooms/a/seat",
        "/x/api/rooms/a/seat",
    ],
)
def test_another_path_is_passed_on_to_nobody(path: str) -> None:
    assert shard_of_request(path, b"") is None
