"""The command `nardy`: one file a command, each imported only when it is used."""

import importlib
import sys

import click

from nardy.errors import NardyError

COMMANDS = {
    "play": "Play a game in the terminal: people, bots, any rules.",
    "games": "List the games, or tell one game's rules with their sources.",
    "show": "Draw a position as text or SVG, or read it aloud.",
    "turns": "List the lawful turns of a position and dice.",
    "why": "Tell which law forbids a turn, or that it is lawful.",
    "replay": "Play a recorded match through the rules.",
    "convert": "Turn a position or a match into another format.",
    "bench": "Measure how fast this machine generates turns.",
}
"""Each command with its line in `nardy --help`."""


class Commands(click.Group):
    """A group that knows its commands' names and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a newcomer's interest."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name."""
        if cmd_name not in COMMANDS:
            return None
        return importlib.import_module(f"nardy.cli.{cmd_name}").command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="nardy")
def nardy() -> None:
    """Every backgammon game, played properly.

    Example: nardy play long-nardy
    """


def main() -> None:
    """Run the command line; what nardy refuses is one sentence and exit status 1."""
    try:
        nardy.main(standalone_mode=False)
    except NardyError as error:
        click.echo(f"nardy: {error}", err=True)
        sys.exit(1)
    except click.exceptions.Abort:
        click.echo("", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except BrokenPipeError:
        # The reader has seen enough (a pager, head).
        sys.stderr.close()
        sys.exit(0)
