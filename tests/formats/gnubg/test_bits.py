"""Bits and characters."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.errors import NotationError
from nardy.formats.gnubg.bits import bits_of, id_text


@given(st.binary(min_size=10, max_size=10))
def test_characters_are_those_of_base64(data: bytes) -> None:
    text = base64.b64encode(data).decode().rstrip("=")
    bits = bits_of(text, 14, 80, "key")
    number = int.from_bytes(data, "little")
    assert bits == [number >> n & 1 for n in range(80)]
    assert id_text(bits, 80) == text


def test_missing_bits_are_zeros() -> None:
    assert id_text([], 72) == "A" * 12
    assert id_text([1], 8) == "AQ"


@pytest.mark.parametrize("text", ["A", "AAA", "A=", "A ", "A-", "AB"])
def test_spoiled_ids_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="key"):
        bits_of(text, 2, 8, "key")
