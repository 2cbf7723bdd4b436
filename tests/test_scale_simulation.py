"""benchmarks/scale_simulation.py: its queues against known formulas, and that one seed gives one result."""

import argparse
import importlib.util
import sys
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from nardy.server.club import game_packing, maintenance
from nardy.server.store.database.batches import MOST_TOGETHER
from nardy.server.store.database.postgresql import deadlines, writer

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def module(name: str, patch: pytest.MonkeyPatch) -> ModuleType:
    """A script of benchmarks/, which find each other by their bare names."""
    patch.syspath_prepend(str(BENCHMARKS))
    spec = importlib.util.spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    patch.setitem(sys.modules, name, made)
    spec.loader.exec_module(made)
    return made


@pytest.fixture
def queues(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return module("queueing", monkeypatch)


@pytest.fixture
def scale(queues: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module("scale_inputs", monkeypatch)
    return module("scale_simulation", monkeypatch)


def simulated_wait(
    queues: ModuleType, rate: float, servers: int, count: int
) -> tuple[float, float]:
    """The mean wait of random arrivals at servers of exponential service of one second, and their utilization."""
    timeline, random, waits = queues.Timeline(), Random(5), list[float]()
    station = queues.Servers(timeline, servers)

    def arrive() -> None:
        timeline.after(random.expovariate(rate), arrive)
        came, lasts = timeline.now, random.expovariate(1)
        station.serve(lasts, lambda: waits.append(timeline.now - came - lasts))

    arrive()
    timeline.run(count / rate)
    return sum(waits) / len(waits), station.utilization()


@pytest.mark.parametrize(("rate", "servers"), [(0.5, 1), (0.8, 1), (2.4, 3), (6.4, 8)])
def test_waits_are_those_of_erlangs_formula(queues: ModuleType, rate: float, servers: int) -> None:
    found, busy = simulated_wait(queues, rate, servers, 40_000)
    assert found == pytest.approx(queues.mean_wait(rate, 1, servers), rel=0.15)
    assert busy == pytest.approx(rate / servers, rel=0.03)


def test_the_formula_is_that_of_one_server_where_there_is_one(queues: ModuleType) -> None:
    # M/M/1: the mean wait is rho / (1 - rho) service times.
    assert queues.mean_wait(0.8, 1, 1) == pytest.approx(4)
    assert queues.chance_to_wait(0.8, 1) == pytest.approx(0.8)
    # With very many servers nobody waits.
    assert queues.chance_to_wait(1, 20) < 1e-15


def test_a_flush_is_for_all_who_came_before_it_began(queues: ModuleType) -> None:
    timeline, done = queues.Timeline(), dict[str, float]()
    disk = queues.Disk(timeline, 1.0)
    for name, at in (("a", 0.0), ("b", 0.1), ("c", 0.9), ("d", 1.5)):
        timeline.after(
            at, lambda name=name: disk.flush(lambda: done.setdefault(name, timeline.now))
        )
    timeline.run(10)
    assert done == {"a": 1.0, "b": 2.0, "c": 2.0, "d": 3.0}
    assert (disk.flushes, disk.utilization()) == (3, 0.3)


def test_a_connection_takes_what_waits_together(queues: ModuleType) -> None:
    timeline, batches = queues.Timeline(), list[list[int]]()

    def work(batch: list[int], end: object) -> None:
        batches.append(batch)
        timeline.after(1.0, end)

    connection = queues.Connection(work, 3)
    for number in range(5):
        timeline.after(number / 10, lambda number=number: connection.send(number))
    timeline.run(10)
    assert batches == [[0], [1, 2, 3], [4]]


def test_a_lock_is_held_by_one_after_another(queues: ModuleType) -> None:
    timeline, told = queues.Timeline(), list[tuple[str, float]]()
    lock = queues.Lock(timeline, patience=10)
    for name, at, lasts in (("a", 0, 2), ("b", 1, 2), ("c", 1.5, 1), ("d", 8, 1)):
        does = lambda release, lasts=lasts: timeline.after(lasts, release)  # noqa: E731
        then = lambda *, held, name=name: told.append((name, held and timeline.now))  # noqa: E731
        timeline.after(at, lambda does=does, then=then: lock.run(does, then))
    timeline.run(10)
    assert told == [("a", 2), ("b", 4), ("c", 5), ("d", 9)]
    assert lock.utilization() == pytest.approx(0.6)


def test_nobody_waits_for_a_lock_longer_than_they_may(queues: ModuleType) -> None:
    timeline, told = queues.Timeline(), list[tuple[str, bool]]()
    lock = queues.Lock(timeline, patience=2.5)
    for name in "abcd":
        then = lambda *, held, name=name: told.append((name, held))  # noqa: E731
        lock.run(lambda release: timeline.after(2.0, release), then)
    timeline.run(10)
    assert told == [("a", True), ("c", False), ("d", False), ("b", True)]


def test_a_lock_queues_as_one_server_does(queues: ModuleType) -> None:
    timeline, random, waits = queues.Timeline(), Random(5), list[float]()
    lock = queues.Lock(timeline, patience=1e9)

    def arrive() -> None:
        timeline.after(random.expovariate(0.7), arrive)
        came, lasts = timeline.now, random.expovariate(1)
        then = lambda *, held: waits.append(timeline.now - came - lasts)  # noqa: E731
        lock.run(lambda release: timeline.after(lasts, release), then)

    arrive()
    timeline.run(60_000)
    assert sum(waits) / len(waits) == pytest.approx(queues.mean_wait(0.7, 1, 1), rel=0.15)


def options(**changes: float) -> argparse.Namespace:
    return argparse.Namespace(**{"seed": 7, "seconds": 2, "ends": 30, **changes})


def test_one_seed_gives_one_result(scale: ModuleType) -> None:
    plan = scale.Plan(500_000, scale.Inputs())
    one, again = scale.simulated(plan, options()), scale.simulated(plan, options())
    assert one == again
    assert one != scale.simulated(plan, options(seed=8))


def test_processors_are_as_busy_as_on_paper(scale: ModuleType) -> None:
    """Two ways to one figure: what the plan reckons, and what the simulated processes did."""
    for elsewhere in (0.0, 1.0):
        inputs = replace(scale.Inputs(), elsewhere=elsewhere)
        plan = scale.Plan(1_000_000, inputs)
        found = scale.simulated(plan, options(seconds=8))
        assert found.processor == pytest.approx(plan.cores_at_peak / plan.processes, rel=0.06)
        assert found.processor <= inputs.full * 1.06


def test_who_has_too_few_cores_is_found(scale: ModuleType) -> None:
    """Everything else is large enough, so that relief of the cores alone helps."""
    inputs = replace(scale.Inputs(), database_cores=1, append_ms=2)
    needed = scale.Plan(1_000_000, inputs).database_cores
    outcome = scale.simulated(scale.Plan(1_400_000 / needed, inputs), options())
    assert not outcome.holds
    assert outcome.cores > 0.95
    assert scale.at_fault(outcome, options()) == ["cores"]


def test_maintenance_keeps_up_with_half_of_what_it_looks_at(scale: ModuleType) -> None:
    inputs = scale.Inputs()
    most = scale.looks_a_day(inputs, rests=False)
    # In a round lasting as long as rooms are too young it looks at each twice.
    assert scale.is_packed(0.5 * most, inputs, 7)
    assert not scale.is_packed(1.05 * most, inputs, 7)


def test_maintenance_rests_where_there_is_little_to_pack(scale: ModuleType) -> None:
    inputs = scale.Inputs()
    few, many = (scale.looks_a_day(inputs, rests=rests) for rests in (True, False))
    assert many == pytest.approx(6 * few)
    # As many games as it looks at with its rests: it packs them only because it stops resting.
    assert scale.is_packed(few, inputs, 7)


def test_every_figure_says_where_it_is_from(scale: ModuleType) -> None:
    for one in fields(scale.Inputs):
        assert one.metadata["from"], one.name
        assert one.default > 0, one.name
        if one.metadata["kind"] == "measured":
            assert (BENCHMARKS / one.metadata["from"].strip("`")).is_file()


def test_constants_of_the_program_are_those_of_the_program(scale: ModuleType) -> None:
    told = scale.Inputs()
    assert told.appenders == writer.APPENDERS
    assert told.lock_seconds == 0.8 * deadlines.JOB_SECONDS
    assert told.looks_a_round == game_packing.MOST * game_packing.AT_ONCE
    assert told.rest_seconds == maintenance.PAUSE_SECONDS
    assert told.portion_ms >= 1000 * game_packing.PAUSE_SECONDS
    assert scale.TOGETHER == MOST_TOGETHER


@pytest.mark.thorough
def test_the_guide_shows_what_is_found(scale: ModuleType) -> None:
    """One seed gives one result, so the pages of the guide can be checked to the letter."""
    page = (BENCHMARKS.parent / "docs" / "guide" / "scale.md").read_text("utf-8")
    inputs = scale.Inputs()
    for line in (*scale.plan_lines(scale.Plan(1e6, inputs)), *scale.described(inputs)):
        assert line in page, line
    chosen = options(seconds=2, ends=1000)
    outcome = scale.simulated(scale.Plan(1_000_000, inputs), chosen)
    assert scale.outcome_line(outcome, []) in page
