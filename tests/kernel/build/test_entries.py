"""The library has every entry that Python calls."""

import sys

import pytest

from nardy.kernel import jit
from nardy.kernel.build import entries


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The kernel's entries, without those of other tests."""
    own = [entry for entry in jit.ENTRIES if entry[0].startswith("nardy.")]
    monkeypatch.setattr(entries, "ENTRIES", own)
    return own


def test_a_call_of_each_entry_tells_what_it_takes(own: list[tuple[str, str]]) -> None:
    before = [getattr(sys.modules[module], name) for module, name in own]
    kinds = entries._kinds_of_arguments()  # noqa: SLF001
    assert [getattr(sys.modules[module], name) for module, name in own] == before
    assert set(kinds) <= {name for _, name in own}
    rules, dice, *_ = kinds["roll_batch"]
    assert (str(rules.dtype), rules.ndim, rules.layout) == ("int64", 1, "C")
    assert (str(dice.dtype), dice.ndim, dice.layout) == ("int8", 2, "C")


@pytest.mark.skipif(jit.LIBRARY is None, reason="needs a built library")
@pytest.mark.usefixtures("own")
def test_the_library_has_them_all() -> None:
    listed = {name for name in dir(jit.LIBRARY) if name[0] != "_"} - {"SOURCES"}
    assert set(entries._kinds_of_arguments()) == listed  # noqa: SLF001
