"""SGF of backgammon (GM[6]) as GNU Backgammon writes it, with its analysis.

White is GNU Backgammon's player on the left, as in a .mat file. Notes on acts keep comments, luck, the
turns compared and the values of doubling. Not kept: settings and errors of rollouts, marks of good and
bad acts, and statistics, which GNU Backgammon computes again; variations beside the main line.
"""

from typing import IO, TextIO

from nardy.core.match import Match
from nardy.core.rules import Rules
from nardy.formats.record import Record
from nardy.formats.sgf.reader import read_trees
from nardy.formats.sgf.tree import MOST_BYTES, is_sgf, parse
from nardy.formats.sgf.write import check_expressible, match_text
from nardy.formats.sgf.write import losses as losses_of_record

__all__ = ["dump", "dumps", "is_sgf", "load", "loads", "losses"]


def loads(data: str | bytes, rules: Rules | None = None) -> Record:
    """Read a match and replay it, as a .mat file is replayed.

    >>> record = loads("(;FF[4]GM[6]MI[length:3]PW[ann]PB[bob];W[31hefe];B[64ag])")
    >>> record.players, [event.turn for event in record.events if event.kind == "played"]
    (('ann', 'bob'), ['8/5 6/5', '24/18'])

    Raises:
        NotationError: no SGF, none of backgammon, or a root that cannot be read.
    """
    return read_trees(parse(data), rules)


def load(file: IO[str] | IO[bytes], rules: Rules | None = None) -> Record:
    """Read a match from a file."""
    return loads(file.read(MOST_BYTES + 1), rules)


def dumps(record: Record | Match) -> str:
    """The match as SGF; `losses` lists what it leaves out.

    Raises:
        NotationError: a game that GNU Backgammon does not play.
    """
    record = Record.of(record) if isinstance(record, Match) else record
    check_expressible(record)
    return match_text(record)


def dump(record: Record | Match, file: TextIO) -> None:
    file.write(dumps(record))


def losses(record: Record | Match) -> list[str]:
    """The facts about a match that an SGF file cannot hold, one sentence each."""
    return losses_of_record(Record.of(record) if isinstance(record, Match) else record)
