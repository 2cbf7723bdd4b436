"""The command `nardy doctor`: a table in plain words, or JSON."""

import shutil
from textwrap import wrap

import click

from nardy.cli.computing import json_option, use_one_blas_thread
from nardy.cli.doctor.installation import data, installed, kernel, trial
from nardy.cli.doctor.result import CheckResult, CheckState
from nardy.cli.doctor.surroundings import club, data_folder, space
from nardy.cli.encodings import json_line

WIDEST = 100
MARKS = {CheckState.OK: "", CheckState.NOTE: "- ", CheckState.BROKEN: "BROKEN: "}


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Check the installation: what is there, what works, what to do.

    It tells the versions, which kernel runs, whether networks and tables are sound, whether games
    can be saved and the club can open, and the space that all takes. It changes nothing.

    Example: nardy doctor

    Exit status: 0; 1 if anything that nardy needs is broken.
    """
    use_one_blas_thread()
    found = [*installed(), kernel(), *data(), trial(), data_folder(), *club(), *space()]
    broken = [one for one in found if one.state is CheckState.BROKEN]
    if as_json:
        checks = [
            {"part": one.part, "name": one.name, "state": one.state, "told": one.words}
            | ({"do": one.do} if one.do else {})
            | one.facts
            for one in found
        ]
        click.echo(json_line({"ok": not broken, "checks": checks}, indent=2))
    else:
        click.echo("\n".join(lines(found)))
    if broken:
        raise SystemExit(1)


def lines(found: list[CheckResult]) -> list[str]:
    """A table under a heading for each part, and a last line that sums it up."""
    width = min(WIDEST, shutil.get_terminal_size().columns)
    names = max(len(one.name) for one in found)
    rows: list[str] = []
    for part in dict.fromkeys(one.part for one in found):
        rows.append(part)
        for one in found:
            if one.part == part:
                rows += _row(one, names, width)
        rows.append("")
    broken = sum(one.state is CheckState.BROKEN for one in found)
    if not broken:
        return [*rows, "Everything that nardy needs works."]
    return [*rows, f"Broken: {broken}. What to do stands beside it."]


def _row(one: CheckResult, names: int, width: int) -> list[str]:
    text = f"{MARKS[one.state]}{one.words}" + (f"; {one.do}" if one.do else "")
    head = f"  {one.name:<{names}}  "
    # A path is easier to copy in one piece.
    return wrap(
        text,
        width,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
