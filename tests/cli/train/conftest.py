"""Fixtures for tests of `nardy train`."""

import signal
from collections.abc import Generator

import pytest

from nardy.cli import computing
from nardy.cli.train import run as training
from nardy.train import actor, trainer
from nardy.train.actor import Stage


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of a moment, whoever has hidden the kernel."""
    monkeypatch.setattr(computing, "is_available", lambda: True)
    for stage, rows in ((Stage.PLAY, 600), (Stage.EXACT, 40), (Stage.RETURNS, 40)):
        monkeypatch.setitem(trainer.ROUNDS, stage, rows)
    monkeypatch.setattr(trainer, "TABLES", 16)
    monkeypatch.setattr(actor, "GAMES", 10)
    monkeypatch.setattr(training, "DUEL_PAIRS", 4)


@pytest.fixture
def interruptible() -> Generator[None, None, None]:
    """Ctrl-C is heard as in a terminal, and again after a command that has stopped hearing it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
