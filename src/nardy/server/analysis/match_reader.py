"""Read the file of a match in a process of its own: python -I -S match_reader.py FOLDER [GAME].

FOLDER has the package, GAME is the game of a file that names none. The bytes come from standard input; the
answer is JSON: {"record": match JSON, ...}, or {"error": ...}. Time and memory are limited as for binary
files, whose own process inherits the limits.
"""

import contextlib
import json
import os
import sys
from typing import Any

MOST_BYTES = 1_000_000
MOST_UNPACKED = 10_000_000
_NICENESS = 5


def main() -> None:
    folder, game = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    sys.path.insert(0, folder)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    json.dump(answer(sys.stdin.buffer.read(MOST_BYTES + 1), game), sys.stdout)


def answer(data: bytes, game: str) -> dict[str, Any]:
    """The record that a file holds, or the sentence that refuses it, as the service reads it."""
    # After the path is set.
    from nardy.errors import NardyError  # noqa: PLC0415
    from nardy.formats.limited import limit_resources  # noqa: PLC0415
    from nardy.formats.reading_process import most_unpacked  # noqa: PLC0415

    most_unpacked.set(MOST_UNPACKED)
    limit_resources()
    try:
        return found_in(data, game)
    except NardyError as error:
        return {"error": str(error)}


def found_in(data: bytes, game: str) -> dict[str, Any]:
    """The match of a file.

    Raises:
        NardyError: it is no match, or too large.
    """
    from nardy.core.events import Played  # noqa: PLC0415
    from nardy.core.options import rules_text  # noqa: PLC0415
    from nardy.errors import NotationError  # noqa: PLC0415
    from nardy.formats import match_json  # noqa: PLC0415
    from nardy.formats.detect import read_match  # noqa: PLC0415
    from nardy.games import find_game  # noqa: PLC0415

    if len(data) > MOST_BYTES:
        raise NotationError(f"expected a file of at most {MOST_BYTES:,} bytes, got more; split it")
    record = read_match(data, find_game(game) if game else None)
    turns = sum(isinstance(event, Played) for event in record.events)
    if not turns:
        raise NotationError("expected a match with a turn, got none; choose another file")
    text = match_json.dumps(record)
    if len(text) > MOST_UNPACKED:
        raise NotationError(f"expected a match of at most {MOST_UNPACKED:,} characters, got more")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        # JSON can name one, and no database stores it.
        reason = f"expected a match of Unicode letters, got {text[error.start]!r}"
        raise NotationError(f"{reason}; choose another file") from None
    white, black = record.players
    return {
        "record": text,
        "game": rules_text(record.match.games[0].rules),
        "length": record.match.length,
        "white_name": white,
        "black_name": black,
        "turns": turns,
        "illegal": len(record.illegal),
    }


if __name__ == "__main__":
    main()
