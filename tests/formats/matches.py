"""Short .mat texts for tests."""

from nardy.formats import mat
from nardy.formats.record import Finding, Record, RecordedGame

HEAD = " ann : {}                               bob : {}"
COLUMN = 38


def text_of(*rows: str, length: int = 5, scores: tuple[int, int] = (0, 0), tags: str = "") -> str:
    """A file of one game; a row is 'left | right', or a line without '|' as it stands."""
    lines = [tags, f" {length} point match", "", " Game 1", HEAD.format(*scores)]
    number = 0
    for row in rows:
        left, bar, right = row.partition("|")
        number += bool(bar)
        lines.append(f"{number:>3}) {left.strip():<{COLUMN}}{right.strip()}" if bar else row)
    return "\n".join(lines) + "\n"


def read(*rows: str, length: int = 5, scores: tuple[int, int] = (0, 0), tags: str = "") -> Record:
    """The record of such a file."""
    return mat.loads(text_of(*rows, length=length, scores=scores, tags=tags))


def game(*rows: str, length: int = 5, tags: str = "") -> RecordedGame:
    """Its one game."""
    (recorded,) = read(*rows, length=length, tags=tags).games
    return recorded


def laws(recorded: RecordedGame) -> list[tuple[str, str | None]]:
    """The findings, in short: what stands there, and the law."""
    return [(finding.turn, finding.law) for finding in recorded.findings]


def reasons(recorded: RecordedGame) -> str:
    """All reasons, one a line."""
    return "\n".join(finding.reason for finding in recorded.findings)


def only(recorded: RecordedGame) -> Finding:
    """The one finding."""
    (finding,) = recorded.findings
    return finding
