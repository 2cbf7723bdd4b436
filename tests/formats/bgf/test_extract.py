"""The bytes of a .bgf file."""

import gzip
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.bgf import made

from nardy.formats.bgf import extract
from nardy.formats.bgf.extract import Shared, Smile, UnpackingError

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=80),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abcdefgh", min_size=1, max_size=9), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["games", "cube", "site"]), VALUES))
def test_what_is_packed_comes_back(found: dict[str, Any]) -> None:
    assert extract.extract(made.packed(found)) == found
    assert extract.extract(made.plain(found)) == found


def test_many_names_are_shared() -> None:
    found = [{f"n{at % 300}": at} for at in range(900)]
    assert Smile(made.smile(found)).match() == found


def test_texts_of_the_specification_are_read() -> None:
    # Bytes by hand from the specification of Smile, apart from the writer of these tests.
    shared = b":)\n\x03\xf8\x42abc\x01\x80\xc3\xa4\xc0\xc1\xe0long\xfc\xf9"
    assert Smile(shared).match() == ["abc", "abc", "ä", 0, -1, "long"]
    bits = struct.unpack(">I", struct.pack(">f", 1.5))[0]
    single = bytes(bits >> 7 * (4 - at) & 0x7F for at in range(5))
    assert Smile(b":)\n\0\x28" + single).match() == 1.5
    assert Smile(b":)\n\0\x24\x01\x80").match() == 32
    assert Smile(b":)\n\0\x29" + bytes([1, *[0x7F] * 9])).match() is None
    assert Smile(b":)\n\0\xfa\x20\x22\x34name\xfc\x23\xc0\xc3\xa4\x21\xfb").match() == {
        "": False,
        "name": True,
        "ä": None,
    }


def test_the_table_of_shared_texts_begins_again_when_it_is_full() -> None:
    table = Shared(is_on=True)
    for at in range(1025):
        table.add(str(at))
    assert table.at(0) == "1024"
    with pytest.raises(UnpackingError, match="number 1, got no such text"):
        table.at(1)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"hello", "a first line such as"),
        (made.HEAD + b"\x1f\x8b\x08", "after unpacking, got a stream that is cut short"),
        (made.HEAD + b"\x1f\x8bxx", "data packed by gzip"),
        (made.HEAD + b"PK\3\4", "JSON or Smile"),
        (made.HEAD + b"[" * 100_000, "JSON or Smile"),
        (made.HEAD + b"[" * 60 + b"]" * 60, "40 deep"),
        (made.HEAD + b"[" + b"0," * 2_000_000 + b"0]", "at most 2,000,000 values"),
        (made.HEAD + b"[1]", "a match, got another value"),
        (made.HEAD + b":)\n", "a Smile document, got the end"),
        (made.HEAD + b":)\n\1\xfa\x80a", "more of a Smile document"),
        (made.HEAD + b":)\n\1\xf8" * 1 + b"\xf8" * 99, "40 deep"),
        (made.HEAD + b":)\n\1\xfa\xff", "a name in Smile, got the byte 0xff"),
        (made.HEAD + b":)\n\1\xfd", "a value in Smile, got the byte 0xfd"),
        (made.HEAD + b":)\n\1\xe0abc", "the end of a text"),
        (made.HEAD + b":)\n\1\x24" + b"\1" * 11, "a whole number"),
        (made.HEAD + b":)\n\1\xf8" + b"\xc0" * 2_000_001, "at most 2,000,000 values"),
    ],
)
def test_damage_is_named(data: bytes, sentence: str) -> None:
    with pytest.raises(UnpackingError, match=sentence):
        extract.extract(data)


def test_a_number_beyond_all_numbers_is_none() -> None:
    found = extract.extract(made.HEAD + b'{"a": 1e999, "b": [-1e999, NaN, 2.5]}')
    assert found == {"a": None, "b": [None, None, 2.5]}


def test_what_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = made.HEAD + gzip.compress(bytes(30_000_000), 1)
    with pytest.raises(UnpackingError, match="after unpacking, got more"):
        extract.extract(bomb)
    monkeypatch.setattr(extract, "MOST_UNPACKED", 1_000)
    again = b":)\n\3\xf8\x7f" + b"x" * 64 + b"\1" * 20
    with pytest.raises(UnpackingError, match="characters in Smile"):
        Smile(again).match()
    with pytest.raises(UnpackingError, match="at most 20,000,000 bytes"):
        extract.extract(bytes(20_000_001))
