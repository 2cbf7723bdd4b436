"""The bytes of an .ogxm file."""

import struct

import pytest
from tests.formats.ogxm import made
from tests.formats.played import played_match

from nardy.formats.ogxm import extract
from nardy.formats.ogxm.extract import ChunkError, Cursor

MATCH = played_match("backgammon", 3, 2, most_games=1)
WHOLE, OLD = made.file_of(MATCH), made.file_of(MATCH, is_old=True)
HEAD = made.parts_of(MATCH)
HEAD = HEAD[: HEAD.index(b"GAME")]
STUB = WHOLE[:12] + struct.pack("<I", 22 + len(HEAD)) + HEAD + b"GAEND!"


def with_game(game: bytes) -> bytes:
    return made.packed(HEAD + made.part(b"GAME", game, is_old=False))


def test_the_match_and_its_games_are_found() -> None:
    found = extract.extract(WHOLE)
    assert (found["names"], found["length"], found["event"]) == ([*MATCH.names], 3, "Open")
    old = extract.extract(OLD)
    assert found["began"] == old["began"] == 1_767_225_600
    assert [ply["steps"] for ply in found["games"][0]["plies"]] == [
        ply["steps"] for ply in old["games"][0]["plies"]
    ]


def test_other_parts_are_passed_over() -> None:
    more = made.part(b"DECS", b"\xff" * 9, is_old=False)
    assert extract.extract(made.packed(made.parts_of(MATCH) + more)) == extract.extract(WHOLE)


def test_fields_of_the_match_keep_their_order() -> None:
    fields = {at: made.number(at) for at in range(2, 11)} | {0: made.text("a"), 1: made.text("b")}
    fields |= {4: b"\1\2", 5: b"\3\4", 11: b"", 12: made.text("Open"), 13: made.number(2026)}
    head = made.part(b"MTCH", made.record_of(fields, b"\5\1"), is_old=False)
    found = extract.extract(made.packed(head))
    assert (found["length"], found["variant"], found["rules"], found["cube_limit"]) == (5, 1, 2, 3)
    assert (found["score"], found["event"], found["is_past_crawford"]) == ([1, 2], "Open", True)


def test_a_game_may_begin_elsewhere_and_a_turn_may_be_long() -> None:
    board = bytes([0] * 26)
    fields = {3: board, 4: made.number(2), 5: made.number(1), 6: made.number(2)}
    long = made.record_of({5: b"\1" + bytes([24 | 1 << 5])})
    plies = bytes([0x80, 0]) + long + bytes([31 | 0x80]) + made.record_of({0: b"\1\2", 6: board})
    plies += bytes([63 | 0x80]) + made.record_of({1: b"\1", 2: b"\1", 4: bytes(4), 7: b"\x22"})
    game = extract.extract(with_game(made.record_of(fields) + plies))["games"][0]
    assert (game["board"], game["cube"], game["owner"]) == ([0] * 26, 8, 1)
    one, other, escaped = game["plies"]
    assert one["steps"] == [(24, 1)]
    assert (other["dice"], other["board"], escaped["action"]) == ((1, 2), [0] * 26, 34)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"hello", "the letters OGXM"),
        (b"OGXM" + bytes(40), "version 1 or 2, got 0"),
        (WHOLE[:-1], "cut short"),
        (OLD[:-1], "cut short"),
        (WHOLE.replace(b"Ann", b"Eve"), "the right checksum"),
        (OLD.replace(b"Ann", b"Eve"), "the right checksum"),
        (made.packed(b""), "one match, got 0"),
        (STUB, "the head of a part"),
        (made.packed(HEAD + b"GAME\xff\xff\xff\0\1"), "a part within the file"),
        (made.packed(HEAD + made.part(b"GAME", b"\1\0", is_old=False) * 1_001), "1,000 games"),
        (with_game(b"\1"), "more bytes in a part"),
        (with_game(made.record_of({6: b"\x0d"})), "12 automatic doubles"),
        (with_game(b"\1\0" + b"\x15" * 200_001), "200,000 turns"),
    ],
)
def test_damage_is_named(data: bytes, sentence: str) -> None:
    with pytest.raises(ChunkError, match=sentence):
        extract.extract(data)


def test_a_large_file_is_refused() -> None:
    with pytest.raises(ChunkError, match="at most 20,000,000 bytes"):
        extract.extract(bytes(20_000_001))


def test_numbers_have_groups_of_seven_bits() -> None:
    assert [Cursor(made.number(value)).number() for value in (0, 127, 128, 2**63)] == [
        0,
        127,
        128,
        2**63,
    ]
    with pytest.raises(ChunkError, match="64 bits"):
        Cursor(b"\xff" * 11).number()
