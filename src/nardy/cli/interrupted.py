"""Ctrl-C where something is saved: a sentence, and the exit status that every program has then."""

import signal
import sys
from typing import NoReturn

import click

STATUS = 130
"""The exit status of who was stopped by Ctrl-C."""


def stop_for_good(told: str) -> NoReturn:
    """Say where things stand, and end; a Ctrl-C more has nothing left to stop."""
    # Threads finish what they are at, and would be interrupted in it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    click.echo(told, err=True)
    sys.exit(STATUS)
