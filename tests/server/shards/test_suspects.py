"""Processes that refuse connections: dead ones lose their leases at once, all others keep them."""

from tests.server.shards.lease_model import Leases
from tests.server.shards.lease_processes import Clock, Process, run

from nardy.server.shards.leases import SOON_SECONDS
from nardy.server.store.shard_tables import ALL


async def two(clock: Clock) -> tuple[Leases, Process, Process]:
    tables = Leases(clock)
    a, b = Process(tables, "a"), Process(tables, "b")
    await a.join()
    await b.join()
    return tables, a, b


def test_what_a_dead_process_owned_is_taken_at_once(clock: Clock) -> None:
    async def test() -> None:
        tables, a, b = await two(clock)
        await a.beat()
        await b.beat()
        died = int(clock.at * 1000)
        clock.at += 0.3
        tables.disconnected.add(a.own.me)
        await b.beat()
        assert b.mine != set(ALL)  # nobody has told it
        b.own.suspect("a:1")
        await b.beat()
        assert b.mine == set(ALL)
        # The clocks of its games stood still from its last beat on.
        assert {b.own.last_beat(a.own.new_id())} == {died}

    run(test)


def test_a_process_that_is_only_silent_keeps_its_leases(clock: Clock) -> None:
    async def test() -> None:
        _, a, b = await two(clock)
        await a.beat()
        await b.beat()
        mine = a.mine
        b.own.suspect("a:1")
        await b.beat()
        await a.beat()
        assert a.mine == mine
        assert not a.gone

    run(test)


def test_a_suspect_is_looked_at_once_in_a_while_and_forgotten_when_it_is_gone(clock: Clock) -> None:
    """Hundreds of pages find out in the same moment."""

    async def test() -> None:
        tables, a, b = await two(clock)
        b.table.suspects.clear()
        for _ in range(100):
            b.own.suspect("a:1")
            b.own.suspect("nobody:1")
        await b.beat()
        b.own.suspect("a:1")
        await b.beat()
        assert b.table.suspects == [{a.own.me}, set()]
        clock.at += SOON_SECONDS
        b.own.suspect("a:1")
        await b.beat()
        assert b.table.suspects[2:] == [{a.own.me}]
        tables.expire(a.own.me)
        await b.beat()
        assert b.own._suspected == {}  # noqa: SLF001

    run(test)


def test_a_suspicion_wakes_the_beats(clock: Clock) -> None:
    async def test() -> None:
        _, _, b = await two(clock)
        assert not b.own._soon.is_set()  # noqa: SLF001
        b.own.suspect("nobody:1")
        assert not b.own._soon.is_set()  # noqa: SLF001
        b.own.suspect("a:1")
        assert b.own._soon.is_set()  # noqa: SLF001

    run(test)
