"""Against a model of the tables; the tables themselves are tested in store/database/postgresql."""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from tests.server.shards.lease_model import Leases, ModelTable

from nardy.server.shards import leases
from nardy.server.shards.leases import LEASE_SECONDS, NOBODY, TRUST, SharedOwnership
from nardy.server.shards.numbers import new_id, shard_of
from nardy.server.store.database.postgresql.leases import Addresses
from nardy.server.store.fences import Fence
from nardy.server.store.shard_tables import ALL, LEAD, SHARDS

WAIT = 10.0


class Clock:
    """The clock of the database and of all processes: it stands still until it is moved."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Process:
    """One process: what it was told, and its beats one at a time."""

    def __init__(self, tables: Leases, name: str) -> None:
        self.table = ModelTable(tables, int(leases.LEASE_SECONDS * 1000))
        self.own = SharedOwnership(self.table, Addresses(f"{name}:1", f"{name}:2"))  # type: ignore[arg-type]
        self.gone = list[set[int]]()
        self.handed = list[set[int]]()
        self.taken = list[set[int]]()
        self.own.on_lost = lambda shards: self.gone.append(set(shards))
        self.own.on_handover, self.own.on_taken = self.note(self.handed), self.note(self.taken)

    @staticmethod
    def note(told: list[set[int]]) -> Callable[[Collection[int]], Coroutine[None, None, None]]:
        async def noted(shards: Collection[int]) -> None:
            told.append(set(shards))

        return noted

    async def join(self) -> None:
        await self.own._join()  # noqa: SLF001 (one beat at a time)
        await self.beat()

    async def beat(self) -> None:
        await self.own._beat()  # noqa: SLF001
        for _ in range(20):  # what it gives back, and what was taken
            await asyncio.sleep(0)

    @property
    def mine(self) -> set[int]:
        return {shard for shard in ALL if self.own.has(shard)}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(leases, "monotonic", clock)
    monkeypatch.setattr(leases, "now", lambda: int(clock() * 1000))
    return clock


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(WAIT * 3):
            await test()

    asyncio.run(in_time())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT):
        while not is_so():
            await asyncio.sleep(0.002)


# One beat at a time


def test_the_first_process_owns_all_and_shares_with_those_who_come(clock: Clock) -> None:
    async def test() -> None:
        tables = Leases(clock)
        all_of_them = [Process(tables, name) for name in "abc"]
        a, b, c = all_of_them
        await a.join()
        assert a.mine == set(ALL)
        for later in (b, c):
            await later.join()
            for _ in range(3):
                for one in all_of_them:
                    if one.own.me:
                        await one.beat()
        assert sorted(len(one.mine) for one in all_of_them) == [341, 342, 342]
        assert {one.own.processes for one in all_of_them} == {3}
        assert [one.own.count for one in all_of_them] == [len(one.mine) for one in all_of_them]
        assert a.mine | b.mine | c.mine == set(ALL)
        assert a.own.leads  # searches go on where they were
        assert not a.gone
        # What was given back was handed over before anybody could take it.
        assert set().union(*a.handed) >= b.mine & c.mine

    run(test)


def test_nobody_ever_owns_what_another_does(clock: Clock) -> None:
    """Processes come, beat late or never, and leave, in a fixed random order."""

    async def test() -> None:
        rng, tables = Random(5), Leases(clock)
        everybody = list[Process]()
        for step in range(150):
            if step % 25 == 0:
                everybody.append(Process(tables, str(step)))
                await everybody[-1].join()
            one = rng.choice(everybody)
            one.table.fails = ConnectionError() if rng.random() < 0.3 else None
            one.table.is_deaf = rng.random() < 0.2
            with suppress(ConnectionError):
                await one.beat()
            clock.at += rng.random()
            owned = [one.mine for one in everybody]
            assert sum(map(len, owned)) == len(set().union(*owned))
            # What a process believes is what the tables say, with the epoch by which it writes.
            for process in everybody:
                for shard in process.mine:
                    assert tables.owner[shard] == process.own.me
                    assert process.own._epochs[shard] == tables.epoch[shard]  # noqa: SLF001

    run(test)


def test_who_did_not_renew_trusts_nothing_before_others_may_take_it(clock: Clock) -> None:
    async def test() -> None:
        a, b = (Process(tables := Leases(clock), "a"), Process(tables, "b"))
        await a.join()
        await b.join()
        room = next(name for name in map(str, range(5000)) if a.own.owns(name))
        clock.at += TRUST * LEASE_SECONDS - 0.01
        assert a.own.owns(room)
        await b.beat()
        assert not b.taken
        clock.at += 0.02
        assert a.mine == set()
        assert not a.own.leads
        assert a.own.fence(room).epoch == NOBODY
        clock.at += LEASE_SECONDS * (1 - TRUST)
        await b.beat()
        assert b.mine == set(ALL)
        # A process that was frozen until now learns it at its first beat, and comes under another name.
        before = a.own.me
        await a.beat()
        assert a.own.me != before
        assert a.gone == [set(ALL)] == b.taken
        assert a.own.lost == len(ALL)

    run(test)


def test_a_lease_counts_from_before_the_question_not_from_the_answer(clock: Clock) -> None:
    async def test() -> None:
        a = Process(Leases(clock), "a")
        await a.join()
        renew = a.table.renew

        async def slow(*args: Any, **more: Any) -> Any:
            state = await renew(*args, **more)
            clock.at += 2.0
            return state

        a.table.renew = slow  # type: ignore[method-assign]
        await a.beat()
        clock.at += TRUST * LEASE_SECONDS - 2.0 + 0.01
        assert a.mine == set()

    run(test)


def test_the_next_owner_knows_when_the_last_one_was_alive(clock: Clock) -> None:
    """After a death it is the last beat; after a handover there is nothing to know."""

    async def test() -> None:
        tables = Leases(clock)
        a, b = Process(tables, "a"), Process(tables, "b")
        await a.join()
        await b.join()
        await a.beat()
        await b.beat()
        given, kept = b.own.new_id(), a.own.new_id()
        assert b.own.last_beat(given) is None
        clock.at += LEASE_SECONDS - 1
        await b.beat()
        died = int((clock.at - LEASE_SECONDS + 1) * 1000)
        clock.at += 2
        await b.beat()
        assert b.own.last_beat(kept) == died
        assert b.own.last_beat(given) is None
        assert b.own.fence(kept) == Fence(shard_of(kept), tables.epoch[shard_of(kept)])

    run(test)


def test_where_the_others_are(clock: Clock) -> None:
    async def test() -> None:
        tables = Leases(clock)
        a, b = Process(tables, "a"), Process(tables, "b")
        await a.join()
        b.own.bulletin = "hello"
        await b.join()
        for one in (a, b, a, b, a):
            await one.beat()
        assert {a.own.address_of(shard) for shard in b.mine} == {"b:1"}
        assert {a.own.address_of(shard) for shard in a.mine} == {None}
        assert {a.own.page_of(shard) for shard in b.mine} == {"b:2"}
        assert {a.own.page_of(shard) for shard in a.mine} == {None}
        assert list(a.own.bulletins.values()) == ["hello"]
        assert a.own.me not in a.own.bulletins
        # One that was thought dead is not another process.
        tables.expire(a.own.me)
        await a.beat()
        assert {a.own.address_of(shard) for shard in ALL} == {None, "b:1"}
        for one in (a, b, a):
            await one.beat()
        # A dead one is nowhere, and its shards are nobody's until somebody has taken them.
        clock.at += LEASE_SECONDS - 0.5
        await a.beat()
        clock.at += 1
        await a.beat()
        assert set(map(a.own.address_of, ALL)) == {None}
        assert a.mine == set(ALL)

    run(test)


def test_a_late_beat_is_no_proof_that_the_database_takes_writes(clock: Clock) -> None:
    async def test() -> None:
        one = Process(Leases(clock), "a")
        assert not one.own.is_renewed
        await one.join()
        assert one.own.is_renewed
        clock.at += 1.4
        assert one.own.is_renewed
        clock.at += 0.2
        assert not one.own.is_renewed
        await one.beat()
        assert one.own.is_renewed

    run(test)


def test_new_ids_are_of_its_own_shards(clock: Clock) -> None:
    async def test() -> None:
        tables = Leases(clock)
        a, b = Process(tables, "a"), Process(tables, "b")
        assert shard_of(a.own.new_id()) < SHARDS  # it owns nothing yet: whoever does will serve it
        for one in (a, b):
            await one.join()
        for one in (a, b):
            await one.beat()
        for one in (a, b):
            assert all(one.own.owns(one.own.new_id()) for _ in range(20))

    run(test)


def test_what_is_given_back_is_still_written_and_nothing_new_begins(clock: Clock) -> None:
    async def test() -> None:
        a = Process(Leases(clock), "a")
        await a.join()
        seen = list[tuple[bool, int]]()

        async def handed(shards: Collection[int]) -> None:
            name = new_id(shards)
            seen.append((a.own.owns(name), a.own.fence(name).epoch))
            assert shard_of(a.own.new_id()) not in shards

        a.own.on_handover = handed
        await a.own.give_back([5])
        assert seen == [(False, 1)]
        assert a.mine == set(ALL) - {5}
        assert a.own.fence(new_id({5})).epoch == NOBODY
        assert a.own.lost == 0

    run(test)


def test_what_could_not_be_given_back_is_kept(clock: Clock) -> None:
    async def test() -> None:
        a = Process(Leases(clock), "a")
        await a.join()
        a.table.fails = ConnectionError()
        with pytest.raises(ConnectionError):
            await a.own.give_back([5])
        assert a.own.has(5)
        # The answer was lost, and the shard is free: the next beat tells.
        a.table.fails, a.table.is_deaf = None, True
        with pytest.raises(ConnectionError):
            await a.own.give_back([6])
        a.table.is_deaf = False
        await a.beat()
        assert {6} in a.gone
        assert a.own.has(6)
        assert a.own.fence(new_id({6})).epoch == 3

    run(test)


def test_who_comes_back_in_time_takes_its_shards_up_again(clock: Clock) -> None:
    """The rooms were forgotten, and no other process had the leases: games must go on without a page."""

    async def test() -> None:
        a = Process(Leases(clock), "a")
        await a.join()
        clock.at += 0.9 * LEASE_SECONDS
        a.own._lose(list(ALL))  # noqa: SLF001 (as the beats do when no renewal came in time)
        died = int((clock.at - 0.9 * LEASE_SECONDS) * 1000)
        await a.beat()
        assert a.mine == set(ALL)
        assert a.taken[1:] == [set(ALL)]
        assert a.own.last_beat("r") == died

    run(test)


def test_what_was_taken_up_in_vain_is_taken_up_again(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that fails for a moment must not leave games and tournaments without anybody."""
    monkeypatch.setattr(leases, "BEAT_SECONDS", 0.01)

    async def test() -> None:
        a, tries = Process(Leases(clock), "a"), list[int]()

        async def fails(shards: Collection[int]) -> None:
            tries.append(len(shards))
            if len(tries) < 3:
                raise ConnectionError

        a.own.on_taken = fails
        await a.join()
        await until(lambda: len(tries) == 3)
        assert tries == [len(ALL)] * 3
        await asyncio.sleep(0.05)
        assert len(tries) == 3

    run(test)


# The beats by themselves


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases of 0.4 s."""
    for name, value in {
        "LEASE_SECONDS": 0.4,
        "BEAT_SECONDS": 0.05,
        "SOON_SECONDS": 0.02,
        "END_SECONDS": 1.0,
    }.items():
        monkeypatch.setattr(leases, name, value)


@pytest.mark.usefixtures("quick")
def test_a_process_that_ends_hands_all_over_and_the_other_goes_on() -> None:
    async def test() -> None:
        tables = Leases()
        a, b = Process(tables, "a"), Process(tables, "b")
        await a.own.open()
        await b.own.open()
        await until(lambda: len(b.mine) == 512 and len(a.mine) == 513)
        await a.own.close()
        assert a.mine == set()
        assert a.own.me not in tables.processes
        assert set().union(*a.handed) == set(ALL)
        assert not a.gone
        assert a.table.closed == 1
        await until(lambda: b.mine == set(ALL))
        await a.own.close()  # a second time is nothing
        await b.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
def test_who_is_told_takes_free_shards_before_the_next_beat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Long enough for a busy machine without a beat.
    monkeypatch.setattr(leases, "LEASE_SECONDS", 5.0)

    async def test() -> None:
        tables, left = Leases(), list[int]()
        a, b = Process(tables, "a"), Process(tables, "b")

        async def leave() -> None:
            left.append(len(a.mine))

        a.own.on_left, a.own.on_moved = leave, b.own.beat_soon
        await a.own.open()
        await b.own.open()
        await until(lambda: len(b.mine) == 512 and len(a.mine) == 513)
        # Nothing but the word of the other wakes it.
        monkeypatch.setattr(b.own, "_pause", lambda: 30.0)
        await asyncio.sleep(0.1)
        await a.own.close()
        await until(lambda: b.mine == set(ALL))
        assert left == [0]
        await b.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("what", ["renew", "release", "join"])
def test_a_statement_that_hangs_costs_the_leases_and_not_the_process(what: str) -> None:
    """The network swallows everything: in a renewal, in a handover, while it joins again."""

    async def test() -> None:
        tables = Leases()
        a = Process(tables, "a")
        await a.own.open()
        await until(lambda: a.mine == set(ALL))
        a.table.hangs = {what, "renew"}
        giving = asyncio.create_task(a.own.give_back([3])) if what == "release" else None
        if what == "join":
            a.table.hangs = {"join"}
            tables.expire(a.own.me)
        await until(lambda: a.mine == set())
        await until(lambda: bool(a.gone))
        await until(lambda: a.table.closed > 0)
        await asyncio.sleep(leases.LEASE_SECONDS)
        a.table.hangs = set()
        await until(lambda: a.mine == set(ALL))
        if giving:
            await asyncio.gather(giving, return_exceptions=True)
            assert giving.done()
        await a.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
def test_a_database_that_refuses_costs_the_leases_only_after_their_time() -> None:
    async def test() -> None:
        a = Process(Leases(), "a")
        await a.own.open()
        a.table.fails = ConnectionError("no")
        await until(lambda: bool(a.gone))
        assert a.gone[0] == set(ALL)
        assert a.own.fence("r").epoch == NOBODY
        a.table.fails = None
        await until(lambda: a.mine == set(ALL))
        await a.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
def test_a_slow_database_is_enough_to_come_back() -> None:
    """Every statement takes a third of the time for which leases are trusted, as over a long network."""

    async def test() -> None:
        a = Process(Leases(), "a")
        await a.own.open()
        a.table.fails = ConnectionError("no")
        await until(lambda: bool(a.gone))
        a.table.fails, a.table.seconds = None, TRUST * leases.LEASE_SECONDS / 3
        await until(lambda: a.mine == set(ALL))
        a.table.seconds = 0.0
        await a.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
def test_the_beats_outlive_whatever_those_do_who_listen() -> None:
    async def test() -> None:
        def fail(*_: object) -> None:
            raise KeyError("r")

        tables = Leases()
        a = Process(tables, "a")
        await a.own.open()
        a.own.on_lost = a.own.on_beat = fail
        before = a.own.me
        tables.expire(before)
        await until(lambda: a.own.me != before and a.mine == set(ALL))
        a.table.fails = ConnectionError("no")
        await until(lambda: a.mine == set())
        await asyncio.sleep(0.1)
        a.table.fails = None
        await until(lambda: a.mine == set(ALL))
        await a.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("hanging", ["renew", "release", "leave"])
def test_the_end_does_not_wait_for_a_database_that_hangs(hanging: str) -> None:
    """And nothing of it goes on afterwards, when the database comes back."""

    async def test() -> None:
        a = Process(Leases(), "a")
        await a.own.open()
        await until(lambda: a.mine == set(ALL))
        a.table.hangs = {hanging}
        count = a.table.asked.count("renew")
        if hanging == "renew":
            await until(lambda: a.table.asked.count("renew") > count)
        async with asyncio.timeout(leases.END_SECONDS + 2):
            await a.own.close()
        asked = len(a.table.asked)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        await asyncio.sleep(0.2)
        assert len(a.table.asked) == asked
        assert a.table.closed

    run(test)


def test_a_beat_comes_soon_where_a_shard_has_no_owner_or_another_is_late(clock: Clock) -> None:
    async def test() -> None:
        tables = Leases(clock)
        a, b = Process(tables, "a"), Process(tables, "b")
        await a.join()
        assert a.own._pause() == leases.BEAT_SECONDS  # noqa: SLF001
        await b.join()
        clock.at += LEASE_SECONDS - 0.4
        await a.beat()
        assert 0.4 < a.own._pause() < 0.5  # noqa: SLF001 (b's leases end then)
        tables.free(7, None)
        a.table.leases.owner[LEAD] = None
        a.own.state = (await a.table.renew(a.own.me, 0, "", takes=False)) or a.own.state
        assert a.own._pause() == leases.SOON_SECONDS  # noqa: SLF001

    run(test)
