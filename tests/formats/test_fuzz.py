"""A sample of `benchmarks/fuzz_formats.py`."""

import importlib.util
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

import pytest
from tests.effort import tries

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "fuzz_formats.py"


@pytest.fixture(scope="module")
def fuzzing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz_formats", BENCHMARK)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "form", ["sgf", "xg", "bgf", "ogxm", "gam", "sgg", "bgammon", "fibs", "snowie"]
)
def test_spoiled_files_are_read_or_refused(fuzzing: ModuleType, form: str) -> None:
    assert not fuzzing.fuzz(form, tries(60, 1_000, 100_000), 4, tell=False)


def test_a_reader_that_fails_is_found(fuzzing: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: bytes) -> None:
        raise KeyError("x")

    monkeypatch.setattr(fuzzing, "reader_of", lambda *_: broken)
    assert fuzzing.fuzz("sgf", 3, 4, tell=False) == 3


def test_neither_inputs_nor_verdicts_depend_on_the_load(
    fuzzing: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[bytes, None]] = []

    def reader_of(_: str, rng: Random) -> Callable[[bytes], None]:
        return lambda data: seen[-1].update({data: None}) or rng.seed(rng.random())

    monkeypatch.setattr(fuzzing, "reader_of", reader_of)
    for step in (0, 100):
        seen.append({})
        clock = SimpleNamespace(
            perf_counter=count(step=step).__next__, process_time=time.process_time
        )
        monkeypatch.setattr(fuzzing, "time", clock)
        assert fuzzing.fuzz("sgf", 8, 4, tell=False) == 0
    assert len(seen[0]) > 4
    assert [*seen[0]] == [*seen[1]]


def test_a_reader_that_takes_too_much_cpu_is_found(
    fuzzing: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzzing, "reader_of", lambda *_: lambda _: None)
    clock = SimpleNamespace(
        perf_counter=count(step=3).__next__, process_time=count(step=3).__next__
    )
    monkeypatch.setattr(fuzzing, "time", clock)
    assert fuzzing.fuzz("sgf", 2, 4, tell=False) == 2


def test_a_match_read_without_a_finding_from_a_cut_file_is_found(
    fuzzing: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = map(fuzzing.sgf.loads, fuzzing.written("sgf"))
    whole, cut, *_ = (one for one in records if not any(game.findings for game in one.games))
    spoiled = fuzzing.Spoiled(b"cut", b"whole", is_cut=True)
    monkeypatch.setattr(fuzzing, "reader_of", lambda *_: lambda _: whole)
    assert "cut short" in fuzzing.wrong("sgf", spoiled, cut, {})
    assert fuzzing.wrong("sgf", spoiled, whole, {}) == ""
