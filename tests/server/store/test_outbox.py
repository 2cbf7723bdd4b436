from pathlib import Path
from typing import Any

from tests.server.store.test_notice_channels import fill, subscription, with_two

from nardy.server.store import decisions, notice_channels, outbox
from nardy.server.store.outbox import NewNotice


def new(number: int, due: int = 1) -> NewNotice:
    about = {"kind": "turn", "game": "tapa", "path": "/play/r"}
    return NewNotice(key=f"turn r {number}", due=due, until=99, **about)


def test_a_notice_is_claimed_once_and_the_oldest_first(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        notice_channels.subscribe(connection, "a", subscription("one"))
        for number, due in ((1, 3), (2, 1), (3, 2), (4, 50)):
            outbox.put(connection, "a", new(number, due), 1)
        claims = [outbox.claim(connection, 10, 2) for _ in range(3)]
        return [[one.key for one in some] for some in claims], outbox.next_due(connection)

    assert with_two(tmp_path, job) == ([["turn r 2", "turn r 3"], ["turn r 1"], []], 50)


def test_who_is_banned_gets_no_notices(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        notice_channels.subscribe(connection, "a", subscription("one"))
        decisions.impose(connection, "a", "ban", 5)
        return [outbox.put(connection, "a", new(at), at) for at in (4, 5)]

    assert with_two(tmp_path, job) == [0, 1]


def test_only_what_was_claimed_is_marked_or_put_off(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        fill(connection)
        [waiting] = outbox.latest_of(connection, "a", 9)
        outbox.mark(connection, waiting.id, "sent", "", 5)
        outbox.put_off(connection, waiting.id, "", 90, 5)
        [same] = outbox.latest_of(connection, "a", 9)
        [claimed] = outbox.claim(connection, 10, 9)
        outbox.put_off(connection, claimed.id, "status 503", 90, 11)
        [later] = outbox.latest_of(connection, "a", 9)
        return waiting == same, claimed.tries, (later.state, later.due, later.reason)

    assert with_two(tmp_path, job) == (True, 1, ("waiting", 90, "status 503"))


def test_a_claim_without_a_mark_has_failed_but_not_what_is_still_being_sent(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        notice_channels.subscribe(connection, "a", subscription("one"))
        for number in (1, 2, 3):
            outbox.put(connection, "a", new(number, number), 1)
        first, _ = outbox.claim(connection, 2, 9)
        lost = outbox.fail_interrupted(connection, 5, [first.id])
        return lost, [one.state for one in outbox.latest_of(connection, "a", 9)]

    assert with_two(tmp_path, job) == (1, ["waiting", "failed", "sending"])


def test_old_notices_go_unless_they_wait(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        notice_channels.subscribe(connection, "a", subscription("one"))
        outbox.put(connection, "a", new(1, 1), 1)
        outbox.put(connection, "a", new(2, 50), 1)
        [claimed] = outbox.claim(connection, 10, 9)
        outbox.mark(connection, claimed.id, "sent", "", 10)
        outbox.remove_old(connection, 11)
        return [one.key for one in outbox.latest_of(connection, "a", 9)]

    assert with_two(tmp_path, job) == ["turn r 2"]
