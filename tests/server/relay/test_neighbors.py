import asyncio
import contextlib
import itertools
import logging
import socket
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.relay.stand_ins import SECRET_TEXT

from nardy.server.relay import neighbors, port
from nardy.server.relay.neighbors import (
    LOOK_SECONDS,
    STRANGER_SECONDS,
    Membership,
    Neighbors,
    Reach,
    ask,
    is_to_end,
    require_alike,
)
from nardy.server.relay.port import RelayError

OURS = Membership(SECRET_TEXT, "abc")
OTHER_SECRET = "a secret of another club of ours"  # noqa: S105 (of the tests)


async def app(scope: Any, receive: Any, send: Any) -> None:
    """The club: it answers monitors that name it."""
    is_asked = scope["path"] == "/health/live" and (b"host", b"localhost") in scope["headers"]
    status = 200 if is_asked else 403
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@contextlib.asynccontextmanager
async def process(
    secret: str, strangers: list[None] | None = None, games: str = OURS.games
) -> AsyncGenerator[str]:
    """The relay of another process."""
    noted = [] if strangers is None else strangers
    with socket.create_server(("127.0.0.1", 0)) as listener:
        async with port.serving(app, listener, secret, lambda: noted.append(None), games):
            yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_others_are_reached_or_refuse_or_are_silent() -> None:
    async def test() -> None:
        strangers = list[None]()
        async with process(SECRET_TEXT) as one, process(OTHER_SECRET, strangers) as other:
            found = await ask([one, other, "127.0.0.1:1"], OURS)
        assert list(found.values()) == [Reach.REACHED, Reach.REFUSED, Reach.SILENT]
        assert len(strangers) == 1  # the other side knows it, too
        with socket.create_server(("127.0.0.1", 0)) as frozen:
            mute = f"127.0.0.1:{frozen.getsockname()[1]}"
            assert await ask([mute], OURS, 0.1) == {mute: Reach.SILENT}

    asyncio.run(test())


def test_a_process_with_other_game_files_is_told_and_does_not_begin() -> None:
    async def test() -> None:
        strangers = list[None]()
        async with (
            process(SECRET_TEXT) as alike,
            process(SECRET_TEXT, strangers, "others") as other,
        ):
            found = await ask([alike, other], OURS)
        assert list(found.values()) == [Reach.REACHED, Reach.OTHER_GAMES]
        assert not strangers  # it knows the secret
        with pytest.raises(RelayError, match=f"others than {other}; .* with --games"):
            require_alike(found)
        assert is_to_end("zz", {other: Reach.OTHER_GAMES})

    asyncio.run(test())


def test_a_port_of_something_else_that_wants_a_password_refuses_nobody() -> None:
    async def test() -> None:
        async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = b"HTTP/1.1 401 No\r\nwww-authenticate: Basic\r\ncontent-length: 0\r\n\r\n"
            writer.write(head)
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
            require_alike(await ask([address], OURS))

    asyncio.run(test())


def test_whoever_is_refused_does_not_begin() -> None:
    require_alike({"10.0.0.1:9200": Reach.REACHED, "10.0.0.2:9200": Reach.SILENT})
    found = {"10.0.0.1:9200": Reach.REACHED, "10.0.0.2:9200": Reach.REFUSED}
    with pytest.raises(RelayError) as caught:
        require_alike(found)
    told = str(caught.value)
    assert "10.0.0.2:9200" in told
    assert told.endswith("the same file with --relay-secret")


@given(st.lists(st.booleans(), min_size=1, max_size=7))
def test_of_two_parts_that_begin_at_once_one_ends_and_the_other_goes_on(
    has_mine: list[bool],
) -> None:
    secrets = {f"10.0.0.{number}:9200": mine for number, mine in enumerate(has_mine)}

    def seen_by(me: str) -> Mapping[str, Reach]:
        return {
            one: Reach.REACHED if secrets[one] == secrets[me] else Reach.REFUSED
            for one in secrets
            if one != me
        }

    going_on = [one for one in secrets if not is_to_end(one, seen_by(one))]
    assert len({secrets[one] for one in going_on}) == 1
    # Of each part all or none.
    assert going_on == [one for one in secrets if secrets[one] == secrets[going_on[0]]]
    assert 2 * len(going_on) >= len(secrets)


def looks(found: list[Mapping[str, Reach]], monkeypatch: pytest.MonkeyPatch) -> Neighbors:
    """One that finds this at its looks, one after the other."""
    answers = iter(found)

    async def ask_them(_: frozenset[str], __: Membership, ___: float) -> Mapping[str, Reach]:
        return next(answers)

    monkeypatch.setattr(neighbors, "ask", ask_them)
    return Neighbors(frozenset, OURS)


def test_the_host_is_told_once_what_is_wrong_and_when_it_is_over(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        looking = looks(
            [{"a:1": one} for one in (Reach.REFUSED, Reach.REFUSED, Reach.REACHED, Reach.REACHED)],
            monkeypatch,
        )
        counted = list[dict[str, int]]()
        for _ in range(4):
            await looking.look()
            counted.append(dict(looking.counts))
        assert [(one["refused"], one["reached"]) for one in counted] == [(1, 0)] * 2 + [(0, 1)] * 2

    asyncio.run(test())
    first, second = caplog.records
    assert first.levelno == logging.ERROR
    assert first.getMessage() == (
        "expected the secret of this process at another one's relay (a:1), got a refusal; "
        "give all processes of the club the same file with --relay-secret"
    )
    assert "answers at its relay again (a:1)" in second.getMessage()


def test_a_process_that_is_silent_for_a_moment_is_not_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    found: list[Mapping[str, Reach]] = [
        *({"a:1": Reach.SILENT}, {"a:1": Reach.REACHED}, {"a:1": Reach.SILENT}, {}),
        *({"a:1": Reach.SILENT}, {"a:1": Reach.SILENT}, {}),
    ]

    async def test() -> None:
        looking = looks(found, monkeypatch)
        told = list[int]()
        for _ in found:
            await looking.look()
            told.append(len(caplog.records))
        assert told == [0, 0, 0, 0, 0, 1, 1]

    asyncio.run(test())
    assert "got nothing; its --relay must be" in caplog.text


def test_it_looks_when_somebody_comes_and_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at each beat, and not twice at once."""
    clock, others, asked = [0.0], set[str](), list[frozenset[str]]()
    monkeypatch.setattr(neighbors, "monotonic", lambda: clock[0])

    async def ask_them(who: frozenset[str], _: Membership, __: float) -> Mapping[str, Reach]:
        asked.append(who)
        await asyncio.sleep(0)
        return dict.fromkeys(who, Reach.REACHED)

    monkeypatch.setattr(neighbors, "ask", ask_them)

    async def test() -> None:
        looking = Neighbors(lambda: frozenset(others), OURS)

        async def beat(times: int = 1) -> None:
            for _ in range(times):
                clock[0] += 1
                looking.look_round()
                looking.look_round()
                await asyncio.sleep(0.01)

        await beat(3)
        others.add("a:1")
        await beat(3)
        assert asked == [frozenset(), frozenset({"a:1"})]
        await beat(int(LOOK_SECONDS))
        assert len(asked) == 3
        others.clear()
        await beat()
        assert len(asked) == 3
        await looking.close()

    asyncio.run(test())


def test_strangers_are_all_counted_and_told_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = itertools.count(1.0, STRANGER_SECONDS / 4)
    # Asked twice by one that is told.
    monkeypatch.setattr(neighbors, "monotonic", lambda: next(clock))
    looking = Neighbors(frozenset, OURS)
    for _ in range(9):
        looking.note_stranger()
    assert looking.strangers == 9
    assert 1 < len(caplog.records) <= 3
    (told,) = {record.getMessage() for record in caplog.records}
    assert told == (
        "expected the secret of this process at its relay, got another one; give all processes of "
        "the club the same file with --relay-secret"
    )
