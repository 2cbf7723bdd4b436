"""The bytes of .xg files."""

import struct
import zlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.formats.played import played_match
from tests.formats.xg import made
from tests.strategies import seeds

from nardy.formats.xg import extract
from nardy.formats.xg.extract import DamagedError

MATCH = played_match("backgammon", 3, 1, most_games=1)
FILE = made.file_of(MATCH)
RECORDS = made.records_of(MATCH)


def test_the_match_and_its_records_are_found() -> None:
    found = extract.extract(FILE)
    assert found["match"]["names"] == ["Ann", "Bob"]
    assert (found["match"]["length"], found["match"]["event"]) == (3, "Open")
    assert found["records"][0]["kind"] == "game"
    assert found["records"][-1]["kind"] == "end"


def test_texts_of_old_versions_are_short() -> None:
    content = made.match_record(MATCH, version=20) + made.record_of(1)
    assert extract.extract(made.packed({"temp.xg": content}))["match"]["names"] == ["Ann", "Bob"]


@settings(max_examples=tries(100, 2_000, 100_000), deadline=None)
@given(st.integers(8232, len(FILE) - 33), st.integers(1, 255))
def test_a_changed_byte_of_the_archive_is_found(at: int, change: int) -> None:
    data = bytearray(FILE)
    data[at] ^= change
    with pytest.raises(DamagedError):
        extract.extract(bytes(data))


@given(st.integers(0, len(FILE) - 1))
def test_a_file_cut_short_is_found(length: int) -> None:
    with pytest.raises(DamagedError):
        extract.extract(FILE[:length])


@settings(max_examples=tries(100, 2_000, 100_000), deadline=None)
@given(seeds)
def test_spoiled_records_give_values_or_damage(seed: int) -> None:
    content, rng = bytearray(RECORDS), Random(seed)
    for _ in range(rng.randint(1, 30)):
        content[rng.randrange(len(content))] = rng.randrange(256)
    try:
        found = extract.extract(made.packed({"temp.xg": bytes(content)}))
    except DamagedError:
        return
    assert found["records"]


def bomb(size: int) -> bytes:
    """An archive with a stream that unpacks to zeros."""
    return made.packed({"temp.xg": bytes(size)})


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    data = bomb(extract.MOST_UNPACKED + 1)
    assert len(data) < 1_000_000
    with pytest.raises(DamagedError, match="within its archive, got a size of 60,000,001 bytes"):
        extract.extract(data)


def test_a_bomb_that_lies_about_its_size_is_cut() -> None:
    stream = zlib.compress(bytes(2_000_000))
    with pytest.raises(DamagedError, match="at most 1,000 bytes after unpacking, got more"):
        extract.unpacked(stream, 1_000)
    with pytest.raises(DamagedError, match="cut short"):
        extract.unpacked(stream[:-2], 2_000_000)


def test_an_archive_of_many_files_is_refused() -> None:
    files = {f"{number}": b"" for number in range(17)}
    with pytest.raises(DamagedError, match="an archive's index"):
        extract.extract(made.packed(files))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\3\4", "the letters RGMH"),
        (b"RGMH", "an archive, got the end"),
        (b"RGMH" + bytes(extract.MOST_BYTES), "at most 20,000,000 bytes"),
        (made.packed({"temp.xgi": b""}), "temp.xg in its archive"),
        (made.packed({"temp.xg": bytes(2560)}), "records of 2,560 bytes"),
        (
            made.packed({"temp.xg": made.match_record(MATCH, version=3)}),
            "version 8 or newer, got 3",
        ),
    ],
)
def test_other_files_are_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(DamagedError, match=sentence):
        extract.extract(data)


def test_a_size_of_the_index_that_is_negative_is_refused() -> None:
    data = FILE[:-24] + struct.pack("<i", -5) + FILE[-20:]
    with pytest.raises(DamagedError, match="index"):
        extract.extract(data)


@pytest.mark.parametrize(("version", "count"), [(25, 0), (26, 3), (32, 3)])
def test_automatic_doubles_stand_in_newer_records(version: int, count: int) -> None:
    game = made.record_of(1, (64, "i", (3,)))
    records = made.match_record(MATCH, version=version) + game
    found = extract.extract(made.packed({"temp.xg": records, "temp.xgc": b""}))
    assert found["records"][0]["auto_doubles"] == count
