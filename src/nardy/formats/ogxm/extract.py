"""Read the bytes of an .ogxm file, versions 1 and 2; runs in a process of its own, with limits.

Only the standard library is used (`limited` says why). It makes the match with its games and their plies;
analyses, clocks, notes and signatures are left out. White is seat 0. White moves up from point 1, whose bar
is 0; Black moves down and has the bar 25. Sources: the description of OGXM 1.3 in
OGXM_FORMAT_SPEC_GAMMONVIEW.md of gammonview (after the one of HedgeHog, CC BY 4.0), and files of
OGXM's own library for version 2.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import Any

MOST_BYTES = 20_000_000
MAGIC = b"OGXM"
MOST_GAMES, MOST_PLIES = 1_000, 200_000
_CLOSING = b"END!"
_DICE = [(one, other) for one in range(1, 7) for other in range(one, 7)]
SET_POSITION, _ESCAPE, _LAST_KNOWN = 31, 63, 37
_PLACES = 26
_NOBODY = 255

Json = dict[str, Any]


class ChunkError(ValueError):
    """The file is no .ogxm file, or damaged; the text says where."""


DAMAGE = ChunkError
"""What `limited` answers as an error."""


class Cursor:
    """Reads numbers and texts in order, up to the end of a part."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_over(self) -> bool:
        return self._at >= len(self._data)

    def take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) < size:
            raise ChunkError("more bytes in a part of the file, got its end")
        self._at += size
        return taken

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        """Groups of seven bits, the lowest first; all but the last have the highest bit set."""
        value = 0
        for group in range(10):
            byte = self.byte()
            value |= (byte & 0x7F) << 7 * group
            if not byte & 0x80:
                return value
        raise ChunkError("a number of at most 64 bits, got more")

    def text(self, size: int) -> str:
        return self.take(size).decode("utf-8", "replace")

    def board(self) -> list[int]:
        return [*struct.unpack(f"<{_PLACES}b", self.take(_PLACES))]

    def record(self) -> tuple["Cursor", int]:
        """A part after its length, and the mask of what it has."""
        body = Cursor(self.take(self.number()))
        return body, body.number()


def extract(data: bytes) -> Json:
    """The match and its games.

    Raises:
        ChunkError: what was expected, and what came.
    """
    if len(data) > MOST_BYTES:
        raise ChunkError(f"at most {MOST_BYTES:,} bytes, got more")
    if data[:4] != MAGIC or len(data) < 28:
        raise ChunkError(f"the letters OGXM at its beginning, got {data[:4]!r}")
    major = struct.unpack_from("<H", data, 8)[0]
    if major not in (1, 2):
        raise ChunkError(f"version 1 or 2, got {major}")
    parts = [*(_sections if major == 2 else _chunks)(data)]
    heads = [part for name, part in parts if name == (b"MTCH" if major == 2 else b"MHDR")]
    if len(heads) != 1:
        raise ChunkError(f"one match, got {len(heads)}; an analysis alone has none")
    games = [part for name, part in parts if name == b"GAME"]
    if len(games) > MOST_GAMES:
        raise ChunkError(f"at most {MOST_GAMES:,} games, got {len(games):,}")
    read_head, read_game = (_match, _game) if major == 2 else (_old_match, _old_game)
    return read_head(Cursor(heads[0])) | {"games": [read_game(Cursor(part)) for part in games]}


def _sections(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of version 2."""
    if struct.unpack_from("<I", data, 12)[0] != len(data) or data[-4:] != _CLOSING:
        raise ChunkError("a whole file, got one that is cut short")
    yield from _parts(data, 16, len(data) - 4, "<4sIB")


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of version 1."""
    if struct.unpack_from("<I", data, 12)[0] != len(data) or data[-8:-4] != _CLOSING:
        raise ChunkError("a whole file, got one that is cut short")
    yield from _parts(data, 20, len(data) - 8, "<4sIHH")


def _parts(data: bytes, at: int, end: int, head: str) -> Iterator[tuple[bytes, bytes]]:
    size = struct.calcsize(head)
    while at < end:
        if at + size > end:
            raise ChunkError("the head of a part, got the end of the file")
        name, length, *_ = struct.unpack_from(head, data, at)
        begin = at + size
        if begin + length > end:
            raise ChunkError(f"a part within the file, got {length:,} bytes")
        part = data[begin : begin + length]
        if name == b"CSUM":
            _check(data[:at], part, is_old=size != 9)
        yield name, part
        at = begin + length


def _check(before: bytes, part: bytes, *, is_old: bool) -> None:
    """Compare the checksum, if it is a CRC32."""
    if is_old:
        algorithm, digest = part[:1], part[-4:]
    else:
        body, _ = Cursor(part).record()
        algorithm, digest = body.take(1), body.take(body.number())
    if algorithm == b"\0" and digest != struct.pack("<I", zlib.crc32(before)):
        raise ChunkError("the right checksum, got a damaged file")


# --------------------------------------------------------------------------- version 2


def _match(cursor: Cursor) -> Json:
    body, mask = cursor.record()
    found: Json = {"length": body.number(), "variant": body.number()}
    # Each bit of the mask has a field; those after the event are not needed.
    names = [body.text(body.number()) if mask >> at & 1 else "" for at in (0, 1)]
    rules, limit = (body.number() if mask >> at & 1 else 0 for at in (2, 3))
    start = [body.number(), body.number()] if mask >> 4 & 1 else [0, 0]
    for _ in range(2 * (mask >> 5 & 1)):
        body.number()
    # The result, the source, when it began and ended, and a seat.
    later = [body.number() if mask >> at & 1 else 0 for at in range(6, 11)]
    event = body.text(body.number()) if mask >> 12 & 1 else ""
    return found | {
        "names": names,
        "rules": rules,
        "cube_limit": limit,
        "score": start,
        "is_past_crawford": bool(mask >> 11 & 1),
        "began": later[2] // 1000,
        "event": event,
    }


def _game(cursor: Cursor) -> Json:
    body, mask = cursor.record()
    winner = body.number() if mask & 1 else None
    points = body.number() if mask >> 1 & 1 else 0
    board = body.board() if mask >> 3 & 1 else None
    cube = body.number() if mask >> 4 & 1 else 1
    owner = body.number() if mask >> 5 & 1 else None
    autos = body.number() if mask >> 6 & 1 else 0
    if autos > 12:
        raise ChunkError(f"at most 12 automatic doubles, got {autos}")
    plies: list[Json] = []
    while not cursor.is_over:
        plies.append(_ply(cursor))
        if len(plies) > MOST_PLIES:
            raise ChunkError(f"at most {MOST_PLIES:,} turns and acts a game, got more")
    found = {"winner": winner, "points": points, "board": board, "plies": plies}
    return found | {"cube": cube << autos, "owner": owner}


def _ply(cursor: Cursor) -> Json:
    first = cursor.byte()
    ply: Json = {"action": first & 0x3F, "seat": first >> 6 & 1, "steps": []}
    if ply["action"] < len(_DICE):
        dice = _DICE[first & 0x3F]
        ply |= {"dice": dice, "steps": [*_steps(cursor, dice)]}
    if first & 0x80:
        _read_extras(cursor, ply)
    return ply


def _steps(cursor: Cursor, dice: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Where each move begins, and its pips; a zero ends them early."""
    for _ in range(4 if dice[0] == dice[1] else 2):
        step = cursor.byte()
        if not step:
            return
        yield step & 0x1F, step >> 5


def _read_extras(cursor: Cursor, ply: Json) -> None:
    body, mask = cursor.record()
    if ply["action"] > _LAST_KNOWN and ply["action"] != _ESCAPE:
        return
    if mask & 1:
        ply["dice"] = body.byte(), body.byte()
    for at in (1, 2):
        if mask >> at & 1:
            body.number()
    if mask >> 4 & 1:
        body.take(4)
    if mask >> 5 & 1:
        steps = [body.byte() for _ in range(min(body.number(), _PLACES))]
        ply["steps"] = [(step & 0x1F, step >> 5) for step in steps]
    if mask >> 6 & 1:
        ply["board"] = body.board()
    if ply["action"] == _ESCAPE:
        ply["action"] = body.number() if mask >> 7 & 1 else _ESCAPE


# --------------------------------------------------------------------------- version 1


def _old_match(cursor: Cursor) -> Json:
    length, _, rules, *_, began, _, limit = struct.unpack("<HBBHHBBIHH6x", cursor.take(24))
    names = [cursor.text(cursor.byte()), cursor.text(cursor.byte())]
    event = "" if cursor.is_over else cursor.text(cursor.byte())
    return {
        "length": length,
        "variant": 0,
        "names": names,
        "rules": rules,
        "cube_limit": limit,
        "score": [0, 0],
        "is_past_crawford": False,
        "began": began,
        "event": event,
    }


def _old_game(cursor: Cursor) -> Json:
    _, count, winner, points, *_ = struct.unpack("<BHBBBBB", cursor.take(8))
    board, first = None, cursor.take(2)
    if first != b"\xff\xff":
        board = [*struct.unpack("<26b", first + cursor.take(24))]
        cursor.byte()
    plies = [_old_ply(cursor) for _ in range(count)]
    found = {"winner": None if winner == _NOBODY else winner, "points": points, "board": board}
    return found | {"plies": plies, "cube": 1, "owner": None}


def _old_ply(cursor: Cursor) -> Json:
    first = cursor.byte()
    ply: Json = {"action": first & 0x1F, "seat": 1 - (first >> 5 & 1), "steps": []}
    if ply["action"] < len(_DICE):
        ply["dice"] = _DICE[ply["action"]]
        steps = cursor.take(4 if ply["dice"][0] == ply["dice"][1] else 2)
        ply["steps"] = [(step & 0x1F, step >> 5) for step in steps if step]
    if ply["action"] == SET_POSITION:
        dice = cursor.byte() if first & 0x40 else 0
        ply["dice"] = (dice & 0x0F, dice >> 4) if dice else None
        ply["board"] = cursor.board()
    return ply
