"""Ctrl-C in commands that save their work."""

import signal
import sys
from typing import NoReturn

import click

STATUS = 130
"""The usual exit status after Ctrl-C: 128 + SIGINT."""


def stop_for_good(message: str) -> NoReturn:
    """Print a message and exit; ignore further Ctrl-C."""
    # The interpreter waits for its threads at exit; a second Ctrl-C would interrupt that.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    click.echo(message, err=True)
    sys.exit(STATUS)
