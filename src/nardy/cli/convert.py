"""`nardy convert`: convert positions and matches between formats."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from nardy.cli.encodings import is_unicode, json_line
from nardy.cli.files import MOST_BYTES, STANDARD_INPUT, read_record, record_of, refuse_broken
from nardy.cli.inputs import GameChoice, require_short, takes_file
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats import position_text
from nardy.formats.catalog import MATCHES, POSITIONS, PositionFormat
from nardy.formats.detect import read_position
from nardy.formats.record import Record

Value = TypeVar("Value")
_EXTENSIONS = "|".join(extension for form in MATCHES.values() for extension in form.extensions)
_WRITTEN = [name for name, form in MATCHES.items() if form.write]
_LIKE_A_FILE = re.compile(rf"[^\s:]{{0,200}}\.(?:{_EXTENSIONS})", re.IGNORECASE)
"""Text that must be a file name, even if there is no such file."""


@click.command()
@click.argument("source", metavar="INPUT")
@click.option("--to", "form", type=click.Choice([*POSITIONS, *_WRITTEN]), required=True)
@takes_file
def command(source: str, form: str, game: GameChoice) -> None:
    """Convert a position or a match to another format.

    INPUT is a file with a match (.mat, SGF, .xg, .bgf, .ogxm, .gam, .sgg, .match of bgammon,
    JSON, or saved by nardy play), or a position: position text, an XGID, GNU ids, a board line of FIBS or Snowie's
    text; "-" reads a position or match from standard input. What the format cannot express is listed
    on standard error. A match converted to a position format gives its last position.

    Example: nardy convert final.mat --to json > final.json
    """
    read = _from_input(form, game) if source == "-" else _from_argument(source, game)
    if isinstance(read, Record):
        record = read
        target = MATCHES.get(form)
        if target and target.write:
            _write(record, target.write, target.losses)
        else:
            _write_position(record.match.game.situation, POSITIONS[form])
        refuse_broken(record)
        return
    if form == "json":
        click.echo(json_line({"position": position_text.dumps(read)}))
    elif form in POSITIONS:
        _write_position(read, POSITIONS[form])
    else:
        raise NotationError(f"expected a match for --to {form}, got a position")


def _from_argument(source: str, game: GameChoice) -> Record | Situation:
    return read_record(source, game) if _is_file(source) else read_position(source, game.given)[0]


def _from_input(form: str, game: GameChoice) -> Record | Situation:
    """A match or a position; what a single line should have been is told by the *form* that is wanted."""
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    text = data.decode("utf-8", "replace")
    try:
        return record_of(data, STANDARD_INPUT, game)
    except NotationError:
        is_match = form in MATCHES or _is_like_a_match(data, text)
        if is_match and not any(one.is_like(text) for one in POSITIONS.values()):
            raise
    return read_position(require_short(text), game.given)[0]


def _is_like_a_match(data: bytes, text: str) -> bool:
    """Whether damaged content was a match: a mistyped position has one line."""
    others = (one for one in MATCHES.values() if one is not MATCHES["mat"])
    return "\n" in text.strip() or any(one.is_like(data) for one in others)


def _is_file(source: str) -> bool:
    if _LIKE_A_FILE.fullmatch(source):
        return True
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False


def _write_position(situation: Situation, form: PositionFormat) -> None:
    _write(situation, form.write, form.losses)


def _write(
    value: Value, dumps: Callable[[Value], str], losses: Callable[[Value], Sequence[str]]
) -> None:
    text = dumps(value).rstrip("\n")
    # A match is a UTF-8 file, whatever the encoding of the pipe.
    click.echo(text if is_unicode() or sys.stdout.isatty() else text.encode())
    for loss in losses(value):
        click.echo(f"left out: {loss}", err=True)
