"""The place of a fast engine: empty, offered, filled on first use, emptied."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from threading import Thread

import pytest

from nardy.core import engine
from nardy.core.canonical import legal_turns
from nardy.core.dice import DiceList, Roll
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.turn import Turn
from nardy.games import BACKGAMMON


class OneTurn:
    """An engine that knows a single turn, or nothing."""

    def __init__(self, *, knows: bool) -> None:
        self.knows = knows

    def legal_turns(
        self, rules: Rules, position: Position, dice: DiceList, limit: int
    ) -> Mapping[Turn, Position] | None:
        del rules, dice, limit
        return {Turn(): position} if self.knows else None


@pytest.fixture(autouse=True)
def _empty_after() -> Iterator[None]:
    yield
    engine.clear()


def turns() -> list[str]:
    return [str(turn) for turn in legal_turns(BACKGAMMON, BACKGAMMON.start, Roll(6, 6))]


def test_without_an_engine_the_rule_book_answers() -> None:
    assert engine.current() is None
    assert "24/18(2) 13/7(2)" in turns()


def test_an_engine_is_loaded_once_and_asked_first() -> None:
    loads: list[int] = []

    def load() -> OneTurn:
        loads.append(1)
        return OneTurn(knows=True)

    engine.offer(load)
    assert not loads
    assert turns() == turns() == ["(no move)"]
    assert loads == [1]


def test_the_rule_book_answers_what_an_engine_leaves_to_it() -> None:
    engine.offer(lambda: OneTurn(knows=False))
    assert "24/18(2) 13/7(2)" in turns()


def test_an_engine_that_cannot_run_is_asked_for_once() -> None:
    loads: list[int] = []
    engine.offer(lambda: loads.append(1))
    assert len(turns()) == len(turns()) > 1
    assert loads == [1]


def test_threads_that_ask_at_once_load_the_engine_once() -> None:
    answers: list[engine.Engine | None] = []
    second = Thread(target=lambda: answers.append(engine.current()))
    loads: list[OneTurn] = []

    def load() -> OneTurn:
        loads.append(OneTurn(knows=True))
        if len(loads) == 1:
            second.start()
            # The second thread has asked by now, or waits for this one; without a lock it loads too.
            second.join(0.1)
        return loads[-1]

    engine.offer(load)
    first = engine.current()
    second.join()
    assert len(loads) == 1
    assert answers == [first]


@pytest.mark.parametrize(("value", "offered"), [("off", False), ("OFF", False), ("", True)])
def test_the_environment_keeps_the_place_empty(value: str, *, offered: bool) -> None:
    code = "import nardy; from nardy.core import engine; print(engine._offered.load is not None)"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NARDY_ENGINE": value},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == str(offered)
