import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from tests.dropping_proxy import DroppingProxy
from tests.server.databases import PostgresServer, name_of

from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.postgresql import notifications
from nardy.server.store.database.postgresql.notifications import MOST_BYTES, Notifications, shared

pytestmark = pytest.mark.thorough
ANEW = "all may have changed"
SECONDS = 20


class Listener:
    """What was heard, in order."""

    def __init__(self) -> None:
        self._told: queue.SimpleQueue[str] = queue.SimpleQueue()

    def heard(self, payload: str) -> None:
        self._told.put(payload)

    def anew(self) -> None:
        self._told.put(ANEW)

    def next(self) -> str:
        return self._told.get(timeout=SECONDS)

    @property
    def is_done(self) -> bool:
        return self._told.empty()


def listening(to: Notifications, channel: str) -> tuple[Listener, Callable[[], None]]:
    """Somebody who hears a channel from now on."""
    listener = Listener()
    end = to.hear(channel, listener.heard, listener.anew)
    assert listener.next() == ANEW
    return listener, end


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.new()
    yield made
    postgresql.drop(made)


@pytest.fixture
def two(address: PostgresAddress) -> Iterator[tuple[Notifications, Notifications]]:
    """Two processes."""
    closing = contextlib.closing
    with closing(Notifications(address)) as one, closing(Notifications(address)) as other:
        yield one, other


def cut(postgresql: PostgresServer, address: PostgresAddress) -> None:
    """End all connections with a database."""
    end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = '{}'"
    postgresql.execute(end.format(name_of(address)))


def test_everybody_hears_what_is_told_on_their_channels_in_order(
    two: tuple[Notifications, Notifications],
) -> None:
    one, other = two
    (here, _), (there, _), (elsewhere, _) = (
        listening(one, "rooms"),
        listening(other, "rooms"),
        listening(other, 'an "odd" channel; -- ход'),
    )
    told = ["", "1", "ход", "x" * MOST_BYTES, "'); drop table room; --"]
    for payload in told:
        other.tell("rooms", payload)
    assert [here.next() for _ in told] == told
    assert [there.next() for _ in told] == told
    one.tell('an "odd" channel; -- ход', "2")
    assert elsewhere.next() == "2"
    assert here.is_done
    assert there.is_done


def test_what_is_too_large_is_refused_at_once(two: tuple[Notifications, Notifications]) -> None:
    for payload in ("x" * (MOST_BYTES + 1), "ж" * 4000, "\0"):
        with pytest.raises(ValueError, match="expected at most 7999 bytes"):
            two[0].tell("rooms", payload)


def test_a_lost_connection_is_opened_anew_and_all_are_told(
    two: tuple[Notifications, Notifications], postgresql: PostgresServer, address: PostgresAddress
) -> None:
    one, other = two
    listener, _ = listening(one, "rooms")
    for number in range(3):
        cut(postgresql, address)
        assert [listener.next() for _ in range(2)] == [ANEW, ANEW]
        assert one.is_listening
        # Whoever tells has lost theirs, too: it waits until there is another.
        other.tell("rooms", str(number))
        assert listener.next() == str(number)


def test_what_is_told_while_the_server_is_away_comes_afterwards(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    away, connect = threading.Event(), notifications.connect

    def connected(*of: object, **how: object) -> object:
        if away.is_set():
            raise psycopg.OperationalError("away")
        return connect(*of, **how)  # type: ignore[arg-type]

    import psycopg  # noqa: PLC0415

    monkeypatch.setattr(notifications, "connect", connected)
    monkeypatch.setattr(notifications, "MOST_WAITING", 2)
    away.set()
    with contextlib.closing(Notifications(address)) as one:
        listener = Listener()
        one.hear("rooms", listener.heard, listener.anew)
        for payload in "1233":
            one.tell("rooms", payload)
        assert not one.is_listening
        away.clear()
        found = [listener.next()]
        while found[-1] != "3":
            found.append(listener.next())
        # The oldest was too much, and two equal ones are one.
        assert found == [*[ANEW] * (len(found) - 2), "2", "3"]
        assert len(found) > 2
    assert listener.is_done


@pytest.mark.parametrize("loss", ["swallow", "cut"])
def test_while_nothing_can_be_heard_all_may_have_changed_every_few_seconds(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch, loss: str
) -> None:
    """Whether the connection ends, or whether nothing comes any more and nobody says so."""
    monkeypatch.setattr(notifications, "QUIET_SECONDS", 0.2)
    monkeypatch.setattr(notifications, "ANSWER_SECONDS", 0.3)
    parts = urlsplit(address.text)
    with DroppingProxy(parts.port or 0) as line:
        login = parts.netloc.rpartition("@")[0]
        through = parts._replace(netloc=f"{login}@127.0.0.1:{line.port}").geturl()
        with contextlib.closing(Notifications(PostgresAddress(through))) as one:
            listener, _ = listening(one, "rooms")
            # A server that is there answers, so that a silence alone is no loss.
            time.sleep(1)
            assert listener.is_done
            getattr(line, loss)()
            assert [listener.next() for _ in range(3)] == [ANEW] * 3
            assert not one.is_listening
            line.work()
            one.tell("rooms", "here again")
            while (told := listener.next()) == ANEW:
                pass
            assert told == "here again"


def test_whoever_stops_hears_nothing_more(two: tuple[Notifications, Notifications]) -> None:
    one, other = two
    (stopped, end), (going_on, _) = listening(one, "rooms"), listening(one, "rooms")
    end()
    other.tell("rooms", "1")
    assert going_on.next() == "1"
    assert stopped.is_done


def test_a_listener_that_fails_keeps_nothing_from_the_others(
    two: tuple[Notifications, Notifications], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = two

    def fails(_: str) -> None:
        raise ZeroDivisionError

    one.hear("rooms", fails, lambda: None)
    listener, _ = listening(one, "rooms")
    with caplog.at_level(logging.ERROR):
        for payload in "12":
            other.tell("rooms", payload)
        assert [listener.next(), listener.next()] == ["1", "2"]
    assert "a notification was not understood" in caplog.text


def test_many_that_wait_are_one_transaction(
    two: tuple[Notifications, Notifications], address: PostgresAddress
) -> None:
    """Of a thousand notifications told at once each is heard, and few commits were needed."""
    one, other = two
    listener, _ = listening(one, "rooms")
    sends, send = list[int](), other._send  # noqa: SLF001

    def counted(connection: object) -> None:
        sends.append(len(other._waiting))  # noqa: SLF001
        send(connection)  # type: ignore[arg-type]

    other._send = counted  # type: ignore[method-assign] # noqa: SLF001
    with other._lock:  # noqa: SLF001
        other._waiting.update({("rooms", str(n)): None for n in range(999)})  # noqa: SLF001
    other.tell("rooms", "last")
    assert [listener.next() for _ in range(1000)] == [*map(str, range(999)), "last"]
    assert max(sends) == 1000


def test_what_is_told_last_is_told_before_the_end(address: PostgresAddress) -> None:
    with contextlib.closing(Notifications(address)) as one:
        listener, _ = listening(one, "rooms")
        for number in range(5):
            other = Notifications(address)
            while not other.is_listening:
                time.sleep(0.01)
            other.tell("rooms", str(number))
            other.close()
            assert listener.next() == str(number)


def test_a_process_has_one_connection(address: PostgresAddress, postgresql: PostgresServer) -> None:
    with shared(address) as one:
        with shared(address) as other:
            assert one is other
        listener, _ = listening(one, "rooms")
        one.tell("rooms", "still there")
        assert listener.next() == "still there"
    with shared(address) as another:
        assert another is not one
