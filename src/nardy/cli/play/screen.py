"""The screen of `nardy play`: boards or sentences, and prompts."""

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import click

from nardy import render
from nardy.cli.encodings import can_draw
from nardy.core.laws import LAWS
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.core.turn import Move
from nardy.render.labels import seat
from nardy.render.text import BOARD_WIDTH
from nardy.translations import SOURCE, listed, say

WIDEST = 80
LOWEST = 20
"""Lines that a board and a prompt need; a lower window is never cleared."""

LastTurn = tuple[Player, tuple[tuple[int, int], ...]]
"""The player of the last turn, and the origins and targets of its moves."""

# ECMA-48: the cursor to the upper left corner, then erase the display.
_WIPE = "\x1b[H\x1b[2J"


@dataclass
class Screen:
    """Output and input of a game: a terminal, a pipe or a screen reader."""

    language: str = "en"
    plain: bool = False
    """Sentences instead of a board."""
    color: bool = False
    """Whether to use colors and other control codes."""
    ascii: bool = False
    keeps_all: bool = False
    """Never clear the screen, since no person plays."""
    _news: list[str] = field(default_factory=list[str])
    """Lines printed since the last input, to repeat them under a new board."""
    _shown: Situation | None = None

    @classmethod
    def of_terminal(cls, language: str, *, plain: bool) -> "Screen":
        is_dumb = os.environ.get("TERM") == "dumb"
        # NO_COLOR: the convention of no-color.org. A dumb terminal prints control codes as text.
        color = sys.stdout.isatty() and not (os.environ.get("NO_COLOR") or plain or is_dumb)
        return cls(language, plain, color, ascii=not can_draw(sys.stdout.encoding))

    @property
    def width(self) -> int:
        return min(WIDEST, shutil.get_terminal_size().columns)

    @property
    def is_redrawn(self) -> bool:
        """Whether each board replaces the one before."""
        if self.keeps_all or self.plain or not self.color:
            return False
        return shutil.get_terminal_size().lines >= LOWEST

    def word(self, key: str, **values: object) -> str:
        """A phrase from locale/*/play.json."""
        return say(self.language, "play", key, **values)

    def seat(self, player: Player) -> str:
        return seat(self.language, player.value)

    @property
    def seats(self) -> dict[str, str]:
        """Both seats by player, in the person's language."""
        return {player.value: self.seat(player) for player in Player}

    def say(self, key: str, **values: object) -> None:
        """Print a sentence from locale/*/play.json."""
        self.line(self.word(key, **values))

    def line(self, text: str = "") -> None:
        """Print a text with its long lines wrapped."""
        wrapped = "\n".join(self._broken(line) for line in text.split("\n"))
        self._news.append(wrapped)
        click.echo(wrapped)

    def _broken(self, line: str) -> str:
        width = max(20, self.width - 1)
        if len(line) <= width or max(map(len, line.split())) > width // 2:
            # Do not break a long path, nor its sentence.
            return line
        return "\n".join(textwrap.wrap(line, width, break_on_hyphens=False))

    def law(self, law: str, reason: str, words: Mapping[str, str] | None = None) -> str:
        """The reason of a refusal in the person's language; *words*: the law by language, if known."""
        if self.language == SOURCE or law not in LAWS:
            return reason
        return (words or LAWS[law].words)[self.language]

    def choices(self, acts: Sequence[str]) -> str:
        """Acts as words to type: 'take, beaver or pass'."""
        return listed(self.language, [self.word(f"act_{act}") for act in acts], "or")

    def has_shown(self, situation: Situation) -> bool:
        """Whether the last shown position was this one."""
        shown = self._shown
        return shown is not None and (shown.to_act, shown.position) == (
            situation.to_act,
            situation.position,
        )

    def board(
        self, situation: Situation, viewer: Player, last_turn: LastTurn | None = None
    ) -> None:
        """Show a situation as one of the players sees it."""
        news, self._shown = self._news, situation
        if self.plain or self.width < BOARD_WIDTH:
            click.echo()
            for sentence in render.sentences(situation, self.language):
                click.echo(self._broken(sentence))
            return
        drawn = self._drawn(situation, viewer, last_turn)
        if not self.is_redrawn:
            click.echo(f"\n{drawn}")
            return
        free = shutil.get_terminal_size().lines - drawn.count("\n") - 2
        latest = "\n".join(news).split("\n")[-free:] if news and free > 0 else []
        click.echo(_WIPE + "\n".join([drawn, *latest]), color=True)

    def _drawn(self, situation: Situation, viewer: Player, last_turn: LastTurn | None) -> str:
        last_by, ways = last_turn or (None, ())
        options = render.TextOptions(
            language=self.language, ascii=self.ascii, width=self.width, last_by=last_by
        )
        return render.text(
            situation, seen_by=viewer, color=self.color, last_turn=ways, options=options
        )

    def turn(self, moves: Iterable[Move], text: str, situation: Situation) -> str:
        """A turn as notation, or in words without a board."""
        if not self.plain:
            return text
        return render.turn_in_words(moves, situation.rules, self.language)

    def ask(self, key: str, **values: object) -> str:
        """Ask for one line.

        Raises:
            EOFError: the input has ended.
        """
        prompt = self.word(key, **values)
        is_typed = sys.stdin.isatty() and sys.stdout.isatty()
        line = _typed(prompt) if is_typed else _read(prompt)
        self._news.clear()
        return line.strip()


def _typed(prompt: str) -> str:
    """A line from a keyboard, with history and arrow keys if readline is available."""
    try:
        import readline  # noqa: PLC0415 (not on every system, and only for a keyboard)

        readline.parse_and_bind("set enable-bracketed-paste off")
    except ImportError:
        pass
    return input(prompt)


def _read(prompt: str) -> str:
    """A line from a pipe, echoed so that it appears in the log of a script."""
    click.echo(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    click.echo(line.rstrip("\r\n"))
    if not line:
        raise EOFError
    return line
