"""What `nardy.bots` gives."""

import re
import subprocess
import sys

import pytest

import nardy.bots
import nardy.kernel
from nardy.errors import MissingExtraError, way_to_install


def test_the_bot_with_a_network_is_imported_when_it_is_asked_for() -> None:
    code = "import sys, nardy.bots; print('numpy' in sys.modules, nardy.bots.NeuralBot.__name__)"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split()[1:] == ["NeuralBot"]


def test_without_the_kernel_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nardy.kernel, "is_available", lambda: False)
    with pytest.raises(MissingExtraError, match=re.escape(way_to_install("compile"))):
        nardy.bots.NeuralBot  # noqa: B018 (asking for it imports it)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Nobody"):
        nardy.bots.Nobody  # noqa: B018


@pytest.mark.parametrize("has_kernel", [True, False])
def test_a_star_imports_what_there_is(has_kernel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nardy.kernel, "is_available", lambda: has_kernel)
    found: dict[str, object] = {}
    exec("from nardy.bots import *", found)  # noqa: S102 (of our own)
    assert found["load_bot"] is nardy.bots.load_bot
    assert ("NeuralBot" in found) == has_kernel
