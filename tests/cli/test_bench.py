"""`nardy bench`: rates of kernel and rule book."""

import json

import pytest
from click.testing import CliRunner

from nardy.cli import bench
from nardy.errors import MissingExtraError


def test_rates_are_told_for_people_and_for_programs() -> None:
    told = CliRunner().invoke(bench.command, ["turns", "hypergammon", "--rows", "512"])
    assert told.exit_code == 0, told.output
    assert "kernel" in told.stdout
    assert "rule book" in told.stdout
    told = CliRunner().invoke(bench.command, ["turns", "plakoto", "--rows", "512", "--json"])
    rates = json.loads(told.stdout)
    assert rates["game"] == "plakoto"
    assert rates["kernel"] > rates["rule_book"] > 0


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "is_available", lambda: False)
    told = CliRunner().invoke(bench.command, ["turns"])
    assert isinstance(told.exception, MissingExtraError)
    assert "nardy[engine]" in str(told.exception)


def test_help_has_an_example() -> None:
    assert "Example: nardy bench turns" in CliRunner().invoke(bench.command, ["--help"]).stdout
