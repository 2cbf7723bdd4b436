import asyncio
import gc

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.relay.pages import Line, Page, an_owner, message, relay_of, run, until
from tests.server.relay.stand_ins import OTHER, ROOM, StandIn, switchboard_of

from nardy.server.relay.line_reports import MARK, LineReport, read, written
from nardy.server.relay.relayed_page import ReportedHealth
from nardy.server.relay.routes import shard_of_message

REPORTS = st.builds(LineReport, st.integers(0, 2**31), st.integers(0, 2**31), is_left=st.booleans())


@given(REPORTS)
def test_a_report_is_read_as_it_was_written(report: LineReport) -> None:
    assert read(written(report)) == report


@given(st.text(max_size=60).filter(lambda text: not text.startswith(MARK)))
def test_a_text_without_the_mark_is_a_message(text: str) -> None:
    assert read(text) is None


@given(st.recursive(st.text() | st.integers() | st.none(), lambda x: st.dictionaries(st.text(), x)))
def test_no_message_begins_as_a_report_does(value: object) -> None:
    assert read(msgspec.json.encode(value).decode()) is None


@given(REPORTS)
def test_a_report_of_a_client_is_about_no_room_so_it_is_not_passed_on(report: LineReport) -> None:
    """A page that sends one is answered by its own process, as one that sends nonsense."""
    assert shard_of_message(written(report)) is None
    assert shard_of_message(f' {MARK}{{"type":"watch","room":"r"}}') is None


@pytest.mark.parametrize("text", ["#", "#[]", "#{", '#{"silence":"x"}', "##{}"])
def test_a_report_that_is_none_is_an_error(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read(text)


def test_another_version_may_tell_more() -> None:
    assert read('#{"jitter":5,"silence":7}') == LineReport(silence=7)


def test_the_owner_learns_how_the_line_is_and_how_the_page_left() -> None:
    async def test() -> None:
        async with an_owner() as owner:
            line = Line()
            page = Page(line)
            relay = relay_of(page, switchboard_of(StandIn(everything_at=owner.address)))
            await relay.take(message())
            await relay.take(message())
            await until(lambda: len(page.told) == 2)
            # Before the message that it belongs to, and only where it has changed.
            assert [text[0] for text in owner.heard] == [MARK, "{", "{"]
            line.round_trip = 90
            await relay.take(message())
            await until(lambda: len(page.told) == 3)
            line.is_left = True
            await relay.close()
            await until(lambda: len(owner.reports) == 3)
            reports = [(one.round_trip, one.is_left) for one in owner.reports]
            assert reports == [(20, False), (90, False), (90, True)]

    run(test)


def test_the_owner_learns_at_a_beat_that_a_page_has_fallen_silent_and_is_back() -> None:
    """Once each: with a thousand pages that a network has lost, more would be many."""

    async def test() -> None:
        async with an_owner() as one, an_owner() as two:
            line = Line()
            page = Page(line)
            switch = switchboard_of(StandIn(at={ROOM: one.address, OTHER: two.address}))
            relay = relay_of(page, switch)
            for room in (ROOM, OTHER):
                await relay.take(message(room))
            for silence in (0, 900, 8_000, 9_000, 900, 0, 1_001):
                line.silence = silence
                switch.look_round()
                await asyncio.sleep(0)
            await until(lambda: all(len(owner.reports) == 4 for owner in (one, two)))
            for owner in (one, two):
                told = [report.silence for report in owner.reports]
                assert told == [0, 8_000, 900, 1_001]
            # The next message tells the rest.
            line.silence = 0
            await relay.take(message())
            await until(lambda: len(one.reports) == 5)
            health = ReportedHealth()
            for report in one.reports[:2]:
                health.learn(report)
            assert health.silence >= 8_000
            await relay.close()

    run(test)


def test_a_silence_is_told_to_no_owner_that_has_gone_meanwhile() -> None:
    async def test() -> None:
        failed = list[object]()
        asyncio.get_running_loop().set_exception_handler(lambda _, told: failed.append(told))
        async with an_owner() as owner:
            page = Page(line := Line())
            switch = switchboard_of(StandIn(everything_at=owner.address))
            relay = relay_of(page, switch)
            await relay.take(message())
            line.silence = 8_000
            relay._lines[owner.address].transport.abort()  # noqa: SLF001
            switch.look_round()
            await until(lambda: page.is_sent_away)
            await relay.close()
        gc.collect()
        assert failed == []

    run(test)


def test_a_page_without_measurements_has_none_to_tell() -> None:
    async def test() -> None:
        async with an_owner() as owner:
            switch = switchboard_of(StandIn(everything_at=owner.address))
            relay = relay_of(page := Page(), switch)
            await relay.take(message())
            switch.look_round()
            await relay.take(message())
            await until(lambda: len(page.told) == 2)
            assert owner.reports == []
            await relay.close()

    run(test)
