"""A club on a server of PostgreSQL that is full, read-only, damaged or has older tables. One sentence, nothing lost."""

import random
from collections.abc import Iterator

import psycopg
import pytest
from tests.own_postgresql import OwnPostgresql, own_postgresql
from tests.server.failing_club import play_through, played_games, require_no_traceback, visited
from tests.server.running_club import refused_start, require_kept, require_sentences, running
from tests.small_disk import SmallDisk, mounted

pytestmark = pytest.mark.thorough
PAGE = 8192


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with mounted(160) as disk:
        yield disk


@pytest.fixture
def small(disk: SmallDisk) -> Iterator[OwnPostgresql]:
    """A server on a small disk."""
    with own_postgresql(disk.folder) as server:
        server.execute("alter system set max_wal_size = '32MB'")
        server.execute("alter system set min_wal_size = '32MB'")
        server.execute("select pg_reload_conf()")
        yield server


@pytest.fixture
def server() -> Iterator[OwnPostgresql]:
    with own_postgresql() as server:
        yield server


def test_a_disk_without_room_for_tables_refuses_acts_until_there_is(
    small: OwnPostgresql, disk: SmallDisk
) -> None:
    with running(small.address) as club:
        # A row that fits into a page is stored all the same, that of the monitor, too.
        played = play_through(club, disk.fill, disk.free, is_ill=False)
        assert all("the disk is full; nothing was changed" in one for one in played.refused)
        club.process.terminate()
        assert club.process.wait(20) == 0
        require_sentences(club.told)
        assert "No space left on device" in club.told
    require_kept(played, small.address)


def test_a_disk_without_room_for_the_log_ends_the_server_and_loses_nothing(
    small: OwnPostgresql, disk: SmallDisk
) -> None:
    """PostgreSQL ends at once when it cannot write its log, and may not be able to begin again."""

    def fail() -> None:
        disk.fill()
        fills = "select pg_logical_emit_message(false, 'x', repeat('x', 1000000))"
        with pytest.raises(psycopg.Error):
            small.execute(f"{fills} from generate_series(1, 100)")

    def mend() -> None:
        disk.free()
        if not small.runs:
            small.start()

    with running(small.address) as club:
        played = play_through(club, fail, mend)
        require_sentences(club.told)
    require_kept(played, small.address)


def test_a_server_that_is_read_only_refuses_acts_until_it_is_not(server: OwnPostgresql) -> None:
    """As a server that stands by, or one that its provider protects since its disk is nearly full."""

    def change(to: str) -> None:
        server.execute(f"alter system set default_transaction_read_only = {to}")
        server.execute("select pg_reload_conf()")

    with running(server.address) as club:
        played = play_through(club, lambda: change("on"), lambda: _writable(server))
        assert all("it is read-only; nothing was changed" in one for one in played.refused)
        club.process.terminate()
        assert club.process.wait(20) == 0
        require_sentences(club.told)
    require_kept(played, server.address)
    change("on")
    told = refused_start(server.address)
    _writable(server)
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "it is read-only" in told.stderr


def _writable(server: OwnPostgresql) -> None:
    with psycopg.connect(
        server.address, autocommit=True, options="-c default_transaction_read_only=off"
    ) as connection:
        connection.execute("alter system reset default_transaction_read_only")
        connection.execute("select pg_reload_conf()")


@pytest.mark.parametrize(
    ("version", "told"),
    [("17", "bring them up to date with nardy migrate"), ("99", "a newer nardy made them")],
)
def test_a_club_does_not_start_on_other_tables(
    server: OwnPostgresql, version: str, told: str
) -> None:
    with running(server.address):
        pass
    with psycopg.connect(server.address) as connection:
        connection.execute("update about set value = %s where name = 'schema'", [version])
    found = refused_start(server.address)
    assert (found.returncode, found.stderr.count("\n")) == (1, 1)
    assert told in found.stderr
    assert server.execute("select value from about where name = 'schema'") == [(version,)]


def spoiled(data: bytes, kind: str) -> bytes:
    """The content of a table or an index with each second page of noise or zeros, or without its end."""
    made, chance = bytearray(data), random.Random(kind)
    if kind == "cut":
        return data[: len(data) // PAGE // 2 * PAGE + 100]
    for start in range(0, len(made), 2 * PAGE):
        made[start : start + PAGE] = chance.randbytes(PAGE) if kind == "noise" else bytes(PAGE)
    return bytes(made)


@pytest.mark.parametrize("relation", ["entry", "entry_pkey", "room"])
def test_a_damaged_table_is_told_in_sentences(
    server: OwnPostgresql, relation: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What can be read is; what cannot is refused, and no page of zeros is taken for a shorter game."""
    rooms, cookies = played_games(server.address)
    assert visited(server.address, rooms, cookies) == {200, 201, "update"}
    file = server.file_of(relation)
    for kind in ("noise", "zeros", "cut"):
        server.stop()
        whole = file.read_bytes()
        file.write_bytes(spoiled(whole, kind))
        server.start()
        found = visited(server.address, rooms, cookies)
        assert 500 not in found, kind
        assert relation != "entry" or {503, "refused"} <= found, kind
        require_no_traceback(caplog)
        server.stop()
        file.write_bytes(whole)
        server.start()
