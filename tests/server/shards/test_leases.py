"""Against a model of the tables; the tables themselves are tested in store/database/postgresql."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from tests.server.shards.lease_model import Leases
from tests.server.shards.lease_processes import Clock, Process, run, until

from nardy.server.shards import leases
from nardy.server.shards.leases import LEASE_SECONDS, NOBODY, TRUST
from nardy.server.shards.numbers import new_id, shard_of
from nardy.server.store.fences import Fence
from nardy.server.store.shard_tables import ALL, LEAD, SHARDS


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
        assert a.own.is_trusted
        await b.beat()
        assert not b.taken
        clock.at += 0.02
        assert a.mine == set()
        assert not a.own.is_trusted
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


def test_shards_are_evened_out_part_by_part(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has just begun gets no more rooms at once than it can load."""
    monkeypatch.setattr(leases, "EVENING_SECONDS", 0.01)

    async def test() -> None:
        tables = Leases(clock)
        a, b = Process(tables, "a"), Process(tables, "b")
        a.own.in_parts = lambda shards: in_parts_of(shards, 128)
        await a.join()
        await b.join()
        await a.beat()
        assert [len(part) for part in a.handed] == [128]
        await until(lambda: sum(owner is None for owner in tables.owner.values()) == 512)
        assert {len(part) for part in a.handed} == {128}
        assert len(a.mine) == 513
        await b.beat()
        assert len(b.mine) == 512
        assert a.mine | b.mine == set(ALL)

    run(test)


def test_who_ends_gives_its_part_to_the_others_while_it_is_still_there(clock: Clock) -> None:
    async def test() -> None:
        tables = Leases(clock)
        a, b, c = (Process(tables, name) for name in "abc")
        for one in (a, b, c):
            await one.join()
        for _ in range(3):
            for one in (a, b, c):
                await one.beat()
        a.own.in_parts = lambda shards: in_parts_of(shards, 100)
        beats = list[int]()

        async def beat_of_the_others(part: Collection[int]) -> None:
            for one in (b, c):
                await one.beat()
            beats.append(len(b.mine | c.mine))

        a.own.on_handover = beat_of_the_others
        await a.own.close()
        # All but the last part had its new owner before the next one was given back.
        assert beats == [683, 783, 883, 983]
        for one in (b, c):
            await one.beat()
        assert b.mine | c.mine == set(ALL)
        assert abs(len(b.mine) - len(c.mine)) <= 1
        assert a.own.me not in tables.processes

    run(test)


def test_the_last_process_gives_all_back_at_once(clock: Clock) -> None:
    async def test() -> None:
        a = Process(Leases(clock), "a")
        a.own.in_parts = lambda shards: in_parts_of(shards, 100)
        await a.join()
        await a.own.close()
        assert a.handed == [set(ALL)]

    run(test)


def test_who_ends_while_it_evens_out_does_not_wait_for_that(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "EVENING_SECONDS", 0.05)
    monkeypatch.setattr(leases, "LEAVING_SECONDS", 0.0)

    async def test() -> None:
        a, b = (Process(tables, name) for tables in [Leases(clock)] for name in "ab")
        a.own.in_parts = lambda shards: in_parts_of(shards, 128)
        await a.join()
        await b.join()
        await a.beat()
        await a.own.close()
        assert [len(part) for part in a.handed] == [*[128] * 8, 1]
        assert a.mine == set()

    run(test)


def test_what_comes_while_games_are_taken_up_is_taken_up_together(clock: Clock) -> None:
    async def test() -> None:
        a, may_go_on = Process(Leases(clock), "a"), asyncio.Event()
        await a.join()
        a.taken.clear()

        async def slow(shards: Collection[int]) -> None:
            a.taken.append(set(shards))
            await may_go_on.wait()

        a.own.on_taken = slow
        for shard in (5, 6, 7):
            await a.own.give_back([shard])
            await a.beat()
        assert a.taken == [{5}]
        may_go_on.set()
        await until(lambda: len(a.taken) == 2)
        assert a.taken == [{5}, {6, 7}]

    run(test)


def in_parts_of(shards: Collection[int], most: int) -> list[list[int]]:
    """Parts of so many shards, one of them perhaps smaller."""
    all_of_them = sorted(shards)
    return [all_of_them[low : low + most] for low in range(0, len(all_of_them), most)]


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
