import threading
from collections.abc import Callable

import pytest
from tests.server.databases import PostgresServer

from nardy.server.jobs.notified_bell import (
    MOST_TOGETHER,
    NotifiedBell,
    NotifyingRinger,
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


def bell_of(notifications: AtOnce, rings: list[str]) -> NotifiedBell:
    return NotifiedBell(notifications, lambda: rings.append("ring"))  # type: ignore[arg-type]


def test_a_bell_is_heard_by_its_owner_alone_and_rings_are_one_notification() -> None:
    notifications, rings = AtOnce(), list[str]()
    ringer = NotifyingRinger(notifications)  # type: ignore[arg-type]
    other, third = bell_of(notifications, []), bell_of(notifications, [])
    with bell_of(notifications, rings) as one:
        ringer.ring([one.address, "", "nobody", third.address])
        assert len(notifications.told) == 1
        assert one.wait(0)
        assert not one.has_rung()
        assert third.has_rung()
        assert not other.wait(0)
        assert rings == ["ring"]
    ringer.ring([one.address])
    assert not one.has_rung()


def test_many_addresses_fit_into_notifications() -> None:
    notifications = AtOnce()
    bells = [bell_of(notifications, []) for _ in range(MOST_TOGETHER + 1)]
    NotifyingRinger(notifications).ring([bell.address for bell in bells])  # type: ignore[arg-type]
    assert len(notifications.told) == 2
    assert all(bell.has_rung() for bell in bells)


def test_where_rings_may_have_been_lost_all_bells_ring() -> None:
    notifications, rings = AtOnce(), list[str]()
    bell = bell_of(notifications, rings)
    notifications.lose()
    assert bell.has_rung()
    assert rings == ["ring"]


def test_whoever_waits_is_woken_from_another_thread() -> None:
    bell = bell_of(AtOnce(), [])
    timer = threading.Timer(0.01, bell.wake)
    timer.start()
    assert bell.wait(20)
    timer.join()


@pytest.mark.thorough
def test_bells_of_two_processes_ring_through_the_database(postgresql: PostgresServer) -> None:
    address = postgresql.new()
    other = Notifications(address)
    with shared(address) as one, NotifiedBell(one) as bell:
        # It rings when it begins to hear, too.
        assert bell.wait(20)
        NotifyingRinger(other).ring([bell.address])
        assert bell.wait(20)
    other.close()
    postgresql.drop(address)
