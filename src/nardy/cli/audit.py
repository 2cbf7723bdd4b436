"""`nardy audit`: check all dice of a club."""

import asyncio
import json
import sys
from typing import TYPE_CHECKING

import click

from nardy.cli.club_file import club_database, over_rooms

if TYPE_CHECKING:
    from nardy.server.dice_audit.audit import Audit

NAMES = {
    "rolls": "the 21 rolls",
    "faces": "the faces of a die",
    "after": "pairs of successive faces",
    "doubles": "doubles after streaks of doubles or of other rolls",
}
SMALL = 0.001
"""Chances below this are printed as 1 in so many."""


@click.command()
@click.option(
    "--database", help="The SQLite file [in the user's data folder], or a postgresql:// address."
)
@click.option("--json", "as_json", is_flag=True, help="The finding as JSON.")
def command(database: str | None, as_json: bool) -> None:
    """Check all dice that a club has ever rolled.

    Every throw is derived again from the seed of its room and the players' links. This includes
    running games; their seeds are not shown. All throws are counted from the log by a second
    method, and must agree with the page /dice. Each chi-squared test says how often fair dice
    deviate as much; any number between 0 and 100 is normal. The club may keep running.

    Exit status: 0; 1 if a throw does not follow or the counts differ.

    Example: nardy audit --database club.db
    """
    of = club_database(database)
    from nardy.server.dice_audit.audit import audit  # noqa: PLC0415 (an extra)

    found = asyncio.run(over_rooms(of, audit))
    click.echo(json.dumps(_data(found)) if as_json else _text(found))
    if found.wrong or not found.is_same:
        sys.exit(1)


def _text(found: "Audit") -> str:
    from nardy.server.dice_counts.findings import findings, usual_longest  # noqa: PLC0415 (as above)

    counts = found.counts
    lines = [
        f"{counts.throws:,} throws in {counts.rooms:,} rooms",
        f"derived again from the seeds: {found.derived:,}",
    ]
    if found.unnoted:
        lines.append(f"not derivable, since their links were not saved: {found.unnoted:,}")
    lines += [f"does not follow: {sentence}" for sentence in found.wrong]
    lines.append(f"the page /dice shows {'the same counts' if found.is_same else 'OTHER COUNTS'}")
    for one in findings(counts):
        told = f"chi-square {one.statistic:.1f} of {one.degrees} degrees"
        lines.append(f"{NAMES[one.name]}: {told}; {likely(one.chance)}")
    for name, seen, chance in (
        ("doubles in a row", counts.longest_streak, 1 / 6),
        ("throws in a row without a double", counts.longest_wait, 5 / 6),
    ):
        usual = usual_longest(counts, chance)
        lines.append(f"most {name}: {seen}; the median for as many throws is {usual}")
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
