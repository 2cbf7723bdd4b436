"""Bots by name."""

import pytest

from nardy.bots import BOTS, load_bot
from nardy.errors import NardyError


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_found_by_its_name(name: str) -> None:
    assert load_bot(name).name.partition(":")[0] == name
    assert load_bot(f" {name.upper()} ").name.partition(":")[0] == name


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_described_in_both_languages(name: str) -> None:
    english, russian = BOTS[name]
    assert english.isascii()
    assert not russian.isascii()


@pytest.mark.parametrize(
    ("spec", "nearest"), [("basline", "'baseline'"), ("gnubg:7", "'baseline'")]
)
def test_an_unknown_bot_is_told_what_there_is(spec: str, nearest: str) -> None:
    with pytest.raises(NardyError, match=rf"baseline, nardy, random.*got '{spec}'.*{nearest}"):
        load_bot(spec)
