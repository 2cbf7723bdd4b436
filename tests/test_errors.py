"""Errors: where they stand, and that functions name those that they raise."""

import copy
import importlib
import inspect
import pickle
import pkgutil
import sys
from pathlib import Path

import pytest
from scripts.pages.laws import error_classes

import nardy
from nardy import errors
from nardy.core.game import Game
from nardy.core.judge import find_turn, judge
from nardy.core.legal_turns import LegalTurns
from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.games import find_game

RULE_BOOK = ("nardy.core", "nardy.games", "nardy.formats", "nardy.render")
FUNCTIONS = (Game.play, LegalTurns.find, find_turn)
TURNS = ("24/18", "8/5 6/5 6/5", "nonsense", "24/18/24", "24/off*", "", "5/6", "13/8*/7 x")


def test_the_rule_book_raises_the_errors_of_one_module() -> None:
    for package in RULE_BOOK:
        for module in pkgutil.walk_packages(
            importlib.import_module(package).__path__, f"{package}."
        ):
            importlib.import_module(module.name)
    elsewhere = {kind for kind in error_classes() if kind.__module__ != errors.__name__}
    assert elsewhere
    assert not [kind for kind in elsewhere if kind.__module__.startswith(RULE_BOOK)]


def test_what_functions_of_the_root_raise_can_be_imported_from_it() -> None:
    raised = {"RulesError", "UnknownGameError", "AmbiguousTurn", "PositionError", "NotationError"}
    assert raised <= set(nardy.__all__)
    with pytest.raises(nardy.UnknownGameError):
        nardy.find_game("chess")
    with pytest.raises(nardy.PositionError):
        nardy.Position.of({26: 1})


def test_playing_a_turn_names_every_error_that_it_raises() -> None:
    raised: set[str] = set()
    for text in TURNS:
        game = Game(find_game("backgammon"), seed=7)
        game.roll()
        for player in (None, Player.BLACK):
            try:
                game.play(text, player=player)
            except NardyError as error:
                raised.add(type(error).__name__)
    assert raised >= {"NotationError", "IllegalTurnError", "IllegalActError"}
    documented = Game.play.__doc__ or ""
    assert all(f"{name}: " in documented for name in raised - {"BackwardsError"})


def test_judging_names_what_it_raises() -> None:
    for function in (*FUNCTIONS, judge):
        documented = function.__doc__ or ""
        assert "NotationError: " in documented
        assert "AmbiguousTurn: " in documented


def test_what_to_install_is_said_for_a_wheel_and_for_both_ways_to_run_a_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "__file__", str(tmp_path / "src" / "nardy" / "errors.py"))
    assert errors.way_to_install("pg") == "pip install 'nardy[pg]'"
    script = tmp_path / "scripts" / "extra"
    script.parent.mkdir()
    script.touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "another"))
    monkeypatch.setattr(sys, "executable", "/another/bin/python")
    told = f"/another/bin/python -m pip install -e '{tmp_path}[pg]'"
    assert errors.way_to_install("pg") == told
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    assert errors.way_to_install("pg") == f"{script} pg"


def made(kind: type[NardyError]) -> NardyError:
    """An error of a class with values for all that its constructor takes."""
    values = {"words": {"en": "no"}, "readings": ("8/5", "6/5"), "limit": 7, "seconds": 7}
    taken = inspect.signature(kind).parameters
    return kind(**{name: values.get(name, f"a {name}") for name in taken})


def test_every_error_can_be_pickled_and_copied() -> None:
    with_facts = [kind for kind in error_classes() if kind.__init__ is not NardyError.__init__]
    assert {errors.IllegalError, errors.AmbiguousTurn, errors.TooManyTurns} <= set(with_facts)
    for kind in with_facts:
        error = made(kind)
        error.add_note("a note")
        pickled = pickle.loads(pickle.dumps(error))  # noqa: S301 (of our own)
        for again in (pickled, copy.copy(error), copy.deepcopy(error)):
            assert type(again) is kind
            assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))
