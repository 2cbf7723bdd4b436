"""Bots of one's own: loaded by their place, judged, and their faults named."""

import gc
import sys
from pathlib import Path

import pytest

from nardy.bots.python_bot import PythonBot
from nardy.bots.registry import load_bot
from nardy.bots.ubgi.process import ExternalBotError
from nardy.core.dice import Roll
from nardy.core.draft import Draft
from nardy.core.situation import Situation
from nardy.games import BACKGAMMON

BEFORE = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
ROLLED = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
GOOD = """
from nardy.core.draft import Draft
from nardy.core.turn import Turn

class Texts:
    name = "texts"
    def choose_turn(self, situation):
        return Turn(text="8/5 6/5")
    def choose_act(self, situation):
        return "roll"

class Drafts(Texts):
    def __init__(self, seed):
        self.name = f"drafts of {seed}"
    def choose_turn(self, situation):
        draft = Draft(situation)
        draft.move(8, 5), draft.move(6, 5)
        return draft

class HalfDone(Texts):
    def choose_turn(self, situation):
        draft = Draft(situation)
        draft.move(8, 5)
        return draft

class Illegal(Texts):
    def choose_turn(self, situation):
        return Turn(text="8/4 6/5")
    def choose_act(self, situation):
        return "bomb"

class Broken(Texts):
    def choose_turn(self, situation):
        return 1 / 0

class NoActs:
    def choose_turn(self, situation):
        return Turn()

ready = Texts()
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(GOOD, "utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["Texts", "Drafts", "ready"])
def test_a_class_of_two_methods_plays(file: str, name: str) -> None:
    bot = load_bot(f"python:{file}:{name}", seed=5)
    assert bot.name == f"python:{file}:{name}"
    turn = bot.choose_turn(ROLLED)
    assert str(turn.turn() if isinstance(turn, Draft) else turn) == "8/5 6/5"
    final, moves = PythonBot(f"{file}:{name}", 5).choose(ROLLED)
    assert final.player[5] == 2
    assert len(moves) == 2
    assert bot.choose_act(BEFORE) == "roll"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("HalfDone", "expected a legal turn"),
        ("Illegal", "expected a legal turn"),
        ("Broken", r"failed: ZeroDivisionError: division by zero \(mine.py, line 34\)"),
    ],
)
def test_a_fault_is_named(file: str, name: str, told: str) -> None:
    with pytest.raises(ExternalBotError, match=told):
        PythonBot(f"{file}:{name}").choose_turn(ROLLED)


def test_an_illegal_act_is_named(file: str) -> None:
    with pytest.raises(ExternalBotError, match=r"expected a legal act .* got 'bomb'"):
        PythonBot(f"{file}:Illegal").choose_act(BEFORE)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("", "expected a file or module and a class"),
        ("nowhere.py:Bot", "'nowhere.py' is not there"),
        ("no.such.module:Bot", "ModuleNotFoundError"),
        ("FILE:Nobody", "expected 'Nobody'"),
        ("FILE:NoActs", "without choose_act"),
    ],
)
def test_what_is_no_bot_is_told_in_one_sentence(file: str, place: str, told: str) -> None:
    with pytest.raises(ExternalBotError, match=told) as refused:
        load_bot(f"python:{place.replace('FILE', file)}")
    assert "\n" not in str(refused.value)


DATACLASS = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Counting:
    name: str = "counting"
    asked: int = 0
    def choose_turn(self, situation):
        return "8/5 6/5"
    def choose_act(self, situation):
        self.asked += 1
        return "roll"
"""


def modules_of(stem: str) -> list[str]:
    return [name for name in sys.modules if name.startswith(stem)]


def test_a_bot_may_be_a_dataclass_with_annotations_as_texts(tmp_path: Path) -> None:
    """`dataclass` looks up the module of such a class among the loaded ones."""
    path = tmp_path / "counting_bot.py"
    path.write_text(DATACLASS, "utf-8")
    bots = [PythonBot(f"{path}:Counting") for _ in range(2)]
    assert [bot.choose_act(BEFORE) for bot in bots] == ["roll", "roll"]
    assert len(modules_of("counting_bot")) == 2
    # The modules go with their bots.
    bots.clear()
    gc.collect()
    assert modules_of("counting_bot") == []


def test_of_a_file_that_fails_no_module_is_left(tmp_path: Path) -> None:
    path = tmp_path / "failing_bot.py"
    path.write_text("1 / 0", "utf-8")
    with pytest.raises(ExternalBotError, match=r"ZeroDivisionError.* \(failing_bot.py, line 1\)"):
        PythonBot(f"{path}:Bot")
    assert modules_of("failing_bot") == []
