import json
import zlib

import pytest
from tests.effort import some
from tests.server.packed import BEGAN, log_of

from nardy.core.provable import chain
from nardy.games import GAMES
from nardy.server.errors import StoreError
from nardy.server.store.packed_games.dictionary import DICTIONARY
from nardy.server.store.packed_games.form import PackedEntry, first_events, pack, unpack

STARTED = {"kind": "started", "position": "backgammon w 24:15 24:15 opening", "version": 1}
ROLL = {"kind": "rolled", "player": "white", "dice": [3, 1]}
ODD: list[tuple[object, object]] = [
    # What no column was made for stays as it is.
    (
        {"kind": "played", "player": "white", "turn": "8/5", "moves": [[8, 5]], "accepted": True},
        None,
    ),
    ({"kind": "played", "player": "white", "turn": "9/9;1", "moves": []}, {"time": "white"}),
    ({"kind": "played", "player": "red", "turn": "", "moves": [[1, 2]]}, {"worth": {"win": 0.5}}),
    ({"kind": "resigned", "player": "black", "size": "single"}, {"left": "black", "clock": [1, 2]}),
    ({"kind": "acted", "player": "white", "act": "double"}, {"clock": [1, 2, 3], "stand": [1]}),
    ({"kind": "acted", "player": "black", "act": "взять"}, {"clock": "no list"}),
    ({"kind": "rolled", "player": "white", "dice": [3, 1, 2]}, {"links": {"white": None}}),
    ({"kind": "rolled", "player": "white", "dice": [30, 1]}, {"links": 3}),
    ({"kind": "later", "of": {"another": "nardy"}}, {"links": {"white": None, "black": None}}),
]


@pytest.mark.parametrize("game", some(GAMES, 4))
def test_a_game_is_unpacked_as_it_was_and_takes_little(game: str) -> None:
    log = log_of(game)
    data = pack(log)
    assert unpack(data) == log
    assert first_events(data, 12) == [entry.event for entry in log[:12]]
    plain = len(json.dumps([entry._asdict() for entry in log]))
    # The last links of the two chains are 64 bytes of chance, which a short game has, too.
    assert len(data) - 64 < plain / 10
    # The start and the last links are in every game, however short.
    assert len(data) < 100 + 15 * len(log), (len(data), len(log))


@pytest.mark.parametrize("number", range(len(ODD)))
def test_whatever_a_log_says_comes_back(number: int) -> None:
    event, note = ODD[number]
    log = [
        PackedEntry(STARTED, BEGAN, None),
        PackedEntry(ROLL, BEGAN + 5, {"links": {"white": "5e" * 32, "black": None}}),
        PackedEntry(event, BEGAN - 3, note),  # type: ignore[arg-type]
        PackedEntry(ROLL, BEGAN, {"clock": [9, 9, 9]}),
    ]
    assert unpack(pack(log)) == log
    assert unpack(pack([])) == []


def test_links_stay_those_that_anybody_can_check() -> None:
    links = [link.hex() for link in chain(b"white", 9)]
    log = [PackedEntry(ROLL, BEGAN, {"links": {"white": one, "black": None}}) for one in links[1:]]
    assert [entry.note for entry in unpack(pack(log))] == [entry.note for entry in log]


@pytest.mark.parametrize(
    "damage", [b"", b"\x02rest", b"\x01", b"\x01\xff\xff\xff", b"\x01\x03\x00"]
)
def test_damaged_data_is_told_in_one_sentence(damage: bytes) -> None:
    with pytest.raises(StoreError, match="expected a packed game"):
        unpack(damage)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (0, ["pw"]),
        (0, ["pw9 8/5"]),
        (0, ["w"]),
        (3, []),
        (3, [["zz", ""], None]),
        (4, ""),
        (1, [1]),
    ],
)
def test_damage_that_can_be_inflated_is_told_in_the_same_sentence(
    column: int, value: object
) -> None:
    opened = zlib.decompressobj(-15, zdict=DICTIONARY)
    columns = json.loads(opened.decompress(pack(log_of("backgammon"))[1:]) + opened.flush())
    columns[column] = value
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=DICTIONARY)
    data = b"\x01" + press.compress(json.dumps(columns).encode()) + press.flush()
    with pytest.raises(StoreError, match="got damaged data; restore a backup"):
        unpack(data)
    if column == 0:
        with pytest.raises(StoreError, match="got damaged data; restore a backup"):
            first_events(data, 3)
