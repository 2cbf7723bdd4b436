"""Files that players have and that are no match nardy reads: what they are, and the way out."""

import re
from dataclasses import dataclass

_BEGINNING = 4096


@dataclass(frozen=True)
class OtherFile:
    """A kind of file."""

    name: str
    """In a sentence: "got ..."."""
    way_out: str
    """In a sentence: "do ..."."""
    begins: re.Pattern[bytes]
    """What its beginning looks like."""


def _kind(name: str, way_out: str, begins: bytes) -> OtherFile:
    return OtherFile(name, way_out, re.compile(begins, re.IGNORECASE | re.DOTALL))


_UNPACK = "unpack it and give the match in it"
_NO_MATCH = "save the match as .mat in the program that played it"
OTHER_FILES = (
    _kind(
        "an opening book of eXtreme Gammon",
        "open a match in eXtreme Gammon and export it as .mat",
        rb"OBDB",
    ),
    _kind(
        "a match of PartyGammon (.gam)",
        "import it in GNU Backgammon (import party) and export it as .mat",
        rb"[^\n]{0,200}(?:\n[^\n]{0,200}){0,20}?GAME_\d+_(?:PLAYER|GAMEPLAY|SCORE)",
    ),
    _kind(
        "a text that GNU Backgammon wrote for people",
        "export the match as .mat or SGF there",
        rb".{0,200}The score \(after \d+ games?\) is",
    ),
    _kind("a zip archive", _UNPACK, rb"PK[\x03\x05]"),
    _kind("a 7z archive", _UNPACK, rb"7z\xbc\xaf"),
    _kind("a rar archive", _UNPACK, rb"Rar!"),
    _kind("a file packed by gzip", _UNPACK, rb"\x1f\x8b"),
    _kind("a PDF", _NO_MATCH, rb"%PDF"),
    _kind("a PNG picture", _NO_MATCH, rb"\x89PNG"),
    _kind("a JPEG picture", _NO_MATCH, rb"\xff\xd8\xff"),
    _kind("text of a word processor (RTF)", "save it as plain text", rb"\{\\rtf"),
    _kind("a web page", "download the match itself as .mat", rb"<(?:!doctype|html|\?xml|head)"),
    _kind("a database of SQLite", _NO_MATCH, rb"SQLite format 3"),
)
"""Tried in this order."""


def other_file(data: bytes) -> OtherFile | None:
    """The kind of a file that holds no match; None if its beginning is none of these.

    >>> other_file(b"%PDF-1.7").name
    'a PDF'
    """
    head = data[:_BEGINNING].removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((kind for kind in OTHER_FILES if kind.begins.match(head)), None)
