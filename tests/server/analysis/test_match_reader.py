"""The program that reads files of matches."""

import json
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from tests.formats.xg.made import packed

from nardy.formats import match_json
from nardy.server.analysis import match_reader
from nardy.server.analysis.uploaded_reviews import FOLDER

DATA = Path(__file__).parents[2] / "formats" / "data"


def read(data: bytes, game: str = "") -> dict[str, object]:
    command = [sys.executable, "-I", "-S", match_reader.__file__, FOLDER, game]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    return json.loads(done.stdout)


def test_a_match_becomes_its_record_and_what_a_list_shows_of_it() -> None:
    found = read((DATA / "plakoto.mat").read_bytes())
    record = match_json.loads(str(found.pop("record")))
    assert record.players == ("Eleni", "Petros")
    assert (found["game"], found["length"], found["white_name"]) == ("plakoto", 2, "Eleni")
    assert found["illegal"] == len(record.illegal)


def test_the_game_of_a_file_without_one_is_chosen() -> None:
    text = b" 1 point match\n\n Game 1\n ann : 0  bob : 0\n  1) 31: 8/5 6/5  64: 24/14\n"
    assert read(text)["game"].startswith("backgammon")
    assert read(text, "nackgammon")["game"].startswith("nackgammon")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "expected"),
        (b"%PDF-1.4", "expected a match"),
        (b'{"nardy": "match", "events": []}', "expected a match as JSON"),
        (b" 3 point match\n\n Game 1\n ann : 0  bob : 0\n", "expected a match with a turn"),
        (b"x" * 1_000_001, "expected a file of at most 1,000,000 bytes"),
        (b"RGMH" + b"\0" * 3000, "expected an .xg file"),
    ],
)
def test_what_is_no_match_is_refused_with_a_sentence(data: bytes, reason: str) -> None:
    assert str(read(data)["error"]).startswith(reason)


def test_a_file_that_unpacks_to_more_than_ten_megabytes_is_refused() -> None:
    """A bomb: 11 MB of zeros, which the format itself would allow."""
    content = b"\0" * 11_000_000
    assert len(zlib.compress(content)) < 20_000
    told = str(read(packed({"temp.xg": content}))["error"])
    assert told.startswith(
        "expected an .xg file: temp.xg within its archive, got a size of 11,000,000"
    )
