import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.server.databases import rows_of_all

from nardy.server.store import accounts, guests, merge_guest, notice_channels, outbox
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.merge_guest import MergedIds
from nardy.server.store.notice_channels import (
    MOST_SUBSCRIPTIONS,
    MailAddress,
    NoticeChoice,
    Subscription,
)
from nardy.server.store.outbox import NewNotice

ADDRESS = MailAddress("a", "anna@mail.example", "confirm-code", "leave-code", 1)


def subscription(name: str, who: str = "a", since: int = 1) -> Subscription:
    session = guests.hashed(f"token-{who}")
    return Subscription(
        name, f"https://push.example/{name}", "point-of", "secret-of", session, since
    )


def with_two(folder: Path, job: Callable[[Any], Any]) -> Any:
    """What a job answers in a club with the guest a and the account b."""
    store = open_store(folder / "club.db")

    def do(connection: Any) -> Any:
        for who in "ab":
            guests.add_guest(connection, Guest(who, who), f"token-{who}", 1)
        accounts.add_account(connection, Account("b", "b", "", "member"), 1)
        return job(connection)

    try:
        return asyncio.run(store.run(do))
    finally:
        store.close()


def fill(connection: Any, who: str = "a") -> None:
    """Everything that may be stored about notices of a person."""
    notice_channels.choose(connection, who, NoticeChoice(push="turn", language="ru"))
    notice_channels.subscribe(connection, who, subscription("one", who))
    notice_channels.set_address(connection, ADDRESS)
    new = NewNotice(kind="turn", key="turn r 1", game="tapa", path="/play/r", due=1, until=9)
    outbox.put(connection, who, new, 1)


def test_an_export_has_the_address_but_no_keys_and_no_codes(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        fill(connection)
        return accounts.export_of(connection, "a")

    told = with_two(tmp_path, job)
    assert told["notice_choice"] == [
        {"push": "turn", "mail": notice_channels.USUAL, "language": "ru"}
    ]
    assert told["mail_address"] == [{"address": "anna@mail.example", "confirmed": None, "since": 1}]
    assert told["push_subscriptions"] == [{"endpoint": "https://push.example/one", "since": 1}]
    assert [one["kind"] for one in told["notices"]] == ["turn"]
    for secret in ("confirm-code", "leave-code", "secret-of", "point-of"):
        assert secret not in str(told)


def test_a_deleted_person_leaves_nothing_and_gets_nothing(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        fill(connection)
        accounts.forget(connection, "a")
        fill(connection)

    with_two(tmp_path, job)
    dump = str(rows_of_all(tmp_path / "club.db"))
    assert "'a'" in dump
    for text in ("anna@mail.example", "push.example", "turn r 1"):
        assert text not in dump


def test_a_guest_who_becomes_an_account_takes_no_address_along(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        fill(connection)
        merge_guest.join(connection, MergedIds("guest:a", "guest:b"))
        return (
            notice_channels.address_of(connection, "b"),
            notice_channels.subscriptions_of(connection, "b"),
        )

    # The guest's session ends, and with it the subscription, until the browser subscribes anew.
    assert with_two(tmp_path, job) == (None, [])


def test_one_browser_tells_one_person(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        notice_channels.subscribe(connection, "a", subscription("one", "a"))
        notice_channels.subscribe(connection, "b", subscription("one", "b"))
        return [notice_channels.subscriptions_of(connection, who) for who in "ab"]

    assert with_two(tmp_path, job) == [[], [subscription("one", "b")]]


def test_a_subscription_that_comes_again_keeps_its_id(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        first = subscription("one")
        notice_channels.subscribe(connection, "a", first)
        again = Subscription("two", first.endpoint, "new", "new", first.session, 5)
        notice_channels.subscribe(connection, "a", again)
        return notice_channels.subscriptions_of(connection, "a")

    [kept] = with_two(tmp_path, job)
    assert (kept.id, kept.p256dh, kept.since) == ("one", "new", 1)


def test_a_new_browser_takes_the_place_of_the_oldest(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        for number in range(MOST_SUBSCRIPTIONS + 2):
            notice_channels.subscribe(connection, "a", subscription(str(number), since=number))
        return [one.id for one in notice_channels.subscriptions_of(connection, "a")]

    assert with_two(tmp_path, job) == [str(number) for number in range(11, 1, -1)]


def test_an_address_that_nobody_confirmed_is_removed(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        notice_channels.set_address(connection, ADDRESS)
        confirmed = MailAddress("b", "b@mail.example", "c", "l", 1, confirmed=1)
        notice_channels.set_address(connection, confirmed)
        notice_channels.remove_unconfirmed(connection, 2)
        return [notice_channels.address_of(connection, who) for who in "ab"]

    gone, kept = with_two(tmp_path, job)
    assert gone is None
    assert kept is not None
