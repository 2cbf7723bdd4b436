"""`nardy bench`: rates of kernel and rule book."""

import pytest
from tests.cli.talk import nardy, refused

from nardy.cli import computing
from nardy.errors import way_to_install


def test_rates_are_told_for_people_and_for_programs() -> None:
    told = nardy("bench", "turns", "hypergammon", "--rows", 512)
    assert told.status == 0, told.err
    assert "kernel" in told.out
    assert "rule book" in told.out
    rates = nardy("bench", "turns", "plakoto", "--rows", 512, "--json").data
    assert rates["game"] == "plakoto"
    assert rates["kernel"] > rates["rule_book"] > 0


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "is_available", lambda: False)
    assert way_to_install("compile") in refused("bench", "turns")


def test_help_has_an_example() -> None:
    assert "Example: nardy bench turns" in nardy("bench", "--help").out
