"""Shared parameters of commands: game, position, dice and file."""

import functools
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from nardy.core.dice import Roll
from nardy.core.refusal import require_phase
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.errors import NotationError
from nardy.formats.detect import read_position
from nardy.games import GAMES, find_game
from nardy.games.game_file import finder, load_game, read_game_file
from nardy.translations import LANGUAGES, SOURCE, say

Find = Callable[[str], Rules]
Command = Callable[..., Any]
MOST_CHARACTERS = 10_000


class NumberRange(click.FloatRange):
    """A range of numbers that excludes NaN, which passes click's comparisons."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"expected a number, got {value!r} (for example 1.5)", param, ctx)
        return number


@dataclass(frozen=True)
class GameChoice:
    """The game of a command line: `--game` or an argument, and `--file`."""

    name: str | None
    file: Path | None

    @property
    def is_given(self) -> bool:
        return bool(self.name or self.file)

    @property
    def is_spelled_out(self) -> bool:
        """Whether it has a preset or options or comes from a file, so that no default variant applies."""
        return bool(self.file) or any(sign in (self.name or "") for sign in "@,")

    @property
    def find(self) -> Find:
        """The function that finds games by name, including the file's own."""
        return finder(load_game(self.file)) if self.file else find_game

    @property
    def given(self) -> Rules | None:
        """The game, if the command line names one."""
        return self.rules() if self.is_given else None

    @property
    def text(self) -> str | None:
        """The text of the file, to be saved with the match."""
        return read_game_file(self.file) if self.file else None

    def rules(self, default: str = "backgammon") -> Rules:
        """The named game; without a name, the file's own game or the default."""
        if self.name is None and self.file:
            return load_game(self.file)
        return self.find(self.name or default)


@dataclass(frozen=True)
class PositionChoice:
    """The position of a command line, and the game for codes that do not name theirs."""

    text: str | None
    game: GameChoice

    def require_none(self) -> None:
        """Refuse a position beside --jsonl."""
        if self.text is not None:
            raise click.UsageError("--jsonl reads its positions from standard input")

    def situation(self, dice: str | None = None) -> Situation:
        """Parse the position; report a notation other than position text on standard error."""
        if self.text is None:
            raise click.UsageError("which position? 'nardy show --help' has an example")
        text = read_input() if self.text == "-" else self.text
        situation, kind = read_position(text, self.game.given)
        if kind != "position text":
            language = click.get_current_context().params.get("language", SOURCE)
            click.echo(say(language, "commands", "read_as", kind=kind), err=True)
        return situation if dice is None else with_dice(situation, dice)


def read_input() -> str:
    """A position from standard input.

    Raises:
        NotationError: the input is longer than any position.
    """
    return require_short(sys.stdin.read(MOST_CHARACTERS + 1))


def require_short(text: str) -> str:
    """The text, unless it is longer than any position.

    Raises:
        NotationError: it is.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"expected a position on standard input, got more than {MOST_CHARACTERS:,} "
            f"characters, beginning with {text.strip()!r:.60}"
        )
    return text


def takes_game(command: Command) -> Command:
    """Pass [GAME] and --file as one `game: GameChoice`."""
    named = click.argument(
        "game_name", metavar="[GAME]", required=False, shell_complete=_begun_games
    )
    return named(_chooses_game(command))


def takes_file(command: Command) -> Command:
    """Pass --game and --file as one `game: GameChoice`; for files that may not name their game."""
    named = click.option(
        "--game",
        "game_name",
        shell_complete=_begun_games,
        help="The game, where the file does not name it.",
    )
    return named(_chooses_game(command))


def takes_position(command: Command) -> Command:
    """Pass POSITION, --game and --file as one `position: PositionChoice`."""

    @click.argument("position_text", metavar="POSITION", required=False)
    @click.option(
        "--game",
        "game_name",
        shell_complete=_begun_games,
        help="The game, where the code does not name it.",
    )
    @_chooses_game
    @functools.wraps(command)
    def wrapped(position_text: str | None, game: GameChoice, **others: object) -> object:
        return command(position=PositionChoice(position_text, game), **others)

    return wrapped


def _begun_games(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The ids of games that begin so: for completion in a shell."""
    return [game for game in GAMES if game.startswith(begun)]


def _chooses_game(command: Command) -> Command:
    """Pass `game_name` and --file as one `game: GameChoice`."""

    @click.option(
        "--file", "game_file", type=click.Path(path_type=Path), help="A game in a TOML file."
    )
    @functools.wraps(command)
    def wrapped(game_name: str | None, game_file: Path | None, **others: object) -> object:
        return command(game=GameChoice(game_name, game_file), **others)

    return wrapped


language_option = click.option("--language", type=click.Choice(LANGUAGES), default=SOURCE)


def with_dice(situation: Situation, dice: str) -> Situation:
    """The situation with dice from the command line.

    Raises:
        NotationError: the dice are invalid, or the position already has dice.
    """
    if situation.roll or situation.left:
        raise NotationError(
            f"expected dice once, got {dice!r} and dice in the position; leave one out"
        )
    require_phase(situation, Phase.ROLL, "roll")
    return replace(situation, roll=Roll.parse(dice))
