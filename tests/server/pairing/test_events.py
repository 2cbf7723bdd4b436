import pytest

from nardy.server.pairing.events import (
    Closed,
    Entered,
    Left,
    MeetingEnded,
    Paired,
    TournamentEvent,
    event_from_text,
    event_to_text,
)
from nardy.server.pairing.values import MeetingResult, Pairing


@pytest.mark.parametrize(
    "event",
    [
        Entered(1, "guest:a", 1500.5),
        Entered(1, "bot:nardy:0"),
        Left(2, 7),
        Paired(3, 1, (Pairing(1, 2, "room"), Pairing(3, None))),
        MeetingEnded(4, 1, MeetingResult(0.5, 0.5)),
        MeetingEnded(4, 1, MeetingResult(0, 0, is_played=False)),
        Closed(5),
    ],
)
def test_what_is_kept_is_what_happened(event: TournamentEvent) -> None:
    assert event_from_text(event_to_text(event)) == event


def test_who_entered_without_a_rating_is_seeded_as_0() -> None:
    assert event_from_text('{"type":"entered","at":1,"who":"guest:a"}') == Entered(1, "guest:a", 0)


def test_the_texts_of_old_logs_are_read_for_ever() -> None:
    """A change here breaks every database: add fields with defaults, and rename none."""
    text = '{"type":"paired","at":3,"round":1,"pairings":[{"white":1,"black":2,"room":"r"}]}'
    assert event_from_text(text) == Paired(3, 1, (Pairing(1, 2, "r"),))
    assert event_to_text(Paired(3, 1, (Pairing(1, 2, "r"),))) == text
    text = '{"type":"ended","at":4,"table":1,"result":{"white":1.0,"black":0.0,"is_played":true}}'
    assert event_to_text(MeetingEnded(4, 1, MeetingResult(1.0, 0.0))) == text
