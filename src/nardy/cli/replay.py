"""`nardy replay`: check a recorded match against the rules."""

from typing import Any

import click

from nardy.cli.encodings import json_line
from nardy.cli.figures import word
from nardy.cli.files import read_record, refuse_broken
from nardy.cli.inputs import GameChoice, language_option, takes_file
from nardy.core.events import Played, TakenBack
from nardy.core.game import Game
from nardy.core.laws import law_in_force
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.formats.record import Finding, Record, RecordedGame
from nardy.translations import SOURCE, number


@click.command()
@click.argument("file")
@takes_file
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--turns", is_flag=True, help="Show every turn with the position after it.")
@language_option
def command(file: str, game: GameChoice, as_json: bool, turns: bool, language: str) -> None:
    """Check a recorded match against the rules, and list the turns that break one.

    FILE is a match in any format (.mat, SGF, .xg, JSON), or a game saved by nardy play; "-"
    reads standard input. Illegal turns are followed as they were made.

    Example: nardy replay final.mat

    Exit status: 0, also with illegal turns; 1 for a file that cannot be read, or where the rest
    of a game is left out, after the report on what was read.
    """
    record = read_record(file, game)
    if as_json:
        click.echo(json_line(as_object(record)))
        refuse_broken(record)
        return
    white, black = record.players
    title = title_of(record, language)
    click.echo(f"{white} - {black}, {rules_text(record.match.games[0].rules)}, {title}")
    for recorded in record.games:
        _show(recorded, language, turns=turns)
    for finding in record.findings:
        click.echo(_finding(finding, language))
    score = " - ".join(number(language, points) for points in record.score)
    click.echo(word(language, "replay.score", score=score, count=len(record.illegal)))
    refuse_broken(record)


def title_of(record: Record, language: str) -> str:
    """The length of the match, or that it is a money session."""
    length = record.match.length
    return word(language, "record.match" if length else "record.money", length=length)


def _show(recorded: RecordedGame, language: str, *, turns: bool) -> None:
    game = recorded.game
    result = str(game.outcome) if game.outcome else word(language, "replay.unfinished")
    facts = {"number": recorded.number, "turns": turns_of(game), "cube": game.situation.cube.value}
    click.echo(word(language, "replay.game", result=result, **facts))
    if turns:
        for event in game.events:
            if isinstance(event, Played):
                click.echo(f"  {word(language, f'replay.{event.player}')} {event.turn}")
            elif isinstance(event, TakenBack):
                click.echo(f"  {word(language, f'replay.back.{event.player}')}")
        click.echo(f"  {game}")
    for finding in recorded.findings:
        click.echo(_finding(finding, language, game.rules))


def _finding(finding: Finding, language: str, rules: Rules | None = None) -> str:
    key = "accepted" if finding.accepted else "illegal" if finding.law else "note"
    what = word(language, f"replay.{key}", law=finding.law)
    reason = finding.reason
    if language != SOURCE and finding.law and rules:
        reason = law_in_force(finding.law, rules).says(language)
        if finding.left_out:
            reason += f" ({word(language, 'replay.left_out', n=finding.left_out)})"
    facts = {"line": finding.line, "turn": finding.turn, "what": what, "reason": reason}
    return word(language, "replay.finding", **facts)


def turns_of(game: Game) -> int:
    return sum(isinstance(event, Played) for event in game.kept_events)


def as_object(record: Record) -> dict[str, Any]:
    """The report as JSON: games with turns, illegal turns, notes and results."""
    return {
        "players": list(record.players),
        "length": record.match.length,
        "score": list(record.score),
        "games": [
            {
                "number": recorded.number,
                "turns": turns_of(recorded.game),
                "unlawful": [_object(finding) for finding in recorded.illegal],
                "notes": [_object(f) for f in recorded.findings if not f.law],
                "result": str(recorded.game.outcome) if recorded.game.outcome else None,
                "cube": recorded.game.situation.cube.value,
            }
            for recorded in record.games
        ],
    }


def _object(finding: Finding) -> dict[str, Any]:
    return {name: getattr(finding, name) for name in ("turn", "line", "law", "reason", "accepted")}
