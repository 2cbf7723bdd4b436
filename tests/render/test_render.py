import importlib
from dataclasses import dataclass

from nardy import render
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.games import BACKGAMMON


@dataclass(frozen=True)
class Anything:
    situation: Situation


START = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)


def test_a_situation_and_whatever_has_one_are_drawn_alike() -> None:
    assert render.text(Anything(START)) == render.text(START)
    assert render.svg(Anything(START), theme="felt") == render.svg(START, theme="felt")


def test_text_and_svg_stay_functions_when_their_modules_are_imported() -> None:
    importlib.import_module("nardy.render.text")
    importlib.import_module("nardy.render.svg")
    assert render.text(START, seen_by=Player.BLACK) != render.text(START)
    assert callable(render.svg)
