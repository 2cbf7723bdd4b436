"""`nardy arena`: how two bots are called to meet, and what is told of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.bots.engines import BAD, OURS, engine
from tests.cli.talk import nardy, refused

from nardy.arena.duels import Duel
from nardy.bots import registry
from nardy.cli import arena_run, computing
from nardy.errors import way_to_install
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.games import GAMES
from nardy.train import trainer


@pytest.fixture(autouse=True)
def with_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """These commands need it: whoever has hidden it."""
    monkeypatch.setattr(computing, "is_available", lambda: True)
    monkeypatch.setattr(registry, "is_available", lambda: True)


ASKED = ("arena", "random", "baseline", "--game", "hypergammon")


def strict(name: str) -> Any:
    message = f"{name} is no JSON"
    raise AssertionError(message)


def data(*arguments: object) -> dict[str, Any]:
    answer = nardy("arena", *arguments, "--json")
    assert answer.status == 0, answer.err
    refuse: Callable[[str], Any] = strict
    return json.loads(answer.out, parse_constant=refuse)


def network(game: str, seed: int = 1) -> str:
    """A bot with weights that know nothing."""
    path = Path(f"{game}{seed}.npz").absolute()
    weights.save(Network.random(GAMES[game], 8, 8, seed), {}, path)
    return f"nardy:0:{path}"


def test_two_bots_meet_and_programs_are_told() -> None:
    found = data(*ASKED[1:], "--games", 10, "--judge", "none", "--threads", 1)
    assert {name: found[name] for name in ("game", "first", "second", "games", "seed")} == {
        "game": "hypergammon",
        "first": "random",
        "second": "baseline",
        "games": 10,
        "seed": 1,
    }
    assert found["points"] < 0 < found["points_error"]
    assert found["adjusted"] is found["adjusted_error"] is None
    assert 0 <= found["wins"] < 0.5
    assert found == data(*ASKED[1:], "--games", 10, "--judge", "none", "--threads", 1)


def test_games_are_played_in_pairs() -> None:
    assert data(*ASKED[1:], "--games", 7, "--judge", "none", "--threads", 1)["games"] == 8


def test_people_are_told_in_a_few_lines() -> None:
    lines = nardy(*ASKED, "--games", 10, "--judge", "none").lines
    assert lines[0] == "random against baseline, hypergammon, 10 games"
    assert [line.split("  ")[1] for line in lines[1:]] == ["points a game", "games won"]
    assert lines[1].split()[-1].startswith("±")
    assert lines[2].endswith("%")


def test_games_that_were_all_cut_tell_no_share_of_games_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cut = Duel(np.zeros((2, 2)), np.zeros((2, 2)), cut=4)
    monkeypatch.setattr(arena_run, "duel_parts", lambda *_: [cut])
    asked = (*ASKED, "--games", 4, "--judge", "none", "--threads", 1)
    assert nardy(*asked).lines[1:] == [
        "  points a game  +0.0000 ±0.0000",
        "  4 cut after 1,000 turns: no points, and not in the games won",
    ]


def test_luck_is_taken_out_where_a_network_can_judge() -> None:
    one, other = network("hypergammon"), network("hypergammon", 2)
    found = data(one, other, "--game", "hypergammon", "--games", 20, "--judge", one)
    assert found["adjusted"] != found["points"]
    assert found["adjusted_error"] > 0
    again = data(one, other, "--game", "hypergammon", "--games", 20, "--judge", one)
    assert again == found
    told = nardy("arena", one, other, "--game", "hypergammon", "--games", 4, "--judge", one)
    assert "  without luck   " in told.out


def test_a_single_set_of_a_level_tells_nothing_of_the_error() -> None:
    level = network("hypergammon").replace("nardy:0", "nardy:level-1")
    asked = (level, "baseline", "--game", "hypergammon", "--judge", "none", "--threads", 1)
    found = data(*asked, "--games", 8)
    assert (found["pairs_together"], found["points_error"]) == (8, None)
    assert nardy("arena", *asked, "--games", 8).lines[1].endswith(" ±?")
    assert data(*asked, "--games", 20)["points_error"] > 0


def test_against_itself_a_bot_wins_nothing() -> None:
    bot = network("hypergammon")
    found = data(bot, bot, "--game", "hypergammon", "--games", 8, "--judge", bot)
    assert found["points"] == found["adjusted"] == found["points_error"] == 0
    assert found["wins"] == 0.5


def test_what_a_program_does_wrong_loses_it_the_game(tmp_path: Path) -> None:
    (tmp_path / "engines").mkdir()
    bad = f"ubgi:{engine(tmp_path / 'engines', BAD['dies'])}"
    asked = ("--game", "hypergammon", "--games", 4, "--judge", "none", "--threads", 1)
    found = data(bad, "baseline", *asked)
    assert found["points"] <= -1
    first, second = found["forfeits"]
    assert sum(first.values()) == 4
    assert "has ended with status 3" in next(iter(first))
    assert second == {}
    told = nardy("arena", "baseline", bad, *asked).out
    assert " lost by ubgi:" in told


def test_a_program_that_cannot_play_at_all_is_refused_before_the_first_game(
    tmp_path: Path,
) -> None:
    (tmp_path / "engines").mkdir()
    mute = engine(tmp_path / "engines", "pass", "say('hello')")
    asked = ("--game", "hypergammon", "--games", 4, "--judge", "none")
    for program, part in (
        ("ubgi:./no-engine", "got No such file or directory for './no-engine'"),
        (f"ubgi:0.8s:{mute}", "expected an answer within 0.8 s, got 'hello'"),
    ):
        for bots in ((program, "baseline"), ("baseline", program)):
            assert part in refused("arena", *bots, *asked)


@pytest.mark.thorough
def test_our_own_two_processes_meet_in_the_arena() -> None:
    ours = f"ubgi:{OURS} baseline"
    asked = ("--game", "hypergammon", "--games", 4, "--judge", "none", "--threads", 1)
    assert data(ours, "baseline", *asked)["points"] == 0


def test_a_game_may_come_from_a_file() -> None:
    Path("club.toml").write_text(
        'extends = "hypergammon"\nid = "club"\nname = "club"\nstakes = [1]\n', "utf-8"
    )
    found = data("random", "random", "--file", "club.toml", "--games", 4, "--judge", "none")
    assert found["game"] == "club"


def test_what_was_trained_for_a_game_of_a_file_plays_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "ROUND", 600)
    monkeypatch.setattr(trainer, "TABLES", 16)
    Path("club.toml").write_text('extends = "hypergammon"\nid = "club"\nname = "club"\n', "utf-8")
    asked = ("--hidden", 8, "--rounds", 1, "--threads", 1, "--out", "c.npz")
    assert nardy("train", "--file", "club.toml", *asked).status == 0
    found = data("nardy:0:c.npz", "random", "--file", "club.toml", "--games", 8)
    assert found["game"] == "club"
    assert found["adjusted"] is not None


def test_an_unknown_bot_is_refused() -> None:
    sentence = (
        "expected a bot (baseline, nardy, random, ubgi:COMMAND or python:my_bot.py:MyBot), "
        "got 'basline' "
        "(for example 'baseline')"
    )
    for asked in (["basline", "random"], ["random", "basline"]):
        assert refused("arena", *asked, "--game", "hypergammon") == sentence
    assert refused(*ASKED, "--judge", "basline") == sentence


def test_weights_that_are_missing_are_told_in_a_sentence() -> None:
    for asked in (["nardy:none.npz", "random"], ["random", "nardy:none.npz"]):
        told = refused("arena", *asked, "--game", "hypergammon")
        assert told == "expected a file of weights, got No such file or directory for none.npz"
    assert "none.npz" in refused(*ASKED, "--judge", "nardy:none.npz")


def test_a_game_without_a_network_is_told_how_to_get_one() -> None:
    little = 'extends = "hypergammon"\nid = "club"\nname = "club"\nstart = "5:4"\n'
    Path("club.toml").write_text(little, "utf-8")
    told = refused("arena", "nardy", "random", "--file", "club.toml")
    assert "nardy train --file" in told


def test_weights_of_another_game_are_refused() -> None:
    bot = network("plakoto")
    told = refused("arena", bot, "random", "--game", "hypergammon")
    assert "expected weights for hypergammon, got weights for 'plakoto'" in told


@pytest.mark.parametrize(
    "wrong",
    [
        ["arena"],
        ["arena", "random"],
        [*ASKED, "--games", 1],
        [*ASKED, "--games", "many"],
        [*ASKED, "--threads", 0],
        [*ASKED, "--seed", -1],
    ],
)
def test_a_wrong_call_is_told_how_to_call(wrong: list[Any]) -> None:
    answer = nardy(*wrong)
    assert answer.status == 2
    assert "Usage: nardy arena" in answer.err


def test_an_unknown_game_is_refused() -> None:
    assert "hypergammon" in refused("arena", "random", "random", "--game", "hypergamon")


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "is_available", lambda: False)
    assert way_to_install("compile") in refused(*ASKED)


def test_help_has_an_example() -> None:
    assert "Example: nardy arena" in nardy("arena", "--help").out
