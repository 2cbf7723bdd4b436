"""Pages whose rooms are at other processes: real connections on loopback, and stand-ins for the rest."""

import asyncio
import contextlib
import socket

import pytest
from tests.server.relay.pages import Line, Page, an_owner, message, relay_of, run, until
from tests.server.relay.stand_ins import OTHER, ROOM, SECRET_TEXT, StandIn, switchboard_of

from nardy.server.relay import page_relay
from nardy.server.relay.page_relay import CLOSE_SECONDS
from nardy.server.relay.switchboard import Switchboard
from nardy.server.shards.numbers import shard_of


def test_messages_go_to_the_owner_in_their_order_and_answers_come_back() -> None:
    async def test() -> None:
        async with an_owner() as owner:
            page, switch = Page(), switchboard_of(StandIn(everything_at=owner.address))
            relay = relay_of(page, switch)
            texts = [message() + " " * n for n in range(10)]
            for text in texts:
                await relay.take(text)
            await until(lambda: len(page.told) == 10)
            assert owner.messages == texts
            assert page.told == [str(n + 1).encode() for n in range(10)]
            assert page.heard == []
            assert len(owner.lines) == 1
            headers = owner.lines[0].request.headers  # type: ignore[union-attr]
            assert headers["x-nardy-relay"] == SECRET_TEXT
            assert headers["x-nardy-client"] == "192.0.2.7"
            assert headers["x-nardy-host"] == "club"
            assert headers["cookie"] == "nardy=me"
            assert switch.relayed == 10
            await relay.close()

    run(test)


@pytest.mark.parametrize("text", ['{"type": "lobby"}', "#{}", "nonsense", "", '{"room": 7}'])
def test_what_is_about_no_room_stays_here(text: str) -> None:
    """A report of the page's own is no exception: it would tell the owner whatever the page likes."""

    async def test() -> None:
        async with an_owner() as owner:
            page = Page()
            relay = relay_of(page, switchboard_of(StandIn(everything_at=owner.address)))
            await relay.take(text)
            assert page.heard == [text]
            assert owner.lines == []
            await relay.close()

    run(test)


def test_rooms_of_two_processes_have_a_connection_each_and_ones_own_none() -> None:
    async def test() -> None:
        async with an_owner() as one, an_owner() as two:
            own = StandIn(at={ROOM: one.address, OTHER: two.address})
            own.mine.add(shard_of("mine"))
            page = Page()
            relay = relay_of(page, switchboard_of(own))
            for room in (ROOM, OTHER, "mine", ROOM):
                await relay.take(message(room))
            await until(lambda: len(page.told) == 3)
            assert (len(one.messages), len(two.messages)) == (2, 1)
            assert page.heard == [message("mine")]
            await relay.close()
            await until(lambda: all(line.close_code for line in (*one.lines, *two.lines)))

    run(test)


def test_a_message_waits_for_an_owner_and_is_sent_once() -> None:
    async def test() -> None:
        async with an_owner() as owner:
            own, page = StandIn(everything_at="127.0.0.1:1"), Page()
            switch = switchboard_of(own)
            relay = relay_of(page, switch)
            waiting = asyncio.create_task(relay.take(message()))
            await asyncio.sleep(0.05)
            own.everything_at = None
            switch.look_round()
            await asyncio.sleep(0.02)
            assert not waiting.done()
            own.everything_at = owner.address
            switch.look_round()
            await waiting
            await until(lambda: len(page.told) == 1)
            assert owner.messages == [message()]
            await relay.close()

    run(test)


def test_a_message_that_waits_is_heard_here_once_this_process_is_the_owner() -> None:
    async def test() -> None:
        own, page = StandIn(), Page()
        switch = switchboard_of(own)
        waiting = asyncio.create_task((relay := relay_of(page, switch)).take(message()))
        await asyncio.sleep(0.01)
        own.is_mine = True
        switch.look_round()
        await waiting
        assert page.heard == [message()]
        await relay.close()

    run(test)


def test_an_owner_that_takes_no_connections_is_suspected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_relay, "OWNER_SECONDS", 0.2)

    async def test() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            address = f"127.0.0.1:{listener.getsockname()[1]}"
        own, page = StandIn(everything_at=address), Page()
        relay = relay_of(page, switchboard_of(own))
        await relay.take(message())
        assert own.suspected == [address]
        assert page.is_sent_away
        await relay.close()

    run(test)


@pytest.mark.parametrize("how", ["nobody", "refuses", "silent"])
def test_without_an_owner_the_page_comes_again(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is none, it does not know this process, or it is frozen in the middle of a handshake."""
    monkeypatch.setattr(page_relay, "OWNER_SECONDS", 0.3)

    ended = list[bool]()

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n")
        await wait(reader, writer)

    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ended.append(False)
        with contextlib.suppress(OSError):
            await reader.read()
            writer.close()
            await writer.wait_closed()
        ended.remove(False)

    async def test() -> None:
        other = await asyncio.start_server(refuse if how == "refuses" else wait, "127.0.0.1", 0)
        address = f"127.0.0.1:{other.sockets[0].getsockname()[1]}"
        page = Page()
        switch = switchboard_of(StandIn(everything_at=None if how == "nobody" else address))
        relay = relay_of(page, switch)
        beats = asyncio.create_task(beat(switch))
        await relay.take(message())
        assert page.is_sent_away
        assert page.heard == []
        assert switch.ownership.suspected == []  # type: ignore[attr-defined]
        beats.cancel()
        await relay.close()
        other.close()
        await until(lambda: not ended)

    async def beat(switch: Switchboard) -> None:
        while True:
            await asyncio.sleep(0.05)
            switch.look_round()

    run(test)


@pytest.mark.parametrize("change", ["elsewhere", "here", "nowhere"])
def test_a_page_comes_again_when_its_room_has_moved(change: str) -> None:
    async def test() -> None:
        async with an_owner() as owner:
            own, page = StandIn(at={ROOM: owner.address}), Page()
            switch = switchboard_of(own)
            relay = relay_of(page, switch)
            await relay.take(message())
            switch.look_round()
            assert not page.is_sent_away
            own.at[shard_of(OTHER)] = "192.0.2.1:1"  # another room
            switch.look_round()
            assert not page.is_sent_away
            if change == "elsewhere":
                own.at[shard_of(ROOM)] = "192.0.2.1:1"
            elif change == "here":
                own.mine.add(shard_of(ROOM))
            else:
                own.at.clear()
            switch.look_round()
            assert page.is_sent_away
            await relay.close()

    run(test)


def test_an_owner_to_whom_many_pages_come_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pages of a process that died come to it: who connects again stands at the end of the queue."""
    monkeypatch.setattr(page_relay, "CLOSE_SECONDS", 0.05)

    async def test() -> None:
        async with an_owner(slow=0.3) as owner:
            page = Page()
            relay = relay_of(page, switchboard_of(StandIn(everything_at=owner.address)))
            await relay.take(message())
            await until(lambda: len(page.told) == 1)
            assert not page.is_sent_away
            assert len(owner.lines) == 1
            await relay.close()

    run(test)


@pytest.mark.parametrize("last", ["dead", "frozen"])
@pytest.mark.parametrize("change", ["elsewhere", "here"])
def test_a_page_that_waits_for_the_next_owner_stays_where_it_waits(change: str, last: str) -> None:
    """All pages of a process that died come at once: nobody connects another time for nothing."""

    async def test() -> None:
        with socket.socket() as frozen:
            # It takes connections, and never answers.
            frozen.bind(("127.0.0.1", 0))
            frozen.listen()
            port = frozen.getsockname()[1] if last == "frozen" else 1
            async with asyncio.timeout(CLOSE_SECONDS):
                await waits(f"127.0.0.1:{port}")

    async def waits(address: str) -> None:
        async with an_owner() as owner:
            own, page = StandIn(everything_at=address), Page()
            switch = switchboard_of(own)
            relay = relay_of(page, switch)
            taking = asyncio.create_task(relay.take(message()))
            await asyncio.sleep(0.1)
            assert not taking.done()
            if change == "elsewhere":
                own.at[shard_of(ROOM)] = owner.address
            else:
                own.mine.add(shard_of(ROOM))
            switch.look_round()
            await taking
            assert not page.is_sent_away
            assert page.heard == ([] if change == "elsewhere" else [message()])
            await until(lambda: owner.messages == ([message()] if change == "elsewhere" else []))
            await relay.close()

    run(test)


def test_a_page_comes_again_when_the_owner_has_ended_its_connection() -> None:
    async def test() -> None:
        async with an_owner() as owner:
            page = Page()
            relay = relay_of(page, switchboard_of(StandIn(everything_at=owner.address)))
            await relay.take(message())
            await until(lambda: bool(owner.lines))
            assert not page.is_sent_away
            owner.lines[0].transport.abort()
            await until(lambda: page.is_sent_away)
            await relay.close()

    run(test)


def test_a_page_that_ends_by_itself_is_not_sent_away() -> None:
    """It would be told to connect again at once, after a session that has ended."""

    async def test() -> None:
        async with an_owner() as owner:
            page = Page()
            relay = relay_of(page, switchboard_of(StandIn(everything_at=owner.address)))
            await relay.take(message())
            await relay.close()
            await until(lambda: bool(owner.lines[0].close_code))
            assert not page.is_sent_away

    run(test)


def test_a_page_that_left_meanwhile_leaves_no_relay_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner is frozen: its end must not wait for that."""
    monkeypatch.setattr(page_relay, "CLOSE_SECONDS", 0.1)

    async def test() -> None:
        async with an_owner() as owner:
            page = Page(Line())
            switch = switchboard_of(StandIn(everything_at=owner.address))
            relay = relay_of(page, switch)
            await relay.take(message())
            await until(lambda: bool(owner.lines))
            owner.lines[0].transport.pause_reading()
            async with asyncio.timeout(2):
                await relay.close()
            assert not switch.relays
            owner.lines[0].transport.resume_reading()

    run(test)
