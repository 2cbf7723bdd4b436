"""`nardy verify`: check the proof of a game's dice."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from nardy.errors import NotationError
from nardy.formats import proof


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="The finding as JSON.")
def command(file: Path, as_json: bool) -> None:
    """Check that the dice of a game at the club were not chosen.

    FILE is a proof, as the page of a finished game gives it; "-" is standard input. Every throw
    is derived again from the seed that the server had committed to, and from the links of both
    players' hash chains. Exits with 1 if a throw does not follow.

    Example: nardy verify proof.json
    """
    finding = proof.check(proof.loads(_read(file)))
    if as_json:
        click.echo(json.dumps({"proven": True, **asdict(finding)}))
        return
    click.echo(f"proven: all {finding.throws} throws follow from the committed seed")
    if finding.lost:
        click.echo(f"late links of players, replaced by the server's: {finding.lost}")
    if finding.without_chain:
        click.echo(f"players without a hash chain, such as bots: {finding.without_chain}")


def _read(file: Path) -> str:
    if str(file) == "-":
        return sys.stdin.read(proof.MOST_CHARACTERS + 1)
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(proof.MOST_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "a file that is not UTF-8 text"
        raise NotationError(f"expected a proof of dice in {file}, got: {reason}") from error
