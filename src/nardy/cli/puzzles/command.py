"""`nardy puzzles`: solve puzzles of a game in the terminal, or write them for other programs."""

import sys
import time
from pathlib import Path
from typing import Any

import click

from nardy.cli.encodings import json_line
from nardy.cli.inputs import GameChoice, language_option, takes_game
from nardy.cli.puzzles.anki import anki_text
from nardy.cli.puzzles.progress import PuzzleProgress
from nardy.cli.puzzles.solving import Sitting
from nardy.labels.puzzles import LICENSE, Puzzle, PuzzleSet, find_puzzles
from nardy.translations import say

DAY = 24 * 3600
OF_A_SITTING = 10
"""How many puzzles are asked, unless somebody says how many."""


@click.command()
@takes_game
@click.option("--daily", is_flag=True, help="Only the puzzle of the day.")
@click.option("--due", is_flag=True, help="Only those that you missed and that come again now.")
@click.option("--id", "puzzle", help="Only the puzzle with this id.")
@click.option("--most", type=click.IntRange(1), help="How many.  [10; with --json and --anki all]")
@click.option("--anki", type=click.Path(path_type=Path), help="Write them into a file for Anki.")
@click.option("--json", "as_json", is_flag=True, help="Print them as one JSON object (CC0).")
@language_option
def command(
    *,
    game: GameChoice,
    anki: Path | None,
    language: str,
    as_json: bool,
    most: int | None,
    **asked: Any,
) -> None:
    """Solve puzzles: a rollout has shown the next best turns to be worse than the good one.

    The puzzle of the day comes first, then those that you missed and that are due (spaced
    repetition), then new ones, easy ones first. Type a turn, "clue", "skip" or "quit". What you know
    is kept beside the folder of saved games. --anki writes text with boards as pictures, which Anki
    imports.

    Example: nardy puzzles long-nardy --daily
    """
    if anki is not None and as_json:
        raise click.UsageError("--anki and --json write different things; choose one")
    found = find_puzzles(game.rules().id)
    now, progress = int(time.time()), PuzzleProgress.read()
    chosen = _chosen(found, progress, now, **asked)
    told = (chosen if any(asked.values()) else found.puzzles)[:most]
    if anki is not None:
        anki.write_text(anki_text(told, language), "utf-8")
        click.echo(say(language, "commands", "puzzles.written", count=len(told), file=anki))
        return
    if as_json:
        header = {"game": found.game, "license": LICENSE, "made": found.made}
        click.echo(json_line({**header, "puzzles": [one.as_json() for one in told]}))
        return
    if not chosen:
        click.echo(say(language, "commands", "puzzles.none"))
        sys.exit(1)
    Sitting(progress, language).solve(chosen[: most or OF_A_SITTING])


def _chosen(  # noqa: PLR0913 (what is asked for)
    found: PuzzleSet,
    progress: PuzzleProgress,
    now: int,
    *,
    daily: bool,
    due: bool,
    puzzle: str | None,
) -> list[Puzzle]:
    """The puzzles to solve, in order."""
    today = found.daily(now // DAY)
    if puzzle is not None:
        return [found.get(puzzle)]
    if daily:
        return [today]
    again = [one for one in progress.due(now) if one in found.by_id]
    if due:
        return [found.by_id[one] for one in again]
    new = [one for one in found.puzzles if one.id not in progress.known]
    ids = [today.id] if today.id not in progress.known else []
    ids += [*again, *(one.id for one in sorted(new, key=lambda one: one.first_rating))]
    return [found.by_id[one] for one in dict.fromkeys(ids)]
