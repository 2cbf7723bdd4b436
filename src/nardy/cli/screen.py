"""What `nardy play` shows and asks: a board or sentences, in one of two languages."""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import click

from nardy import render
from nardy.cli.words import say
from nardy.core.laws import LAWS
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.core.turn import Move


@dataclass
class Screen:
    """Where a person plays: a terminal, a pipe or a screen reader."""

    language: str = "en"
    plain: bool = False
    """Sentences instead of a board."""
    color: bool = False

    @classmethod
    def of_terminal(cls, language: str, *, plain: bool) -> "Screen":
        """The screen that standard output is."""
        color = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and not plain
        return cls(language, plain, color)

    def word(self, key: str, **values: object) -> str:
        """One phrase of the catalogue."""
        return say(self.language, key, **values)

    def seat(self, player: Player) -> str:
        """'White' or 'Black' in the person's language."""
        return self.word(player.value)

    def say(self, key: str, **values: object) -> None:
        """Print a sentence of the catalogue."""
        click.echo(self.word(key, **values))

    def line(self, text: str = "") -> None:
        """Print a line."""
        click.echo(text)

    def law(self, law: str, reason: str) -> str:
        """Why something is refused, in the person's language."""
        return LAWS[law].russian if self.language == "ru" and law in LAWS else reason

    def board(
        self, situation: Situation, viewer: Player, last_turn: Iterable[tuple[int, int]] = ()
    ) -> None:
        """Show the moment to one of the players."""
        click.echo()
        if self.plain:
            click.echo("\n".join(render.sentences(situation, self.language)))
            return
        options = render.TextOptions(language=self.language)
        ways = tuple(last_turn)
        click.echo(
            render.text(
                situation, seen_by=viewer, color=self.color, last_turn=ways, options=options
            )
        )

    def turn(self, moves: Iterable[Move], text: str, situation: Situation) -> str:
        """A turn as notation, or in words where positions are read aloud."""
        if not self.plain:
            return text
        return render.turn_in_words(moves, situation.rules, self.language)

    def ask(self, key: str, **values: object) -> str:
        """One line from the person; the end of input is EOFError.

        Raises:
            EOFError: nothing more will be typed.
        """
        click.echo(self.word(key, **values), nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise EOFError
        if not sys.stdin.isatty():
            # What a script types stands in its log.
            click.echo(line.rstrip("\n"))
        return line.strip()
