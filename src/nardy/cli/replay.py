"""`nardy replay`: a recorded match played through the rules."""

from typing import Any

import click

from nardy.cli.encodings import json_line
from nardy.cli.files import read_record, refuse_broken
from nardy.cli.inputs import GameChoice, takes_file
from nardy.core.game import Game
from nardy.core.options import rules_text
from nardy.formats.record import Finding, Record, RecordedGame


@click.command()
@click.argument("file")
@takes_file
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--turns", is_flag=True, help="Show every turn with the position after it.")
def command(file: str, game: GameChoice, as_json: bool, turns: bool) -> None:
    """Play a recorded match through the rules and name each turn that breaks one.

    FILE is a .mat file in any dialect, a match as JSON, or a game saved by nardy play; "-"
    reads standard input. Unlawful turns are followed as they were made, and the rest goes on.

    Example: nardy replay final.mat

    Exit status: 0, also where turns are unlawful; 1 for a file that cannot be read, or is broken in a
    line; the rest is told.
    """
    record = read_record(file, game)
    if as_json:
        click.echo(json_line(as_object(record)))
        refuse_broken(record)
        return
    white, black = record.players
    length = record.match.length
    title = f"match to {length}" if length else "money session"
    click.echo(f"{white} - {black}, {rules_text(record.match.games[0].rules)}, {title}")
    for recorded in record.games:
        _show(recorded, turns=turns)
    for finding in record.findings:
        click.echo(_finding(finding))
    score = " - ".join(f"{points:g}" for points in record.score)
    unlawful = len(record.unlawful)
    click.echo(f"score {score}; {unlawful} unlawful turn{'' if unlawful == 1 else 's'}")
    refuse_broken(record)


def _show(recorded: RecordedGame, *, turns: bool) -> None:
    game = recorded.game
    result = str(game.outcome) if game.outcome else "unfinished"
    click.echo(f"game {recorded.number}: {turns_of(game)} turns, {result} x {_cube(game)}")
    if turns:
        for event in game.events:
            if event.kind == "played":
                click.echo(f"  {event.player} {event.turn}")  # type: ignore[union-attr]
        click.echo(f"  {game}")
    for finding in recorded.findings:
        click.echo(_finding(finding))


def _cube(game: Game) -> int:
    return game.situation.cube.value


def _finding(finding: Finding) -> str:
    law = f"unlawful ({finding.law})" if finding.law else "note"
    law += ", accepted by the opponent" if finding.accepted else ""
    return f"  line {finding.line}: {finding.turn}: {law}: {finding.reason}"


def turns_of(game: Game) -> int:
    """How many turns were taken, dances among them."""
    return sum(event.kind == "played" for event in game.events)


def as_object(record: Record) -> dict[str, Any]:
    """The report as JSON: games with turns, unlawful turns, notes and results."""
    return {
        "players": list(record.players),
        "length": record.match.length,
        "score": list(record.score),
        "games": [
            {
                "number": recorded.number,
                "turns": turns_of(recorded.game),
                "unlawful": [_object(finding) for finding in recorded.unlawful],
                "notes": [_object(f) for f in recorded.findings if not f.law],
                "result": str(recorded.game.outcome) if recorded.game.outcome else None,
                "cube": _cube(recorded.game),
            }
            for recorded in record.games
        ],
    }


def _object(finding: Finding) -> dict[str, Any]:
    return {
        "turn": finding.turn,
        "line": finding.line,
        "law": finding.law,
        "reason": finding.reason,
        "accepted": finding.accepted,
    }
