"""A meeting: who sits at the boards, who judges the luck, and what the result says."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.search.lockstep import tiny

from nardy.arena.duels import Duel, DuelTerms
from nardy.arena.matchup import Matchup
from nardy.arena.player import ArrayPlayer
from nardy.bots.named import network_digest
from nardy.bots.neural import NeuralBot
from nardy.bots.registry import UnknownBotError
from nardy.cli import arena_run
from nardy.cli.arena_run import DuelWork, run
from nardy.compute.local import Threads
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import WeightsError
from nardy.formats import position_text
from nardy.games import GAMES, find_game
from nardy.search.conversions import tables_of
from nardy.search.tables import Tables, rows_of, without_cube

Asked = list[tuple[tuple[ArrayPlayer, ArrayPlayer], DuelTerms]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What duels are asked for; every pair ends 2 to -1, with 0.5 of luck."""
    duels: Asked = []

    def parts(players: tuple[ArrayPlayer, ArrayPlayer], terms: DuelTerms) -> list[Duel]:
        duels.append((players, terms))
        points = np.tile([2.0, -1.0], (terms.pairs, 1))
        return [Duel(points, np.full((terms.pairs, 2), 0.5))]

    monkeypatch.setattr(arena_run, "duel_parts", parts)
    return duels


@pytest.fixture
def weights_of(tmp_path: Path) -> Callable[[str], str]:
    """Names of bots with weights that know nothing."""

    def save(text: str) -> str:
        path = tmp_path / f"{text}.npz"
        weights.save(Network.random(find_game(text), 8, 8, 1), {}, path)
        return f"nardy:0:{path}"

    return save


MEETING = Matchup(
    rules=GAMES["hypergammon"],
    first="random",
    second="baseline",
    pairs=4,
    seed=7,
    judge="none",
    threads=1,
)
OWN = """
class Bot:
    def choose_turn(self, situation):
        raise NotImplementedError

    choose_act = choose_turn
"""


def test_the_result_is_of_the_first(asked: Asked) -> None:
    assert run(MEETING) == {
        "game": "hypergammon",
        "first": "random",
        "second": "baseline",
        "games": 8,
        "seed": 7,
        "pairs_together": 1,
        "points": 0.5,
        "points_error": 0.0,
        "adjusted": None,
        "adjusted_error": None,
        "wins": 0.5,
        "cut": 0,
        "cut_after": 1000,
        "forfeits": [{}, {}],
    }
    ((players, terms),) = asked
    assert [player.name for player in players] == ["random", "baseline"]
    assert (terms.pairs, terms.seed, terms.threads) == (4, 7, 1)
    assert terms.judge is None


def test_a_judge_takes_the_luck_out(asked: Asked, weights_of: Callable[[str], str]) -> None:
    found = run(replace(MEETING, judge=weights_of("hypergammon")))
    assert (found["points"], found["adjusted"], found["adjusted_error"]) == (0.5, 0.0, 0.0)


def test_one_of_the_two_judges_where_nobody_is_named(
    asked: Asked, weights_of: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The network that comes with nardy, or else one of those that play."""
    bot = weights_of("hypergammon")
    for first, second in ((bot, "random"), ("random", bot)):
        run(replace(MEETING, first=first, second=second, judge=None))
    for _, terms in asked:
        assert terms.judge is not None
        assert terms.judge.rules.id == "hypergammon"


def test_after_an_interruption_what_is_done_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Iterator[Duel]:
        yield Duel(np.ones((2, 2)), np.zeros((2, 2)))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena_run, "duel_parts", stopped)
    told: list[int] = []
    found = run(MEETING, told.append)
    assert (found["games"], found["points"], told) == (4, 1.0, [4])

    def at_once(*_: object) -> Iterator[Duel]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(arena_run, "duel_parts", at_once)
    with pytest.raises(KeyboardInterrupt):
        run(MEETING)


def test_draws_are_half_won(monkeypatch: pytest.MonkeyPatch) -> None:
    points = np.array([[0.0, 1.0], [-1.0, 0.0]])
    monkeypatch.setattr(arena_run, "duel_parts", lambda *_: [Duel(points, np.zeros((2, 2)))])
    assert run(MEETING)["wins"] == 0.5


@pytest.mark.parametrize(
    ("points", "cut", "wins"),
    [
        # Three were over: one was won, one lost and one a draw.
        ([[0.0, 1.0], [-1.0, 0.0], [0.0, 0.0]], 3, 0.5),
        ([[0.0, -1.0]], 1, 0.0),
        ([[0.0, 0.0]], 2, None),
    ],
)
def test_games_that_were_cut_are_neither_won_nor_lost(
    points: list[list[float]], cut: int, wins: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Duel(np.array(points), np.zeros((len(points), 2)), cut=cut)
    monkeypatch.setattr(arena_run, "duel_parts", lambda *_: [found])
    assert run(MEETING)["wins"] == wins


def test_nobody_turns_a_cube(asked: Asked) -> None:
    run(replace(MEETING, rules=GAMES["backgammon"]))
    assert not asked[0][1].game.rules.cube_play


def test_two_random_bots_do_not_play_alike(asked: Asked) -> None:
    run(replace(MEETING, second="random"))
    players, terms = asked[0]
    tables = Tables.begun(terms.game, 20)
    rolls = np.full((20, 2), (4, 2), np.int8)
    rows = rows_of(terms.game, tables, rolls, np.zeros(20, np.int64))
    one, other = (player.choose(terms.game, tables, rows, rolls) for player in players)
    assert one.boards.tolist() != other.boards.tolist()


GAMMON = position_text.loads("backgammon w 1:2 19:1,6:14")
"""Any roll wins a backgammon: three points."""


def test_a_win_is_worth_the_same_to_bots_and_networks(
    asked: Asked, weights_of: Callable[[str], str]
) -> None:
    bots = "baseline", weights_of("backgammon")
    run(replace(MEETING, rules=GAMES["backgammon"], first=bots[0], second=bots[1]))
    players, terms = asked[0]
    tables = tables_of(terms.game, [replace(GAMMON, rules=terms.game.rules)])
    rolls = np.array([[6, 5]], np.int8)
    rows = rows_of(terms.game, tables, rolls, np.array([9]))
    turns = [player.choose(terms.game, tables, rows, rolls) for player in players]
    assert [terms.game.points[turn.outcomes[0]] for turn in turns] == [3, 3]


def test_luck_is_judged_in_a_reading_with_other_outcomes(
    weights_of: Callable[[str], str],
) -> None:
    bot = weights_of("long-nardy")
    rules = find_game("long-nardy@draw")
    found = run(replace(MEETING, rules=rules, first=bot, second="random", judge=bot, pairs=1))
    assert found["adjusted"] is not None


def test_a_judge_without_a_network_is_refused(asked: Asked) -> None:
    with pytest.raises(ValueError, match="baseline"):
        run(replace(MEETING, judge="baseline"))


def test_a_network_that_judges_may_be_none_of_the_players(
    asked: Asked, weights_of: Callable[[str], str]
) -> None:
    run(replace(MEETING, judge=weights_of("hypergammon")))
    judge = asked[0][1].judge
    assert judge is not None
    assert judge.flat == pytest.approx(tiny("hypergammon").flat, abs=1e-2)


@pytest.mark.parametrize("threads", [2, pytest.param(3, marks=pytest.mark.thorough)])
def test_processes_do_not_change_the_result(threads: int) -> None:
    meeting = replace(MEETING, pairs=20, second="nardy:0", judge=None)
    assert run(replace(meeting, threads=threads)) == run(meeting)


def test_other_processes_must_have_the_same_networks() -> None:
    meeting = replace(MEETING, second="nardy:0")
    with pytest.raises(WeightsError, match="copy the same files to the same places"):
        DuelWork(meeting, (None, "another", None))(range(1))


def test_other_processes_must_have_the_network_of_a_judge_that_nobody_named() -> None:
    asked = list[DuelWork]()

    class Watching(Threads):
        def submit(self, function: Callable[[Any], Any], chunk: Any, /) -> Future[Any]:
            assert isinstance(function, DuelWork)
            asked.append(function)
            return super().submit(function, chunk)

    with closing(Watching(1)) as workers:
        run(replace(MEETING, judge=None, pairs=1), cluster=workers)
    (work,) = asked
    assert work.meeting.judge == "nardy"
    assert work.digests == (None, None, network_digest(NeuralBot(0), without_cube(MEETING.rules)))


@pytest.mark.parametrize("spec", ["ubgi:true", "python:own.py:Bot", "gnubg:0", "bgsage:1"])
def test_a_cluster_plays_no_programs_of_this_machine(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("own.py").write_text(OWN, "utf-8")
    monkeypatch.setattr(arena_run, "outside_bot", lambda spec, _: spec.startswith("bgs") or None)
    monkeypatch.setattr(arena_run, "seats", lambda _: ((), SimpleNamespace(game=MEETING)))
    with closing(Threads(1)) as workers, pytest.raises(UnknownBotError, match="leave --cluster"):
        run(replace(MEETING, first=spec), cluster=workers)


def test_a_cluster_plays_the_same() -> None:
    meeting = replace(MEETING, pairs=20, second="nardy:0", judge=None)
    with closing(Threads(2)) as workers:
        assert run(meeting, cluster=workers) == run(meeting)
