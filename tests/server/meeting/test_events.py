from nardy.server.meeting.events import Challenged, MeetingEvents


def test_every_listener_hears_of_a_challenge_once() -> None:
    events, heard = MeetingEvents(), list[tuple[int, Challenged]]()
    for number in (1, 2):
        events.listen(lambda event, number=number: heard.append((number, event)))
    event = Challenged("b", "a", "room", ("tapa",), 0, None, is_rated=False)
    events.challenged(event)
    assert heard == [(1, event), (2, event)]
