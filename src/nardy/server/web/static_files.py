"""The web client's files in memory, plain and compressed."""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nardy.translations import FOLDER, LANGUAGES, SOURCE, read, texts

WEB = Path(FOLDER).parent / "web"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
LAWS = "laws"
"""The part with the titles of laws, which stand among the other words on each law."""
EVERYWHERE = "common"
"""The words that every page has: /locale/en.json; those of a part are in /locale/en/learn.json."""
NOUNS = ("pips", "plies", "points")
"""What the page counts as the terminal does."""
_COMMENT = re.compile(
    rb"^[ ]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n|/\*\* @type (?:(?!\*/).)*\*/ ",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class File:
    """A file ready to be sent."""

    content: bytes
    packed: bytes
    """Compressed by gzip, to about a third."""
    kind: str
    """Its media type."""
    tag: str
    """Its ETag."""

    @classmethod
    def of(cls, content: bytes, kind: str) -> "File":
        """Compress it, with a hash of its content as ETag."""
        tag = hashlib.sha256(content).hexdigest()[:16]
        # No time in the header, so that equal content has equal bytes.
        return cls(content, gzip.compress(content, mtime=0), kind, tag)


@cache
def web_files() -> Mapping[str, File]:
    """All files of the web client by name; only these can be requested."""
    return dict([*_found(), *_words()])


def _words() -> Iterator[tuple[str, File]]:
    for language in LANGUAGES:
        for part in sorted(file.stem for file in Path(FOLDER, SOURCE, "page").glob("*.json")):
            words = {**read(SOURCE, f"page/{part}"), **read(language, f"page/{part}")}
            if part == EVERYWHERE:
                words |= {f"language.{one}": read(one, "language")["name"] for one in LANGUAGES}
                nouns = {**read(SOURCE, "nouns"), **read(language, "nouns")}
                words |= {f"count.{noun}": nouns[noun] for noun in NOUNS}
            if part == LAWS:
                laws = texts(language, "laws").items()
                titles = {
                    key.partition(".")[2]: text for key, text in laws if key.startswith("title.")
                }
                words |= {f"law.{law}": title for law, title in titles.items()}
            name = f"/{language}.json" if part == EVERYWHERE else f"/{language}/{part}.json"
            content = json.dumps(words, ensure_ascii=False).encode()
            yield f"/locale{name}", File.of(content, KINDS[".json"])


def _found() -> Iterator[tuple[str, File]]:
    for path in WEB.rglob("*"):
        if kind := KINDS.get(path.suffix):
            content = path.read_bytes()
            sent = without_comments(content) if kind == KINDS[".js"] else content
            yield f"/{path.relative_to(WEB).as_posix()}", File.of(sent, kind)


def without_comments(script: bytes) -> bytes:
    r"""The script without comments on lines of their own, a fifth of it, and without types within lines.

    >>> without_comments(b"// Why.\nlet a = 1; // stays\n  /** @type {number} */\n  let b;\n")
    b'let a = 1; // stays\n  let b;\n'
    >>> without_comments(b"const f = (/** @type {number} */ n) => n;\n")
    b'const f = (n) => n;\n'
    """
    return _COMMENT.sub(b"", script)
