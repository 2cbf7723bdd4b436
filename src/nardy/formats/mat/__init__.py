"""The .mat format: matches as text in two columns, begun by Jellyfish, in all its dialects.

White is the left column. Each player's moves are in his own numbering.
"""

from typing import IO, TextIO

from nardy.core.match import Match
from nardy.core.rules import Rules
from nardy.formats.mat.decoding import MOST_BYTES, match_text
from nardy.formats.mat.lines import read_lines
from nardy.formats.mat.losses import losses as losses_of_record
from nardy.formats.mat.match import read_match
from nardy.formats.mat.write import match_lines
from nardy.formats.record import Record


def loads(data: str | bytes, rules: Rules | None = None) -> Record:
    """Read a match and play it again; *rules* name the game where no tag does.

    They are also what a tag means that names them: so a game of one's own is read.

    Faulty turns stand as they were made, marked accepted, each with a finding: its line,
    its text, the law that it breaks and the reason.

    >>> record = loads('''
    ...  3 point match
    ...
    ...  Game 1
    ...  ann : 0              bob : 0
    ...   1) 31: 8/5 6/5      64: 24/14
    ...   2)  Doubles => 2     Drops
    ...       Wins 1 point
    ... ''')
    >>> record.players, record.match.score[record.games[0].told.winner]
    (('ann', 'bob'), 1)

    Raises:
        NotationError: this is no .mat file, or there is no game in it.
        RulesError: its tags name a game that does not exist.
    """
    return read_match(read_lines(match_text(data)), rules)


def load(file: IO[str] | IO[bytes], rules: Rules | None = None) -> Record:
    """Read a match from a file, best opened in binary: the encoding is found out."""
    return loads(file.read(MOST_BYTES + 1), rules)


def dumps(record: Record | Match) -> str:
    """The text of a match; `losses` tells what it leaves out."""
    record = Record.of(record) if isinstance(record, Match) else record
    return "\n".join(match_lines(record)).lstrip("\n") + "\n"


def dump(record: Record | Match, file: TextIO) -> None:
    """Write a match."""
    file.write(dumps(record))


def losses(record: Record | Match) -> list[str]:
    """What `dumps` leaves out of a match, as sentences."""
    return losses_of_record(Record.of(record) if isinstance(record, Match) else record)
