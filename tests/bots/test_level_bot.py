"""Bots for people: lawful, the same person for the same seed, never worse than the bound."""

from pathlib import Path

import pytest
from tests.bots.playing import moments, play
from tests.search.lockstep import tiny

from nardy.bots import load_bot
from nardy.bots.level_bot import LevelBot
from nardy.bots.neural import NeuralBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.registry import LEVEL_NAMES
from nardy.evaluation.network import weights
from nardy.games import GAMES
from nardy.search.level import LEVELS


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Networks that know nothing."""
    folder = tmp_path_factory.mktemp("weights")
    games = ("backgammon", "plakoto", "mad-gulbar", "nuclear", "hypergammon")
    for game in games:
        weights.save(tiny(game, 2), {}, folder / f"{game}.npz")
    return {game: folder / f"{game}.npz" for game in games}


def test_the_names_are_those_of_the_levels() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_a_level_is_found_by_its_name(level: str, files: dict[str, Path]) -> None:
    bot = load_bot(f"nardy:{level.upper()}", seed=4)
    assert isinstance(bot, LevelBot)
    assert bot.name == f"nardy:{level}"
    assert bot.seeded_level == (LEVELS[level], 4)
    own = load_bot(f"nardy:{level}:{files['plakoto']}")
    assert isinstance(own, LevelBot)
    assert own.file == files["plakoto"]


@pytest.mark.parametrize("game", ["plakoto", "mad-gulbar", "nuclear"])
def test_its_turns_are_lawful(game: str, files: dict[str, Path]) -> None:
    play(GAMES[game], LevelBot("beginner", files[game], 1), RandomBot(1), seed=1, most=60)


@pytest.mark.parametrize("level", LEVEL_NAMES[:4])
def test_no_turn_costs_more_than_the_bound(level: str, files: dict[str, Path]) -> None:
    bot, judge = LevelBot(level, files["backgammon"], 1), NeuralBot(0, files["backgammon"])
    wrong = 0
    for moment in moments(GAMES["backgammon"], RandomBot(2), seed=1, most=25):
        final, _ = bot.choose(moment)
        ranked = judge.rank(moment)
        (worth,) = (seen.equity for seen in ranked if seen.final == final)
        assert ranked[0].equity - worth <= LEVELS[level].most + 1e-5
        wrong += final != ranked[0].final
    assert wrong


def test_a_seed_is_a_person(files: dict[str, Path]) -> None:
    def chosen(seed: int) -> list[object]:
        bot = LevelBot("beginner", files["backgammon"], seed)
        asked = moments(GAMES["backgammon"], RandomBot(2), seed=1, most=20)
        return [bot.choose(moment)[0] for moment in asked]

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)


def test_the_master_plays_as_the_bot_itself_a_ply_ahead(files: dict[str, Path]) -> None:
    master, itself = LevelBot("master", files["hypergammon"]), NeuralBot(1, files["hypergammon"])
    for moment in moments(GAMES["hypergammon"], RandomBot(2), seed=1, most=12):
        assert master.choose(moment) == itself.choose(moment)
