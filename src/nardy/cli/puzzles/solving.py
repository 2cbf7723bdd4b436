"""Puzzles at the prompt: a board, a turn, and what is said about it."""

import sys
import time
from collections.abc import Sequence

import click

from nardy import render
from nardy.cli.encodings import can_draw
from nardy.cli.play.input_parser import PUZZLE_ACTS, in_latin, shown, unread
from nardy.cli.puzzles.progress import PuzzleProgress
from nardy.cli.show import is_color_wanted
from nardy.core.judge import find_turn, judge
from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.kernel import is_available
from nardy.labels.puzzles import Puzzle, PuzzleTurn
from nardy.translations import SOURCE, figure, say


class Sitting:
    """Some puzzles, one after another."""

    def __init__(self, progress: PuzzleProgress, language: str) -> None:
        self._progress, self._language = progress, language
        self.tried = self.solved = 0

    def solve(self, puzzles: Sequence[Puzzle]) -> None:
        """Ask each puzzle, until the input ends or somebody quits."""
        for puzzle in puzzles:
            if not self._ask(puzzle):
                break
        if self.tried:
            self._say("puzzles.total", solved=self.solved, tried=self.tried)

    def _ask(self, puzzle: Puzzle) -> bool:
        """Ask one puzzle; False to stop."""
        situation = puzzle.situation
        is_ascii = not can_draw(sys.stdout.encoding)
        options = render.TextOptions(language=self._language, ascii=is_ascii)
        click.echo(render.text(situation, color=is_color_wanted(), options=options))
        self._say("puzzles.ask", id=puzzle.id, rating=puzzle.first_rating)
        while (line := _input(say(self._language, "commands", "puzzles.prompt"))) is not None:
            word = line.strip()
            act = PUZZLE_ACTS.get(word.casefold())
            if act == "quit":
                return False
            if act == "skip":
                return True
            if act == "clue":
                click.echo(self._plan(situation))
            elif word and self._answer(puzzle, situation, in_latin(word)):
                return True
        return False

    def _answer(self, puzzle: Puzzle, situation: Situation, text: str) -> bool:
        """Judge a turn; False if it is none."""
        try:
            verdict = judge(situation, text)
        except NardyError as error:
            unknown = say(self._language, "commands", "puzzles.unread", text=shown(text))
            click.echo(unread(text, error, self._language, unknown=unknown))
            return False
        if verdict.law is not None:
            words = verdict.words.get(self._language) if self._language != SOURCE else None
            click.echo(words or verdict.reason)
            return False
        turn, final = find_turn(situation, text)
        finals = [find_turn(situation, one.turn)[1] for one in puzzle.turns]
        place = finals.index(final) if final in finals else None
        self.tried, self.solved = self.tried + 1, self.solved + (place == 0)
        self._progress.note(puzzle.id, int(time.time()), is_right=place == 0)
        self._say("puzzles.right" if place == 0 else "puzzles.wrong", turn=puzzle.best)
        for told in puzzle.turns[1:] if place == 0 else puzzle.turns[1:][:place]:
            self._tell(told)
        self._explain(situation, puzzle, puzzle.turns[1].turn if place == 0 else str(turn))
        return True

    def _tell(self, told: PuzzleTurn) -> None:
        gap, error = (figure(self._language, f"{number:.3f}") for number in told.behind)
        self._say("puzzles.loses", turn=told.turn, points=gap, error=error)

    def _explain(self, situation: Situation, puzzle: Puzzle, other: str) -> None:
        """The coach's reasons, where it prefers the same turn and there is a kernel."""
        if is_available():
            from nardy.coach import explain, sentences  # noqa: PLC0415 (imports NumPy)

            found = explain(situation, other)
            known = {one.turn for one in puzzle.turns}
            told = sentences(found, self._language)
            if str(found.best) == puzzle.best:
                # The loss by rollout was told already.
                for sentence in told[1:] if other in known else told:
                    click.echo(sentence)
        click.echo("")

    def _plan(self, situation: Situation) -> str:
        from nardy.coach.sentences import plan_words  # noqa: PLC0415 (imports NumPy)

        return plan_words(situation.rules, situation.position, self._language)

    def _say(self, key: str, **values: object) -> None:
        click.echo(say(self._language, "commands", key, **values))


def _input(prompt: str) -> str | None:
    """A line of input; None at its end."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo("")
        return None
    return line
