"""Puzzles as text that Anki imports: a board as a picture on the front, the good turn on the back.

The format is that of Anki's manual, "Importing: text files": columns are separated by tabs, and lines
with # are its headers. The id of a puzzle is the guid, so that a later file updates the same notes.
"""

import csv
import html
import io
from collections.abc import Iterable

from nardy import render
from nardy.core.situation import Situation
from nardy.labels.puzzles import LICENSE, Puzzle
from nardy.translations import figure, say

HEADERS = ("separator:tab", "html:true", "notetype:Basic", "guid column:1", "tags column:4")


def anki_text(puzzles: Iterable[Puzzle], language: str) -> str:
    """A file with a note of each puzzle."""
    out = io.StringIO()
    out.writelines(f"#{header}\n" for header in HEADERS)
    writer = csv.writer(out, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n")
    for puzzle in puzzles:
        situation = puzzle.situation
        tags = ["nardy", situation.rules.id, *puzzle.reasons, puzzle.plan, LICENSE]
        words = " ".join(tag.replace(" ", "-") for tag in dict.fromkeys(tags))
        front, back = _front(situation, language), _back(puzzle, situation, language)
        writer.writerow([puzzle.id, front, back, words])
    return out.getvalue()


def _front(situation: Situation, language: str) -> str:
    options = render.SvgOptions(language=language)
    board = render.svg(situation, options=options).replace("\n", "").replace("\t", " ")
    return f"{board}<p>{say(language, 'commands', 'puzzles.task')}</p>"


def _back(puzzle: Puzzle, situation: Situation, language: str) -> str:
    from nardy.coach.sentences import plan_words  # noqa: PLC0415 (imports NumPy)

    lines = [f"<b>{html.escape(puzzle.best)}</b>"]
    for one in puzzle.turns[1:]:
        gap, error = (figure(language, f"{number:.3f}") for number in one.behind)
        told = say(language, "commands", "puzzles.loses", turn=one.turn, points=gap, error=error)
        lines.append(html.escape(told))
    lines.append(html.escape(plan_words(situation.rules, situation.position, language)))
    return "<br>".join(lines)
