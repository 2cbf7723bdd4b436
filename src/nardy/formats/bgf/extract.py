"""Unpack a .bgf file into JSON; runs in a process of its own, with limits of time and memory.

Only the standard library is used (`limited` says why).

A .bgf file is a line of JSON, which says how the rest is packed, and the match: JSON as text or in the
binary form Smile, perhaps packed by gzip. Sources: the specification of Smile
(https://github.com/FasterXML/smile-format-specification), and files of BGBlitz.
"""

import json
import math
import re
import struct
import zlib
from collections.abc import Callable, Iterable
from typing import Any, cast

MOST_BYTES = 20_000_000
MOST_UNPACKED = 20_000_000
MOST_VALUES = 2_000_000
"""A match of 25 games with its analysis has 200,000."""
MOST_DEPTH = 40
HEAD = re.compile(rb'\{[^\n]{0,400}"format"\s*:\s*"BGF"', re.IGNORECASE)
_MAGIC, _GZIP = b":)\n", b"\x1f\x8b"
_SHARED_NAMES, _SHARED_VALUES, _MOST_SHARED = 1, 2, 1024
_END_OF_TEXT = 0xFC
_END_OF_ARRAY, _END_OF_OBJECT = 0xF9, 0xFB
_WORDS = {0x20: "", 0x21: None, 0x22: False, 0x23: True}

Json = dict[str, Any]


class UnpackingError(ValueError):
    """The file is no .bgf file, or damaged; the text says where."""


DAMAGE = UnpackingError
"""What `limited` answers as an error."""


def extract(data: bytes) -> Json:
    """The match.

    Raises:
        UnpackingError: what was expected, and what came.
    """
    if len(data) > MOST_BYTES:
        raise UnpackingError(f"at most {MOST_BYTES:,} bytes, got more")
    head, newline, body = data.partition(b"\n")
    if not newline or not HEAD.match(head):
        raise UnpackingError(f'a first line such as {{"format":"BGF"}}, got {head[:40]!r}')
    body = unpacked(body) if body[:2] == _GZIP else body
    found = Smile(body).match() if body[:3] == _MAGIC else _plain(body)
    if isinstance(found, dict):
        return cast("Json", found)
    raise UnpackingError("a match, got another value")


def unpacked(data: bytes) -> bytes:
    """The content of a gzip stream, if it is not longer than a match."""
    stream = zlib.decompressobj(wbits=31)
    try:
        content = stream.decompress(data, MOST_UNPACKED)
    except zlib.error as error:
        raise UnpackingError(f"data packed by gzip, got {error}") from None
    if not stream.eof:
        what = "more" if stream.unconsumed_tail else "a stream that is cut short"
        raise UnpackingError(f"at most {MOST_UNPACKED:,} bytes after unpacking, got {what}")
    return content


def _plain(data: bytes) -> Any:
    try:
        text = data.decode("utf-8")
        found = json.loads(text, parse_constant=lambda _: None, parse_float=_finite)
    except (ValueError, RecursionError):
        raise UnpackingError(f"JSON or Smile after the first line, got {data[:20]!r}") from None
    _measure(found)
    return found


def _finite(text: str) -> float | None:
    """A number; None beyond all numbers, since JSON cannot hold that."""
    value = float(text)
    return value if math.isfinite(value) else None


def _measure(found: Any) -> None:
    """Hold text to the limits of Smile."""
    left, depth, level = MOST_VALUES, 0, [found]
    while level:
        left -= len(level)
        if left < 0 or depth > MOST_DEPTH:
            raise _too_much()
        depth, level = depth + 1, [value for one in level for value in _inside(one)]


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return cast("Json", value).values()
    return cast("list[Any]", value) if isinstance(value, list) else ()


def _too_much() -> UnpackingError:
    return UnpackingError(f"at most {MOST_VALUES:,} values, {MOST_DEPTH} deep, got more")


class Smile:
    """Reads a Smile document."""

    def __init__(self, data: bytes) -> None:
        if len(data) < len(_MAGIC) + 1:
            raise UnpackingError("a Smile document, got the end of the file")
        self._data = data
        self._at = len(_MAGIC) + 1
        features = data[len(_MAGIC)]
        self._names = Shared(is_on=bool(features & _SHARED_NAMES))
        self._texts = Shared(is_on=bool(features & _SHARED_VALUES))
        self._left, self._letters = MOST_VALUES, MOST_UNPACKED

    def match(self) -> Any:
        """The value of the document."""
        return self._value(self._byte(), 0)

    def _byte(self) -> int:
        return self._take(1)[0]

    def _take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) < size:
            raise UnpackingError("more of a Smile document, got the end of the file")
        self._at += size
        return taken

    def _value(self, token: int, depth: int) -> Any:
        self._left -= 1
        if self._left < 0 or depth > MOST_DEPTH:
            raise _too_much()
        if token in _WORDS:
            return _WORDS[token]
        if 0xC0 <= token <= 0xDF:
            return _signed(token & 0x1F)
        readers: dict[int, Callable[[], Any]] = {
            0x24: self._integer,
            0x25: self._integer,
            0x28: lambda: self._float(5, 4, ">f"),
            0x29: lambda: self._float(10, 8, ">d"),
            0xF8: lambda: self._array(depth),
            0xFA: lambda: self._object(depth),
        }
        return readers[token]() if token in readers else self._text(token)

    def _array(self, depth: int) -> list[Any]:
        found: list[Any] = []
        while (token := self._byte()) != _END_OF_ARRAY:
            found.append(self._value(token, depth + 1))
        return found

    def _object(self, depth: int) -> Json:
        found: Json = {}
        while (token := self._byte()) != _END_OF_OBJECT:
            name = self._name(token)
            found[name] = self._value(self._byte(), depth + 1)
        return found

    def _integer(self) -> int:
        """Groups of seven bits, the last of six with its highest bit set."""
        value = 0
        for _ in range(10):
            byte = self._byte()
            if byte & 0x80:
                return _signed(value << 6 | byte & 0x3F)
            value = value << 7 | byte
        raise UnpackingError("a whole number of at most 64 bits in Smile, got more")

    def _float(self, groups: int, size: int, form: str) -> float | None:
        """A number in groups of seven bits; None if it is none, since JSON cannot hold that."""
        bits = 0
        for byte in self._take(groups):
            bits = bits << 7 | byte & 0x7F
        value = struct.unpack(form, (bits % (1 << 8 * size)).to_bytes(size, "big"))[0]
        return value if math.isfinite(value) else None

    def _name(self, token: int) -> str:
        if token == 0x20:
            return ""
        if 0x30 <= token <= 0x33:
            return self._spent(self._names.at((token & 3) << 8 | self._byte()))
        if token == 0x34:
            return self._long()
        if 0x40 <= token <= 0x7F:
            return self._spent(self._names.at(token & 0x3F))
        if 0x80 <= token <= 0xBF:
            return self._names.add(self._short((token & 0x3F) + 1))
        if 0xC0 <= token <= 0xF7:
            return self._names.add(self._short((token & 0x3F) + 2))
        raise UnpackingError(f"a name in Smile, got the byte {token:#x}")

    def _text(self, token: int) -> str:
        if 0x01 <= token <= 0x1F:
            return self._spent(self._texts.at(token - 1))
        if 0x40 <= token <= 0x7F:
            return self._texts.add(self._short((token & 0x3F) + 1))
        if 0x80 <= token <= 0xBF:
            return self._texts.add(self._short((token & 0x3F) + 2))
        if token in (0xE0, 0xE4):
            return self._long()
        if 0xEC <= token <= 0xEF:
            return self._spent(self._texts.at((token & 3) << 8 | self._byte()))
        raise UnpackingError(f"a value in Smile, got the byte {token:#x}")

    def _short(self, size: int) -> str:
        return self._take(size).decode("utf-8", "replace")

    def _long(self) -> str:
        end = self._data.find(_END_OF_TEXT, self._at)
        if end < 0:
            raise UnpackingError("the end of a text in Smile, got the end of the file")
        text = self._short(end - self._at)
        self._at += 1
        return text

    def _spent(self, text: str) -> str:
        """A text that is named again: a short file must not become a long answer."""
        self._letters -= len(text)
        if self._letters < 0:
            raise UnpackingError(f"at most {MOST_UNPACKED:,} characters in Smile, got more")
        return text


class Shared:
    """Texts that later ones name by their number."""

    def __init__(self, *, is_on: bool) -> None:
        self._is_on = is_on
        self._known: list[str] = []

    def add(self, text: str) -> str:
        if self._is_on:
            if len(self._known) == _MOST_SHARED:
                self._known.clear()
            self._known.append(text)
        return text

    def at(self, number: int) -> str:
        if number >= len(self._known):
            raise UnpackingError(f"a text of Smile with the number {number}, got no such text")
        return self._known[number]


def _signed(value: int) -> int:
    """A number whose lowest bit is its sign."""
    return value >> 1 ^ -(value & 1)
