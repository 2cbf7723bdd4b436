"""GNU Backgammon's networks as an opponent: the translation, with a module that stands in."""

import sys
from types import SimpleNamespace

import pytest

from nardy.arena.gnubg import GnubgEvaluator, UnplayableGameError
from nardy.errors import MissingExtraError
from nardy.evaluation.network.network import Positions
from nardy.formats import position_text
from nardy.games import BACKGAMMON, HYPERGAMMON, LONG_NARDY, NACKGAMMON, PORTES
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.search.conversions import facts_of

MOMENT = position_text.loads("backgammon w bar:1,24:1,13:5,8:3,6:5 20:2,13:5,8:3,6:5")


def positions(seat: int) -> Positions:
    boards, pins = position_arrays([MOMENT.position])
    return Positions(boards, pins, seat, facts_of(MOMENT)[None])


def stand_in(monkeypatch: pytest.MonkeyPatch) -> list[list[list[int]]]:
    seen: list[list[list[int]]] = []

    def probabilities(board: list[list[int]], plies: int) -> tuple[float, ...]:
        assert plies == 0
        seen.append(board)
        return 0.6, 0.2, 0.05, 0.1, 0.01

    monkeypatch.setitem(sys.modules, "gnubg_nn", SimpleNamespace(probabilities=probabilities))
    return seen


def test_its_board_has_the_opponent_first_and_the_bar_last(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = stand_in(monkeypatch)
    GnubgEvaluator(BACKGAMMON).value(positions(at.PLAYER))
    ((theirs, mine),) = seen
    assert mine[24] == 1
    assert (mine[5], mine[23]) == (5, 1)
    assert (theirs[19], theirs[24]) == (2, 0)
    GnubgEvaluator(BACKGAMMON).value(positions(at.OPPONENT))
    assert seen[1] == [mine, theirs]


def test_its_chances_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)
    chances, equity = GnubgEvaluator(BACKGAMMON).value(positions(at.PLAYER))
    assert chances[0] == pytest.approx([0.05, 0.15, 0.4, 0.3, 0.09, 0.01], abs=1e-6)
    assert equity[0] == pytest.approx(0.2 + 0.2 - 0.1 + 0.05 - 0.01, abs=1e-6)


def test_it_plays_backgammon_from_any_start(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)
    GnubgEvaluator(NACKGAMMON)
    for rules in (PORTES, LONG_NARDY, HYPERGAMMON):
        with pytest.raises(UnplayableGameError, match="GNU Backgammon plays"):
            GnubgEvaluator(rules)


def test_it_need_not_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gnubg_nn", None)
    with pytest.raises(MissingExtraError, match="install gnubg-nn"):
        GnubgEvaluator(BACKGAMMON)
