"""Bots by their names as players of many games."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nardy.arena.matchup import Matchup, play, player_of, seats, with_judge
from nardy.arena.player import BotPlayer, LevelPlayer, NetworkPlayer
from nardy.bots.registry import UnknownBotError
from nardy.core.position import Position
from nardy.errors import NardyError
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import WeightsError
from nardy.games import GAMES

HYPER = GAMES["hypergammon"]
MEETING = Matchup(rules=HYPER, first="random", second="baseline", pairs=4)


def test_bots_are_players_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "hypergammon.npz"
    weights.save(Network.random(HYPER, 8, 8, 1), {}, file)
    assert isinstance(player_of(f"nardy:0:{file}", HYPER, 1), NetworkPlayer)
    assert isinstance(player_of("baseline", HYPER, 1), BotPlayer)
    assert player_of(" Random ", HYPER, 1).name == " Random "
    club = player_of(f"nardy:club:{file}", HYPER, 5)
    assert isinstance(club, LevelPlayer)
    assert (club.seeded_level.level.name, club.seeded_level.seed) == ("level-6", 5)
    timed = player_of(f"nardy:1s:{file}", HYPER, 1)
    assert isinstance(timed, BotPlayer)
    assert timed.bot is not timed.fresh(1).bot
    with pytest.raises(WeightsError):
        player_of("nardy:none.npz", HYPER, 1)


def test_equal_seeds_give_equal_games_and_swapped_bots_the_opposite() -> None:
    found = play(MEETING)
    assert found.points.shape == found.luck.shape == (4, 2)
    np.testing.assert_array_equal(play(MEETING).points, found.points)
    assert not np.array_equal(play(replace(MEETING, seed=2)).points, found.points)


@pytest.mark.parametrize(
    ("first", "together"), [("nardy:level-1", 32), ("nardy:level-8", 1), ("nardy:0", 1)]
)
def test_a_set_in_which_a_level_misjudges_the_same_positions_is_one_observation(
    first: str, together: int
) -> None:
    _, terms = seats(replace(MEETING, first=first, second="nardy:0"))
    assert terms.together == together
    assert terms.chunk in (0, 32)


def test_luck_is_measured_unless_nobody_shall() -> None:
    assert play(MEETING).luck.any()
    assert not play(replace(MEETING, judge="none")).luck.any()
    with pytest.raises(UnknownBotError, match="baseline"):
        seats(replace(MEETING, judge="baseline"))


def test_the_judge_is_named_before_others_play() -> None:
    assert with_judge(replace(MEETING, judge="nardy:0")).judge == "nardy:0"
    assert with_judge(MEETING).judge == "nardy"
    unknown = HYPER.replace(id="club", name="club", start=Position.of({5: 4}, {5: 4}))
    assert with_judge(replace(MEETING, rules=unknown)).judge == "none"


def test_nobody_doubles() -> None:
    assert not seats(replace(MEETING, rules=GAMES["backgammon"]))[1].game.rules.cube_play


@pytest.mark.parametrize("pairs", [0, -1])
def test_at_least_one_pair_is_played(pairs: int) -> None:
    with pytest.raises(NardyError, match=f"expected at least 1 pair of games, got {pairs};"):
        play(replace(MEETING, pairs=pairs))
