"""The command line `nardy`: one module per subcommand, imported only when it is used."""

import importlib
import io
import os
import sys
from pathlib import Path
from typing import NoReturn

import click
from click.shell_completion import CompletionItem

from nardy.cli.encodings import PLAIN
from nardy.core import engine
from nardy.errors import NardyError
from nardy.version import __version__

COMMANDS = {
    "serve": "Run a club: a web page where people play each other and bots.",
    "worker": "Think for a club beside it: bots, hints, reviews.",
    "site": "Write the page as files for any web host: bots, without a club.",
    "admin": "Moderate people and games of the club on this machine.",
    "play": "Play a game in the terminal: people, bots, any rules.",
    "games": "List the games, or print the rules of one with their sources.",
    "show": "Draw a position as text or SVG, or read it aloud.",
    "turns": "List the legal turns of a position and dice.",
    "why": "Check a turn, and name the law that forbids it.",
    "hint": "Rank the best turns, or advise on the cube.",
    "puzzles": "Solve positions with one good turn: the daily one, missed ones, more.",
    "book": "Show the opening book of a game: first turns and replies.",
    "evaluate": "Print chances and equity of a position as JSON.",
    "rollout": "Roll out a position or its best turns: estimate by many games.",
    "analyze": "Find the mistakes in a recorded match and their cost.",
    "replay": "Check a recorded match against the rules.",
    "convert": "Convert a position or a match to another format.",
    "verify": "Check that the dice of a game at the club were not chosen.",
    "audit": "Check all dice that a club has ever rolled.",
    "backup": "Back up the database of a running club.",
    "restore": "Restore the database of a club from a backup.",
    "migrate": "Bring the tables of a club's database up to date.",
    "archive": "Move old games of a club out of its database, and back.",
    "ratings": "Recalculate the ratings of a club from its log of games.",
    "arena": "Compare two bots by games against each other.",
    "label": "Find the true values of decisions of a game by rollout.",
    "exam": "Measure what bots lose a decision, by the labels of a game.",
    "train": "Train a network for a game by playing it against itself.",
    "ubgi": "Run as an engine for other programs (UBGI).",
    "solve": "Solve a game of up to three checkers a side exactly.",
    "bench": "Measure how fast this machine generates turns and evaluates.",
    "doctor": "Check the installation: what is there, what works, what to do.",
    "completion": "Print the script that makes a shell complete commands.",
}
"""Each command with its summary in `nardy --help`."""
FOLDERS = frozenset({"doctor", "play", "puzzles", "train"})
"""Commands that are packages, with the command in command.py."""


def module_of(command: str) -> str:
    return f"nardy.cli.{command}" + (".command" if command in FOLDERS else "")


class Commands(click.Group):
    """A click group that imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, those for newcomers first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return importlib.import_module(module_of(cmd_name)).command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command, or an option, without importing the commands."""
        names = (name for name in COMMANDS if name.startswith(incomplete))
        found = [CompletionItem(name, help=COMMANDS[name]) for name in names]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "show_default": True}
)
@click.version_option(__version__)
def nardy() -> None:
    """Every backgammon game, played properly.

    Example: nardy play long-nardy
    """
    # Listing a few turns takes less time than loading the engine; commands that evaluate
    # positions load it themselves.
    engine.clear()
    _be_lenient()


def _be_lenient() -> None:
    """Replace undecodable bytes and unencodable characters instead of failing on them."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 (for good)
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]
        # Otherwise the next file opened gets descriptor 2, and the error output of libraries.
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (for good)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAIN), (sys.stderr, PLAIN)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def main() -> None:
    """Run the command line; print an error of nardy as one sentence, with exit status 1."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        _stop("cannot print: standard output is closed", 1)
    try:
        nardy.main(prog_name="nardy", standalone_mode=False)
        sys.stdout.flush()
    except NardyError as error:
        _stop(str(error), 1)
    except click.exceptions.Abort:
        _stop("", 130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader (a pager, head) has closed the pipe; click uses 1 here too.
        _silence()
        sys.exit(1)
    except OSError as error:
        _silence()
        _stop(f"system error: {error.strerror or error}", 1)


def _stop(sentence: str, status: int) -> NoReturn:
    click.echo(f"nardy: {sentence}" if sentence else "", err=True)
    sys.exit(status)


def _silence() -> None:
    """Discard further output: the interpreter's final flush would fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
