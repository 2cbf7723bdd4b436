import asyncio
import json
from typing import Any

import pytest
from tests.server.relay.stand_ins import OTHER, ROOM, StandIn

from nardy.server.connection.keepalive import ConnectionHealth
from nardy.server.relay.line_reports import LineReport, written
from nardy.server.relay.relayed_page import RelayedPage, ReportedHealth
from nardy.server.shards.numbers import shard_of


class Page:
    def __init__(self) -> None:
        self.line: Any = None
        self.heard = list[str]()
        self.sent_away = 0

    async def take(self, text: str) -> None:
        self.heard.append(text)

    def send_away(self) -> None:
        self.sent_away += 1


def message(room: str) -> str:
    return json.dumps({"type": "watch", "room": room})


def taken(*texts: str) -> Page:
    """A page of a process that has one room, after these texts."""

    async def go() -> Page:
        own, page = StandIn(), Page()
        own.mine.add(shard_of(ROOM))
        front = RelayedPage(page, own)  # type: ignore[arg-type]
        for text in texts:
            await front.take(text)
        await front.close()
        return page

    return asyncio.run(go())


def test_a_message_about_a_room_of_this_process_is_heard() -> None:
    assert taken(message(ROOM), '{"type": "lobby"}', "nonsense").heard == [
        message(ROOM),
        '{"type": "lobby"}',
        "nonsense",
    ]


def test_a_message_never_goes_on_to_a_third_process() -> None:
    """The room has moved: the page comes again, and finds it."""
    page = taken(message(OTHER), message(ROOM))
    assert page.heard == [message(ROOM)]
    assert page.sent_away == 1


def test_the_line_is_as_it_was_reported() -> None:
    first = taken()
    assert (first.line.round_trip, first.line.silence, first.line.is_left) == (0, 0, False)
    page = taken(written(LineReport(30, 0)), written(LineReport(44, 9, is_left=True)))
    assert (page.line.round_trip, page.line.silence, page.line.is_left) == (44, 9, True)
    assert page.heard == []


class Clock:
    """Seconds, as a test says."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_long_silence_goes_on_until_another_report() -> None:
    clock = Clock()
    line = ReportedHealth(clock=clock)
    for reported, told in ((1_001, 4_001), (1_000, 1_000), (8_000, 11_000), (0, 0)):
        line.learn(LineReport(30, reported))
        assert line.silence == reported
        clock.now += 3
        assert line.silence == told


def test_a_process_that_does_not_answer_itself_is_silent_for_its_pages() -> None:
    clock, page = Clock(), Page()
    page.line = relay = ConnectionHealth(clock)
    RelayedPage(page, StandIn())  # type: ignore[arg-type]
    relay.ask()
    clock.now = 8
    assert page.line.silence == 8_000
    page.line.learn(LineReport(30, 9_000))
    assert page.line.silence >= 9_000
    relay.answer(0.01)
    page.line.learn(LineReport(30, 0))
    assert page.line.silence == 0


def test_a_closed_relay_does_not_count_as_a_page_that_has_left() -> None:
    """The other process may have died: then the clock waits for the player as after a lost connection."""
    page = taken(written(LineReport(30, 0)))
    assert not page.line.is_left


@pytest.mark.parametrize("text", ["#", "#[]", '#{"silence": "long"}'])
def test_a_report_that_cannot_be_read_harms_no_other_message(text: str) -> None:
    """Of another version of nardy, say."""
    page = taken(text, message(ROOM))
    assert page.heard == [message(ROOM)]
    assert page.line.silence == 0
