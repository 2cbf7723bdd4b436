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
@click.option(
    "--match",
    "match_file",
    type=click.Path(path_type=Path),
    help="The match as JSON, to compare its throws.",
)
@click.option("--commitment", help="The server's commitment, noted before the first throw.")
@click.option("--room", help="The id of the game.")
@click.option("--json", "as_json", is_flag=True, help="The finding as JSON.")
def command(
    file: Path, match_file: Path | None, commitment: str | None, room: str | None, as_json: bool
) -> None:
    """Check that the dice of a game at the club were not chosen.

    FILE is a proof, as the page of a finished game gives it; "-" is standard input. Every throw
    is derived again from the seed that the server had committed to, and from the links of both
    players' hash chains. Exits with 1 if a throw does not follow.

    A proof made up at the end follows from itself, too. So compare it with the match, and with
    the commitment that the page told before the first throw. Exits with 1 also if they differ.

    Example: nardy verify proof.json --match match.json
    """
    read = proof.loads(_read(file, proof.MOST_CHARACTERS))
    finding = proof.check(read)
    events = (
        proof.events_of_match(_read(match_file, proof.MOST_CHARACTERS_OF_MATCH))
        if match_file
        else None
    )
    proof.compare(read, room=room, commitment=commitment, events=events)
    known = {"match": match_file, "commitment": commitment, "room": room}
    if as_json:
        compared = [name for name, value in known.items() if value is not None]
        click.echo(json.dumps({"proven": True, **asdict(finding), "compared": compared}))
        return
    click.echo(f"proven: all {finding.throws} throws follow from the committed seed")
    if finding.lost:
        click.echo(f"late links of players, replaced by the server's: {finding.lost}")
    if finding.without_chain:
        click.echo(f"players without a hash chain, such as bots: {finding.without_chain}")
    if missing := [f"--{name}" for name, value in known.items() if value is None]:
        click.echo(f"not compared, since not given: {', '.join(missing)}")


def _read(file: Path, most: int) -> str:
    # One more than allowed, so that a longer file is noticed without reading it whole.
    if str(file) == "-":
        return sys.stdin.read(most + 1)
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(most + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "a file that is not UTF-8 text"
        raise NotationError(f"expected a proof or a match in {file}, got: {reason}") from error
