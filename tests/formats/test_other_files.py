"""Files that hold no match."""

import time

import pytest
from tests.effort import each
from tests.formats.played import played_match

from nardy.errors import NotationError
from nardy.formats import mat, match_json, read_match, sgf
from nardy.formats.other_files import OTHER_FILES, other_file

FILES = {
    "opening book": b"OBDB\0\0",
    "PartyGammon": b"MATCHLENGTH=3\r\nGAME_1_PLAYER_1=ann\r\n",
    "GNU Backgammon": b"ann vs. bob\n\nThe score (after 0 games) is: ann 0, bob 0\n",
    "zip": b"PK\3\4\x14\0",
    "7z": b"7z\xbc\xaf'\x1c",
    "rar": b"Rar!\x1a\7",
    "gzip": b"\x1f\x8b\x08",
    "PDF": b"%PDF-1.4\n",
    "PNG": b"\x89PNG\r\n",
    "JPEG": b"\xff\xd8\xff\xe0",
    "RTF": b"{\\rtf1 hello}",
    "web page": b"\xef\xbb\xbf\n<!DOCTYPE html><title>match</title>",
    "SQLite": b"SQLite format 3\0",
}


@pytest.mark.parametrize("name", FILES)
def test_the_refusal_names_the_kind_and_a_way_out(name: str) -> None:
    with pytest.raises(NotationError, match=f"expected a match .*, got .*{name}.*; do \\w+"):
        read_match(FILES[name])


def test_every_kind_has_an_example() -> None:
    found = {other_file(data) for data in FILES.values()}
    assert found == {*OTHER_FILES}


@each("game", ["backgammon", "long-nardy"])
def test_a_match_is_no_other_file(game: str) -> None:
    match = played_match(game, 3, 1, most_games=1)
    for text in (mat.dumps(match), match_json.dumps(match)):
        assert other_file(text.encode()) is None
    assert other_file(sgf.dumps(played_match("backgammon", 3, 1)).encode()) is None


def test_a_long_beginning_is_looked_at_fast() -> None:
    begun = time.perf_counter()
    for data in (
        b"{" * 5_000,
        b"GAME_" * 5_000,
        b"a " * 5_000,
        b"\n" * 5_000,
        b"The score (" * 500,
    ):
        other_file(data)
    assert time.perf_counter() - begun < 1
