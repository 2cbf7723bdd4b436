"""Matches from files in any format, and games saved by `nardy play`."""

import sys
from pathlib import Path

from nardy.cli.inputs import GameChoice
from nardy.cli.play.saving import is_saved
from nardy.cli.play.saving import load as load_saved
from nardy.cli.play.table import find_of, rotation_of
from nardy.core.match import Match
from nardy.errors import NardyError, NotationError
from nardy.formats import match_json
from nardy.formats.detect import read_match
from nardy.formats.record import Record

MOST_BYTES = 50_000_000


def read_record(file: str, game: GameChoice) -> Record:
    """A match from a file, or from standard input for '-'.

    Raises:
        NotationError: it cannot be read, or holds no match.
    """
    if file == "-":
        return read_match(sys.stdin.buffer.read(MOST_BYTES + 1), game.given, game.find)
    path = Path(file)
    try:
        with path.open("rb") as opened:
            # A saved game's first line has its game files in it, and may be long.
            head = opened.readline(MOST_BYTES)
            if is_saved(head):
                return _saved(path)
            return read_match(head + opened.read(MOST_BYTES), game.given, game.find)
    except OSError as error:
        raise NotationError(
            f"cannot read the match file {file}: {error.strerror}; '-' reads standard input"
        ) from None


def refuse_broken(record: Record) -> None:
    """Refuse a file with an unreadable line, after the readable part was processed.

    Raises:
        NotationError: names the first unreadable line.
    """
    for finding in record.unreadable:
        raise NotationError(
            f"in line {finding.line}, {finding.turn!r:.60}: {finding.reason}; correct the line"
        )


def _saved(path: Path) -> Record:
    setting, events, _ = load_saved(path)
    match = Match(rotation_of(setting), setting.length, names=("White", "Black"))
    try:
        match.replay(events, find_of(setting))
    except NardyError as error:
        raise NotationError(f"expected a match in {path}: {error}") from None
    return match_json.judged(Record.of(match))
