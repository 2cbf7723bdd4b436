"""Matches from files in any format, and games saved by `nardy play`."""

import sys
from pathlib import Path

from nardy.cli.inputs import GameChoice
from nardy.cli.play.saving import is_saved
from nardy.cli.play.saving import loads as load_saved
from nardy.cli.play.table import find_of, rotation_of
from nardy.core.match import Match
from nardy.errors import NardyError, NotationError
from nardy.formats import match_json
from nardy.formats.detect import read_match
from nardy.formats.record import Record

MOST_BYTES = 50_000_000
STANDARD_INPUT = "standard input"


def read_record(file: str, game: GameChoice) -> Record:
    """A match from a file, or from standard input for '-'.

    Raises:
        NotationError: it cannot be read, or holds no match.
    """
    if file == "-":
        return record_of(sys.stdin.buffer.read(MOST_BYTES + 1), STANDARD_INPUT, game)
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise NotationError(
            f"cannot read the match file {file}: {error.strerror}; '-' reads standard input"
        ) from None
    return record_of(data, file, game)


def record_of(data: bytes, name: str, game: GameChoice) -> Record:
    """The match in the content of a file; *name* says in errors where it came from.

    Raises:
        NotationError: it holds no match.
    """
    return _saved(data, name) if is_saved(data) else read_match(data, game.given, game.find)


def refuse_broken(record: Record) -> None:
    """Refuse a file that cannot be followed to its end, after the readable part was processed.

    Raises:
        NotationError: names the first place that cannot be read.
    """
    for finding in record.unreadable:
        raise NotationError(
            f"in line or record {finding.line}, {finding.turn!r:.60}: {finding.reason}; "
            "correct it there if the file is a text"
        )


def _saved(data: bytes, name: str) -> Record:
    setting, events = load_saved(data, name)
    match = Match(rotation_of(setting), setting.length, names=("White", "Black"))
    try:
        match.replay(events, find_of(setting))
    except NardyError as error:
        raise NotationError(f"expected a match in {name}: {error}") from None
    return match_json.judged(Record.of(match))
