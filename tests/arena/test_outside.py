"""Other people's players: the translation, with modules that stand in, and with the packages."""

import sys
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest
from tests.bots.playing import moments

from nardy.arena.outside import (
    GnubgBot,
    GnubgEvaluator,
    SageBot,
    UnplayableGameError,
    is_packaged,
    outside_bot,
    sage_board,
)
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.registry import UnknownBotError
from nardy.bots.turns import final_positions
from nardy.bots.ubgi.process import ExternalBotError
from nardy.bots.ubgi.text import is_backgammon
from nardy.core.position import Position
from nardy.errors import MissingExtraError
from nardy.evaluation.network.network import Positions
from nardy.formats import position_text
from nardy.games import BACKGAMMON, HYPERGAMMON, LONG_NARDY, NACKGAMMON, PORTES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.search.conversions import facts_of

MOMENT = position_text.loads("backgammon w bar:1,24:1,13:5,8:3,6:5 20:2,13:5,8:3,6:5 dice=31")
CUBELESS = BACKGAMMON.replace(cube_play=False, jacoby=False)


def test_gnubg_is_told_the_opponent_first_and_the_bar_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    def best_move(board: list[list[int]], *dice: int, n: int) -> tuple[tuple[int, int], ...]:
        asked.append((board, dice, n))
        return ((25, 24), (24, 21))

    monkeypatch.setitem(sys.modules, "gnubg_nn", SimpleNamespace(best_move=best_move))
    bot = GnubgBot(2, CUBELESS)
    final, moves = bot.choose(MOMENT)
    (((theirs, mine), dice, plies),) = asked
    assert (mine[24], mine[5], mine[23]) == (1, 5, 1)
    assert (theirs[19], theirs[24]) == (2, 0)
    assert (dice, plies) == ((3, 1), 2)
    assert final.player[24] == 1
    assert final.player[21] == 1
    assert len(moves) == 2
    assert str(bot.choose_turn(MOMENT)) == "bar/21"


def test_an_illegal_turn_of_theirs_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = SimpleNamespace(best_move=lambda *_, n: ((13, 10), (6, 5)))
    monkeypatch.setitem(sys.modules, "gnubg_nn", stand_in)
    with pytest.raises(ExternalBotError, match="expected a legal turn with 31, got one"):
        GnubgBot(0, CUBELESS).choose(MOMENT)


def test_a_hit_goes_to_the_bar_and_the_last_checkers_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gnubg_nn", SimpleNamespace())
    before = Position.of({6: 2, 2: 1}, {21: 1, 1: 2})
    after = GnubgBot(0, CUBELESS).after(before, ((6, 4), (2, -1)))
    assert after == Position.of({6: 1, 4: 1, 0: 1}, {25: 1, 1: 2})


def test_bgsage_answers_with_a_final_position(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOMENT.dice
    finals = final_positions(BACKGAMMON, MOMENT.position, MOMENT.dice)
    wanted = list(finals)[3]
    levels: list[str] = []

    class Analyzer:
        def __init__(self, *, eval_level: str, **_: Any) -> None:
            levels.append(eval_level)

        def checker_play(self, board: list[int], *_: int, **__: Any) -> Any:
            assert board == sage_board(MOMENT.position)
            return SimpleNamespace(moves=[SimpleNamespace(board=sage_board(wanted))])

    monkeypatch.setitem(sys.modules, "bgsage", SimpleNamespace(BgBotAnalyzer=Analyzer))
    assert SageBot(1, CUBELESS).choose(MOMENT) == (wanted, finals[wanted])
    # It counts the network alone as a ply.
    assert levels == ["2ply"]


def test_its_board_has_the_opponents_bar_first() -> None:
    board = sage_board(Position.of({25: 2, 6: 3, 1: 10}, {25: 1, 24: 14}))
    assert board[25] == 2
    assert board[0] == 1
    assert (board[6], board[1]) == (3, 10 - 14)


@pytest.mark.parametrize("name", ["gnubg", "bgsage"])
def test_they_need_not_be_installed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("gnubg_nn", "bgsage"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=f"for the bot {name}"):
        outside_bot(f"{name}:1", CUBELESS)


def test_they_play_backgammon_only() -> None:
    with pytest.raises(UnplayableGameError, match="bgsage plays, got long-nardy"):
        outside_bot("bgsage:1", LONG_NARDY)


@pytest.mark.parametrize("spec", ["gnubg:3", "bgsage:fast", "gnubg:-1"])
def test_they_look_so_many_plies_ahead_and_no_more(spec: str) -> None:
    with pytest.raises(UnknownBotError, match="with 0 to 2 plies, got"):
        outside_bot(spec, CUBELESS)


@pytest.mark.parametrize(
    "options",
    [
        "cascade_count=4",
        "first_hit_wins=on",
        "last_throw=half",
        "home_hit=no_hide",
        "stakes=1/2",
        "bomb=on",
    ],
)
def test_they_know_no_other_laws(options: str) -> None:
    """Their turns would be illegal, or lost games won."""
    with pytest.raises(UnplayableGameError, match=f"plays, got backgammon,{options}"):
        outside_bot("gnubg:1", find_game(f"backgammon,{options}"))
    assert is_backgammon(find_game("backgammon,cube_play=off,opening=reroll"))
    assert is_backgammon(find_game("nackgammon,beavers=off"))


@pytest.mark.parametrize("spec", ["nardy:1", "ubgi:gnubg"])
def test_other_names_are_not_theirs(spec: str) -> None:
    assert outside_bot(spec, CUBELESS) is None


@pytest.mark.parametrize(("module", "make"), [("gnubg_nn", GnubgBot), ("bgsage", SageBot)])
def test_where_it_is_installed_its_turns_are_legal(module: str, make: Any) -> None:
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    bot = make(0, CUBELESS)
    bot.evaluate([MOMENT.position])
    for moment in moments(CUBELESS, BaselineBot(), seed=1, most=40):
        assert moment.dice
        final, moves = bot.choose(moment)
        assert final in final_positions(CUBELESS, moment.position, moment.dice)
        assert len(moves) <= 4


# --------------------------------------------------------- the networks of GNU Backgammon


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


def test_a_board_of_gnubg_nn_has_the_opponent_first_and_the_bar_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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


def test_gnubg_nn_need_not_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gnubg_nn", None)
    with pytest.raises(MissingExtraError, match="install gnubg-nn"):
        GnubgEvaluator(BACKGAMMON)


def test_their_names_are_known_before_they_are_installed() -> None:
    assert [is_packaged(spec) for spec in ("gnubg", " BGSage:2 ", "nardy:1", "ubgi:gnubg")] == [
        True,
        True,
        False,
        False,
    ]
