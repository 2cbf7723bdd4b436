import threading
from collections.abc import Callable

import pytest
from tests.server.databases import PostgresServer

from nardy.server.jobs.notified_wakeup import (
    MOST_TOGETHER,
    NotifiedWakeup,
    NotifyingSender,
)
from nardy.server.store.database.postgresql.notifications import (
    MOST_BYTES,
    Notifications,
    shared,
)


class AtOnce:
    """As `Notifications`, in this thread and without a database."""

    def __init__(self) -> None:
        self._heard = list[tuple[Callable[[str], None], Callable[[], None]]]()
        self.told = list[str]()

    def hear(
        self, _: str, heard: Callable[[str], None], anew: Callable[[], None]
    ) -> Callable[[], None]:
        one = heard, anew
        self._heard.append(one)
        return lambda: self._heard.remove(one)

    def tell(self, _: str, payload: str) -> None:
        assert len(payload.encode()) <= MOST_BYTES
        self.told.append(payload)
        for heard, _anew in self._heard:
            heard(payload)

    def lose(self) -> None:
        for _, anew in self._heard:
            anew()


def wakeup_of(notifications: AtOnce, wakeups: list[str]) -> NotifiedWakeup:
    return NotifiedWakeup(notifications, lambda: wakeups.append("wake"))  # type: ignore[arg-type]


def test_a_bell_is_heard_by_its_owner_alone_and_rings_are_one_notification() -> None:
    notifications, wakeups = AtOnce(), list[str]()
    sender = NotifyingSender(notifications)  # type: ignore[arg-type]
    other, third = wakeup_of(notifications, []), wakeup_of(notifications, [])
    with wakeup_of(notifications, wakeups) as one:
        sender.send([one.address, "", "nobody", third.address])
        assert len(notifications.told) == 1
        assert one.wait(0)
        assert not one.was_woken()
        assert third.was_woken()
        assert not other.wait(0)
        assert wakeups == ["wake"]
    sender.send([one.address])
    assert not one.was_woken()


def test_many_addresses_fit_into_notifications() -> None:
    notifications = AtOnce()
    sockets = [wakeup_of(notifications, []) for _ in range(MOST_TOGETHER + 1)]
    NotifyingSender(notifications).send([wakeup.address for wakeup in sockets])  # type: ignore[arg-type]
    assert len(notifications.told) == 2
    assert all(wakeup.was_woken() for wakeup in sockets)


def test_where_rings_may_have_been_lost_all_bells_ring() -> None:
    notifications, wakeups = AtOnce(), list[str]()
    wakeup = wakeup_of(notifications, wakeups)
    notifications.lose()
    assert wakeup.was_woken()
    assert wakeups == ["wake"]


def test_whoever_waits_is_woken_from_another_thread() -> None:
    wakeup = wakeup_of(AtOnce(), [])
    timer = threading.Timer(0.01, wakeup.wake)
    timer.start()
    assert wakeup.wait(20)
    timer.join()


@pytest.mark.thorough
def test_bells_of_two_processes_ring_through_the_database(postgresql: PostgresServer) -> None:
    address = postgresql.new()
    other = Notifications(address)
    with shared(address) as one, NotifiedWakeup(one) as wakeup:
        # It wakes when it begins to listen, too.
        assert wakeup.wait(20)
        NotifyingSender(other).send([wakeup.address])
        assert wakeup.wait(20)
    other.close()
    postgresql.drop(address)
