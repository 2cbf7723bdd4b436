from nardy.server.pairing.values import BYE, Meeting, MeetingResult


def test_a_meeting_is_seen_from_both_sides() -> None:
    meeting = Meeting(1, 1, white=4, black=7, room="r", since=0, result=MeetingResult(0.5, 0.5))
    assert (meeting.opponent(4), meeting.opponent(7)) == (7, 4)
    assert (meeting.points(4), meeting.points(7)) == (0.5, 0.5)
    assert (meeting.holds(4), meeting.holds(5), meeting.is_open) == (True, False, False)


def test_a_bye_has_nobody_on_the_other_side() -> None:
    meeting = Meeting(1, 1, white=4, black=None, room="", since=0, result=BYE)
    assert (meeting.opponent(4), meeting.points(4)) == (None, 1)
