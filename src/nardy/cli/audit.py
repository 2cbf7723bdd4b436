"""`nardy audit`: check all dice of a club."""

import asyncio
import json
import sys
from typing import TYPE_CHECKING

import click

from nardy.cli.club_file import club_file, over_rooms

if TYPE_CHECKING:
    from nardy.server.dice_audit.audit import Audit

NAMES = {
    "rolls": "the 21 rolls",
    "faces": "the faces of a die",
    "after": "a face after a face",
    "doubles": "doubles after rows of them, or without",
}
SMALL = 0.001
"""Chances below this are printed as 1 in so many."""


@click.command()
@click.option("--database", help="The SQLite file [in the user's data folder].")
@click.option("--json", "as_json", is_flag=True, help="The finding as JSON.")
def command(database: str | None, as_json: bool) -> None:
    """Look again at every throw that a club has ever made.

    Each one is derived again from the seed of its room and the players' links, also in games that
    go on (nothing is told of their seeds); and all are counted from the log by a second way, which
    must come to what the page /dice tells. Beside it stand chi-squared tests, each with how often fair dice
    deviate as much: that is any number between 0 and 100. The club may go on meanwhile. Exits with 1
    if a throw does not follow or the counts differ.

    Example: nardy audit --database club.db
    """
    file = club_file(database)
    from nardy.server.dice_audit.audit import audit  # noqa: PLC0415 (an extra)

    found = asyncio.run(over_rooms(file, audit))
    click.echo(json.dumps(_data(found)) if as_json else _text(found))
    if found.wrong or not found.is_same:
        sys.exit(1)


def _text(found: "Audit") -> str:
    from nardy.server.dice_counts.findings import findings, usual_longest  # noqa: PLC0415 (as above)

    counts = found.counts
    lines = [
        f"{counts.throws:,} throws in {counts.rooms:,} rooms",
        f"derived again from their seeds: {found.derived:,}",
        *([f"without noted links, not derivable: {found.unnoted:,}"] * bool(found.unnoted)),
        *(f"does not follow: {sentence}" for sentence in found.wrong),
        f"the page /dice tells {'the same counts' if found.is_same else 'OTHER COUNTS'}",
    ]
    for one in findings(counts):
        told = f"chi-square {one.statistic:.1f} of {one.degrees} degrees"
        lines.append(f"{NAMES[one.name]}: {told}; {likely(one.chance)}")
    for name, seen, chance in (
        ("doubles in a row", counts.longest_streak, 1 / 6),
        ("throws in a row without one", counts.longest_wait, 5 / 6),
    ):
        usual = usual_longest(counts, chance)
        lines.append(f"most {name}: {seen}; half of all clubs with as many throws see {usual}")
    return "\n".join(lines)


def likely(chance: float) -> str:
    """How often fair dice deviate as much.

    >>> likely(0.43), likely(0.00002)
    ('fair dice deviate as much in 43 cases out of 100', 'fair dice deviate as much in 1 case out of 50,000')
    """
    many = 100 if chance >= SMALL * 10 else 1000
    if chance >= SMALL:
        return f"fair dice deviate as much in {chance * many:.0f} cases out of {many}"
    cases = f"{1 / chance:,.0f}" if chance > 1e-9 else "a billion"
    return f"fair dice deviate as much in 1 case out of {cases}"


def _data(found: "Audit") -> dict[str, object]:
    import msgspec  # noqa: PLC0415 (as above)

    from nardy.server.dice_counts.findings import findings  # noqa: PLC0415 (as above)

    return {
        "same": found.is_same,
        "derived": found.derived,
        "unnoted": found.unnoted,
        "wrong": found.wrong,
        "findings": msgspec.to_builtins(findings(found.counts)),
        "counts": msgspec.to_builtins(found.counts),
    }
