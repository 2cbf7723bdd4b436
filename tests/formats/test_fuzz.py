"""A sample of `benchmarks/fuzz_formats.py`."""

import importlib.util
from pathlib import Path
from types import ModuleType

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
    assert not fuzzing.fuzz(form, tries(60, 2_000, 100_000), 4, tell=False)


def test_a_reader_that_fails_is_found(fuzzing: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: bytes) -> None:
        raise KeyError("x")

    monkeypatch.setattr(fuzzing, "reader_of", lambda *_: broken)
    assert fuzzing.fuzz("sgf", 3, 4, tell=False) == 3


def test_a_match_read_without_a_finding_from_a_cut_file_is_found(
    fuzzing: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = map(fuzzing.sgf.loads, fuzzing.written("sgf"))
    whole, cut, *_ = (one for one in records if not any(game.findings for game in one.games))
    spoiled = fuzzing.Spoiled(b"cut", b"whole", is_cut=True)
    monkeypatch.setattr(fuzzing, "reader_of", lambda *_: lambda _: whole)
    assert "cut short" in fuzzing.wrong("sgf", spoiled, cut, {})
    assert fuzzing.wrong("sgf", spoiled, whole, {}) == ""
