import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.server.relay.headers import (
    CLIENT,
    HOST,
    OURS,
    RELAYED,
    SCHEME,
    SECRET,
    is_known,
    is_relayed,
    marked,
    passed_on,
    unmarked,
)

KEY = "a secret of the club"
NAMES = st.sampled_from(
    [
        *OURS,
        *(b"cookie", b"origin", b"host", b"content-length", b"connection", b"upgrade", b"te"),
        *(b"sec-websocket-key", b"transfer-encoding", b"user-agent", b"authorization"),
    ]
)
HEADERS = st.lists(st.tuples(NAMES, st.binary(max_size=8)), max_size=12)


def scope_of(headers: list[tuple[bytes, bytes]], client: object = ("192.0.2.7", 99)) -> dict:
    return {"type": "http", "scheme": "https", "client": client, "headers": headers}


@given(HEADERS)
def test_a_request_arrives_as_it_came_whoever_its_client_pretends_to_be(
    headers: list[tuple[bytes, bytes]],
) -> None:
    """Each header of ours that comes from outside is gone, however often it is there."""
    came = scope_of(headers)
    found = unmarked({**scope_of(marked(came, KEY), ("10.0.0.1", 1)), "scheme": "http"})
    assert found["client"][0] == "192.0.2.7"
    assert found["scheme"] == "https"
    assert is_relayed(found)
    told = [pair for pair in found["headers"] if pair[0] != b"host"]
    assert told == passed_on(headers)
    hosts = [value for name, value in found["headers"] if name == b"host"]
    assert hosts == [next((value for name, value in headers if name == b"host"), b"")]
    assert not {name for name, _ in found["headers"]} & set(OURS)


@given(HEADERS)
def test_each_header_of_ours_goes_out_once(headers: list[tuple[bytes, bytes]]) -> None:
    sent = marked(scope_of(headers), KEY)
    for name in OURS:
        assert [one for one, _ in sent].count(name) == 1
    assert dict(sent)[SECRET] == KEY.encode()
    assert dict(sent)[CLIENT] == b"192.0.2.7"
    assert dict(sent)[SCHEME] == b"https"


@pytest.mark.parametrize(
    "name",
    [
        *(b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade"),
        *(b"proxy-connection", b"host", b"content-length"),
        *(b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions"),
    ],
)
def test_what_belongs_to_one_connection_does_not_go_on(name: bytes) -> None:
    assert passed_on([(name, b"x"), (b"cookie", b"nardy=1")]) == [(b"cookie", b"nardy=1")]


def test_what_says_who_comes_goes_on() -> None:
    """Both cookies, a program's token, and what the guards against other sites look at."""
    kept = [
        (b"cookie", b"nardy=1"),
        (b"cookie", b"nardy-browser=2"),
        (b"authorization", b"Bearer x"),
        (b"origin", b"https://club.example"),
        (b"sec-fetch-site", b"same-origin"),
        (b"content-type", b"application/json"),
        (b"x-forwarded-for", b"203.0.113.9"),
    ]
    assert passed_on(kept) == kept


def test_the_length_of_a_body_is_that_of_the_relay() -> None:
    came = scope_of([(b"content-length", b"12"), (b"transfer-encoding", b"chunked")])
    found = unmarked(came)["headers"]
    assert found == [(b"host", b""), (b"content-length", b"12")]


def test_a_client_without_an_address_is_nowhere() -> None:
    assert dict(marked(scope_of([], None), KEY))[CLIENT] == b"nowhere"


@pytest.mark.parametrize(
    ("given", "is_it"),
    [
        ([(SECRET, KEY.encode())], True),
        ([], False),
        ([(SECRET, b"")], False),
        ([(SECRET, KEY.encode() + b" ")], False),
        ([(SECRET, KEY.encode()[:-1])], False),
        ([(SECRET, "ключ".encode())], False),
        ([(SECRET, b"\xff")], False),
        ([(SECRET, b"no"), (SECRET, KEY.encode())], False),
        ([(CLIENT, b"127.0.0.1"), (SCHEME, b"https"), (HOST, b"localhost")], False),
        ([(b"authorization", KEY.encode())], False),
    ],
)
def test_only_who_tells_the_secret_is_known(given: list[tuple[bytes, bytes]], is_it: bool) -> None:
    assert is_known(given, KEY) is is_it


def test_a_request_of_a_client_is_not_relayed_whatever_it_says() -> None:
    assert not is_relayed(scope_of([(RELAYED.encode(), b"1"), (SECRET, KEY.encode())]))
