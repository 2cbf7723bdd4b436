"""Read the bytes of an .xg file; runs in a process of its own, with limits of time and memory.

Only the standard library is used (`limited` says why). It makes {"match": {...}, "records": [...]}.

An .xg file is a header, a thumbnail, and an archive of zlib streams, whose index and checksum stand at
its end. `temp.xg` in it has records of 2,560 bytes, `temp.xgc` the comments. Source: the description
at https://extremegammon.com/XGformat.aspx, checked with files of XG 2.
"""

import struct
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any

MOST_BYTES = 20_000_000
MAGIC, _RECORD_MAGIC = b"RGMH", b"DMLI"
_MOST_FILES, MOST_UNPACKED = 16, 60_000_000
_RECORD, _INDEX_ENTRY, _TRAILER = 2560, 532, 36
_MATCH, _GAME, _CUBE, _MOVE, _END = range(5)
_MOST_CHOICES = 32
_LEAST_VERSION = 8
"""Of the records; earlier ones have no largest cube."""
_VERSION_OF_DOUBLES = 26
"""From which on the number of automatic doubles stands in a game."""

Json = dict[str, Any]


class DamagedError(ValueError):
    """The file is no .xg file, or damaged; the text says where."""


DAMAGE = DamagedError
"""What `limited` answers as an error."""


def extract(data: bytes) -> Json:
    """The match and its records, in order.

    Raises:
        DamagedError: what was expected, and what came.
    """
    if len(data) > MOST_BYTES:
        raise DamagedError(f"at most {MOST_BYTES:,} bytes, got more")
    if data[:4] != MAGIC:
        raise DamagedError(f"the letters RGMH at its beginning, got {data[:4]!r}")
    files = _files(data)
    if "temp.xg" not in files:
        raise DamagedError("temp.xg in its archive, got none")
    return _records(files["temp.xg"], files.get("temp.xgc", b""))


def _files(data: bytes) -> dict[str, bytes]:
    """The files of the archive by their names."""
    if len(data) < _TRAILER + 4:
        raise DamagedError("an archive, got the end of the file")
    checksum, count, _, index_size, size, packed = struct.unpack_from(
        "<Iiiiii", data, len(data) - _TRAILER
    )
    end = len(data) - _TRAILER
    start = end - index_size - size
    if min(count, index_size, size) < 0 or count > _MOST_FILES or start < 0:
        raise DamagedError("an archive's index at its end, got something else; it may be cut short")
    if zlib.crc32(data[start:end]) != checksum:
        raise DamagedError("an archive with the right checksum, got a damaged one")
    index = data[end - index_size : end]
    index = unpacked(index, _MOST_FILES * _INDEX_ENTRY) if packed else index
    if len(index) < count * _INDEX_ENTRY:
        raise DamagedError(f"{count} files in the archive, got an index that is too short")
    files: dict[str, bytes] = {}
    left = MOST_UNPACKED
    for number in range(count):
        entry = index[number * _INDEX_ENTRY : (number + 1) * _INDEX_ENTRY]
        name, content = _file(entry, data[start : end - index_size], left)
        left -= len(content)
        files[name] = content
    return files


def _file(entry: bytes, archive: bytes, most: int) -> tuple[str, bytes]:
    name = _short(entry, 0, 256)
    size, packed_size, start, checksum = struct.unpack_from("<iiiI", entry, 512)
    if min(size, packed_size, start) < 0 or start + packed_size > len(archive) or size > most:
        raise DamagedError(f"{name or 'a file'} within its archive, got a size of {size:,} bytes")
    content = archive[start : start + packed_size]
    # The flag is 0 for a file that is packed.
    content = content if entry[528] else unpacked(content, most)
    if zlib.crc32(content) != checksum:
        raise DamagedError(f"{name} with the right checksum, got a damaged one")
    return name, content


def unpacked(data: bytes, most: int) -> bytes:
    """The content of a zlib stream, if it is not longer than this."""
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(data, most)
    except zlib.error as error:
        raise DamagedError(f"data packed by zlib, got {error}") from None
    if not stream.eof:
        what = "more" if stream.unconsumed_tail else "a stream that is cut short"
        raise DamagedError(f"at most {most:,} bytes after unpacking, got {what}")
    return content


def _records(data: bytes, comments: bytes) -> Json:
    if len(data) % _RECORD or data[556:560] != _RECORD_MAGIC or data[8] != _MATCH:
        raise DamagedError("records of 2,560 bytes that begin with the match, got something else")
    version = _int(data, 552)
    if version < _LEAST_VERSION:
        raise DamagedError(f"records of version {_LEAST_VERSION} or newer, got {version}")
    texts = comments.split(b"\r\n")
    read = [*_later_records(data, texts, version)]
    return {"match": _match(data[:_RECORD], version), "records": read}


def _later_records(data: bytes, texts: list[bytes], version: int) -> Iterator[Json]:
    readers = {_GAME: partial(_game, version=version), _CUBE: _cube, _MOVE: _move, _END: _end}
    for number, begin in enumerate(range(_RECORD, len(data), _RECORD), start=2):
        record = data[begin : begin + _RECORD]
        if record[8] in readers:
            yield {"record": number, **readers[record[8]](record, texts)}


def _match(record: bytes, version: int) -> Json:
    crawford, jacoby, beaver, automatic = record[100:104]
    known = {
        "length": _int(record, 92),
        "variation": _int(record, 96),
        "crawford": bool(crawford),
        "jacoby": bool(jacoby),
        "beaver": bool(beaver),
        "automatic": bool(automatic),
        "elo": [_double(record, 104), _double(record, 112)],
        "experience": [_int(record, 120), _int(record, 124)],
        "date": _double(record, 128),
        "cube_limit": _int(record, 612),
        "names": [_short(record, 9, 41), _short(record, 50, 41)],
        "event": _short(record, 136, 129),
        "site": _short(record, 283, 129),
        "round": _short(record, 417, 129),
        "transcriber": "",
    }
    if version >= 24:
        known["names"] = [_wide(record, 880), _wide(record, 1138)]
        known |= {"event": _wide(record, 622), "site": _wide(record, 1396)}
        known["round"] = _wide(record, 1654)
    if version >= 30:
        known["transcriber"] = _wide(record, 1960)
    return known


def _game(record: bytes, texts: list[bytes], version: int) -> Json:
    return {
        "kind": "game",
        "score": [_int(record, 12), _int(record, 16)],
        "crawford": bool(record[20]),
        "start": [*struct.unpack_from("<26b", record, 21)],
        "number": _int(record, 48),
        "comments": [_comment(record, 56, texts), _comment(record, 60, texts)],
        "auto_doubles": _int(record, 64) if version >= _VERSION_OF_DOUBLES else 0,
    }


def _cube(record: bytes, texts: list[bytes]) -> Json:
    return {
        "kind": "cube",
        "player": _int(record, 12),
        "double": _int(record, 16),
        "take": _int(record, 20),
        "raccoon": _int(record, 28),
        "level": _int(record, 92),
        "chances": _floats(record, 124),
        "doubled": _floats(record, 168),
        "equities": _floats(record, 152, 3),
        "comment": _comment(record, 292, texts),
    }


def _move(record: bytes, texts: list[bytes]) -> Json:
    count = min(max(0, _int(record, 188)), _MOST_CHOICES)
    return {
        "kind": "move",
        "player": _int(record, 64),
        "moves": [*struct.unpack_from("<8i", record, 68)],
        "dice": [*struct.unpack_from("<2i", record, 100)],
        "played": bool(record[2308]),
        "luck": _double(record, 2320),
        "choices": [_choice(record, at) for at in range(count)],
        "comment": _comment(record, 2524, texts),
    }


def _choice(record: bytes, at: int) -> Json:
    return {
        "moves": [*struct.unpack_from("<8b", record, 1024 + 8 * at)],
        "level": struct.unpack_from("<h", record, 1280 + 4 * at)[0],
        "chances": _floats(record, 1408 + 28 * at),
    }


def _end(record: bytes, _: list[bytes]) -> Json:
    winner, points, how = struct.unpack_from("<iii", record, 24)
    return {"kind": "end", "winner": winner, "points": points, "how": how}


def _int(record: bytes, at: int) -> int:
    return struct.unpack_from("<i", record, at)[0]


def _double(record: bytes, at: int) -> float | None:
    return _finite(struct.unpack_from("<d", record, at)[0])


def _floats(record: bytes, at: int, count: int = 7) -> list[float | None]:
    return [_finite(value) for value in struct.unpack_from(f"<{count}f", record, at)]


def _finite(value: float) -> float | None:
    """A number as JSON can hold it; XG writes -1000 for what it did not compute."""
    return round(value, 6) if -999 < value < 1_000_000 else None


def _short(record: bytes, at: int, size: int) -> str:
    """A text after its length, in Windows-1252."""
    length = min(record[at], size - 1)
    return record[at + 1 : at + 1 + length].decode("cp1252", "replace")


def _wide(record: bytes, at: int, size: int = 129) -> str:
    """A text in UTF-16 up to its first zero."""
    text = record[at : at + 2 * size].decode("utf-16-le", "replace")
    return text.partition("\0")[0]


def _comment(record: bytes, at: int, texts: list[bytes]) -> str:
    """The comment whose number stands here, still in RTF; empty without one."""
    number = _int(record, at)
    return texts[number].decode("cp1252", "replace") if 0 <= number < len(texts) else ""
