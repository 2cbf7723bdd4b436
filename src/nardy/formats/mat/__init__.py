"""The .mat format of Jellyfish: matches as text in two columns, in all its dialects.

White is the left column. Each player's moves are in that player's numbering.
"""

from typing import IO, TextIO

from nardy.core.match import Match
from nardy.core.rules import Rules
from nardy.formats.mat.lines import MOST_BYTES, match_text, read_lines
from nardy.formats.mat.match import read_match
from nardy.formats.mat.write import losses as losses_of_record
from nardy.formats.mat.write import match_lines
from nardy.formats.record import Record


def loads(data: str | bytes, rules: Rules | None = None) -> Record:
    """Read a match and replay it; *rules* are the game if no tag names one.

    A tag with the name of *rules* also means that game, so custom games can be read.

    Illegal turns are kept, marked accepted, each with a finding: its line, its text, the law that
    it breaks and the reason.

    >>> record = loads('''
    ...  3 point match
    ...
    ...  Game 1
    ...  ann : 0              bob : 0
    ...   1) 31: 8/5 6/5      64: 24/14
    ...   2)  Doubles => 2     Drops
    ...       Wins 1 point
    ... ''')
    >>> record.players, record.match.score[record.games[0].stated_result.winner]
    (('ann', 'bob'), 1)

    Raises:
        NotationError: the text is no .mat file, or has no game.
        RulesError: a tag names an unknown game.
    """
    return read_match(read_lines(match_text(data)), rules)


def load(file: IO[str] | IO[bytes], rules: Rules | None = None) -> Record:
    """Read a match from a file, best opened in binary mode: the encoding is detected."""
    return loads(file.read(MOST_BYTES + 1), rules)


def dumps(record: Record | Match) -> str:
    """The text of a match; `losses` lists what it leaves out."""
    record = Record.of(record) if isinstance(record, Match) else record
    return "\n".join(match_lines(record)).lstrip("\n") + "\n"


def dump(record: Record | Match, file: TextIO) -> None:
    file.write(dumps(record))


def losses(record: Record | Match) -> list[str]:
    """The facts about a match that a .mat file cannot hold, one sentence each."""
    return losses_of_record(Record.of(record) if isinstance(record, Match) else record)
