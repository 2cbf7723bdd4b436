"""The reference of the command line, from --help."""

import importlib.util
from collections.abc import Iterator
from typing import Any

import click
from scripts.pages.markdown import code, page

from nardy.cli import COMMANDS, nardy

INTRODUCTION = """
This is what `nardy --help` and `nardy COMMAND --help` print. From a checkout the command is `./nardy`.
Data goes to standard output and talk to standard error; what is refused is told in one sentence.
The exit status is 0, or 1 when the answer is no or the input is bad, or 2 for wrong usage.
"""


def pages() -> Iterator[tuple[str, str]]:
    """One page with all commands that exist."""
    width: dict[str, Any] = {"terminal_width": 80, "max_content_width": 80}
    context = click.Context(nardy, info_name="nardy", **width, **nardy.context_settings)
    parts = [code(nardy.get_help(context))]
    for name in commands():
        command = nardy.get_command(context, name)
        assert command is not None
        within = click.Context(command, context, name, **width)
        parts += [f"## nardy {name}", code(command.get_help(within))]
    yield "reference/cli.md", page("Commands", INTRODUCTION, *parts)


def commands() -> list[str]:
    """The commands that exist, in the order of `nardy --help`."""
    return [name for name in COMMANDS if importlib.util.find_spec(f"nardy.cli.{name}")]
