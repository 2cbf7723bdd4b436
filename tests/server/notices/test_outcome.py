from nardy.server.notices.outcome import SENT, Outcome


def test_what_was_sent_has_no_reason_and_asks_for_no_pause() -> None:
    assert Outcome("sent", "", 0.0) == SENT
