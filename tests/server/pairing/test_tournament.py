from tests.server.pairing.played_out import begun

from nardy.server.pairing.events import (
    Entered,
    Left,
    MeetingEnded,
    Paired,
    event_from_text,
    event_to_text,
)
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import MeetingResult, Pairing, TournamentTerms

ENTERED = [Entered(1, "guest:a", 1500), Entered(2, "guest:b"), Entered(3, "bot:baseline")]


def test_a_person_enters_once_and_a_bot_as_often_as_it_is_sent() -> None:
    events = [*ENTERED, Entered(4, "bot:baseline"), Left(5, 1), Entered(6, "guest:a", 9)]
    now = Tournament.of(TournamentTerms("swiss"), "s", events)
    assert [one.who for one in now.entrants] == ["guest:a", "guest:b", *["bot:baseline"] * 2]
    assert now.number_of("guest:a") == 1
    assert now.entrant(1).is_in
    assert now.entrant(1).rating == 1500
    assert now.version == 6


def test_a_bye_is_won_and_who_has_left_has_lost_at_once() -> None:
    pairings = (Pairing(1, 2, "r"), Pairing(3, None))
    now = Tournament.of(
        TournamentTerms("swiss"), "s", [*ENTERED, Left(4, 2), Paired(5, 1, pairings)]
    )
    assert [meeting.result for meeting in now.meetings] == [
        MeetingResult(1, 0, is_played=False),
        MeetingResult(1, 0, is_played=False),
    ]
    assert now.starters == (1, 3)
    assert now.begun == 5


def test_a_meeting_goes_on_until_its_result() -> None:
    now = Tournament.of(
        TournamentTerms("swiss"), "s", [*ENTERED, Paired(4, 1, (Pairing(2, 1, "r"),))]
    )
    assert [meeting.table for meeting in now.open] == [1]
    assert now.meetings_of(1)[0].points(1) is None
    now = now.after(MeetingEnded(9, 1, MeetingResult(0, 1)))
    assert not now.open
    assert (now.meetings[0].points(1), now.meetings[0].points(2), now.meetings[0].ended) == (
        1,
        0,
        9,
    )
    assert now.meetings[0].opponent(1) == 2
    # Leaving later changes nothing of what was played.
    assert now.after(Left(10, 1)).meetings == now.meetings


def test_who_was_removed_stays_so_when_they_leave_as_well() -> None:
    played = begun(TournamentTerms("arena", minutes=1), 2)
    assert event_to_text(Left(1, 2)) == '{"type":"left","at":1,"number":2}'
    removed = Left(1, 2, removed=True)
    assert event_from_text(event_to_text(removed)) == removed
    played.add(removed)
    played.leave(2)
    assert [one.is_removed for one in played.now.entrants] == [False, True]
    assert [one.number for one in played.now.inside] == [1]
