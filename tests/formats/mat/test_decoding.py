"""From bytes to text."""

import pytest

from nardy.errors import NotationError
from nardy.formats.mat.decoding import MOST_BYTES, match_text

TEXT = " 7 point match\n\n Game 1\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT,
        TEXT.encode(),
        "\ufeff" + TEXT,
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r"),
    ],
)
def test_marks_and_ends_of_lines_are_taken_away(data: str | bytes) -> None:
    assert match_text(data) == TEXT


@pytest.mark.parametrize(
    ("byte", "letter"), [(b"\xe9", "é"), (b"\x96", "\N{EN DASH}"), (b"\x81\xe9", "\x81é")]
)
def test_bytes_that_are_no_utf_8_are_latin_1(byte: bytes, letter: str) -> None:
    assert match_text(b"1 point match " + byte) == f"1 point match {letter}"


@pytest.mark.parametrize(
    "line",
    ["7 point match", " 7 points match", "\t0 Point Match", "Money session", "unlimited game"],
)
def test_a_match_line_has_many_looks(line: str) -> None:
    assert match_text(f"; a comment\n{line}\n")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "got an empty file"),
        ("\ufeff \r\n", "got an empty file"),
        (b"7 point match\0", "got binary data"),
        ("seven point match", "near its beginning, got 'seven point match'"),
        ("\n" + " " * 20_000 + "\n7 point match", "near its beginning"),
        ("x" * (MOST_BYTES + 1), "at most 5,000,000 bytes"),
    ],
)
def test_what_is_no_match_is_refused(data: str | bytes, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        match_text(data)
    assert sentence in str(error.value)
