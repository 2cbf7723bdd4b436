"""Bots at a level, with a time limit, and by rollouts: legal, and the same for the same seed."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.bots.playing import moments, play
from tests.search.lockstep import tiny

from nardy.bots import load_bot, variants
from nardy.bots.neural import NeuralBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.variants import WIDTH, LevelBot, RolloutBot, TimedBot
from nardy.errors import NardyError
from nardy.evaluation.network import weights
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.search import lookahead as search
from nardy.search.ladder import level_of
from nardy.search.level_numbers import LEVEL_NAMES, number_of
from nardy.search.lookahead import CandidateValues, look_until
from nardy.search.rollout import RolloutPlan

SHORT = RolloutPlan(trials=36, plies=2)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Networks that know nothing."""
    folder = tmp_path_factory.mktemp("weights")
    games = ("backgammon", "plakoto", "mad-gulbar", "nuclear", "hypergammon")
    for game in games:
        weights.save(tiny(game, 2), {}, folder / f"{game}.npz")
    return {game: folder / f"{game}.npz" for game in games}


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_a_level_is_found_by_its_name(level: str, files: dict[str, Path]) -> None:
    bot = load_bot(f"nardy:{level.upper()}", seed=4)
    assert isinstance(bot, LevelBot)
    assert bot.name == f"nardy:{level}"
    for rules in (GAMES["plakoto"], GAMES["backgammon"]):
        assert bot.seeded_level(rules) == (level_of(rules, number_of(level)), 4)
    own = load_bot(f"nardy:{level}:{files['plakoto']}")
    assert isinstance(own, LevelBot)
    assert own.file == files["plakoto"]


@pytest.mark.parametrize("game", ["plakoto", "mad-gulbar", "nuclear"])
def test_its_turns_are_legal(game: str, files: dict[str, Path]) -> None:
    play(GAMES[game], LevelBot("beginner", files[game], 1), RandomBot(1), seed=1, most=60)


@pytest.mark.parametrize("level", LEVEL_NAMES[:7:2])
def test_no_turn_costs_more_than_the_bound(level: str, files: dict[str, Path]) -> None:
    bot, judge = LevelBot(level, files["backgammon"], 1), NeuralBot(0, files["backgammon"])
    wrong = 0
    for moment in moments(GAMES["backgammon"], RandomBot(2), seed=1, most=25):
        final, _ = bot.choose(moment)
        ranked = judge.rank(moment)
        (worth,) = (seen.equity for seen in ranked if seen.final == final)
        assert (
            ranked[0].equity - worth <= level_of(GAMES["backgammon"], number_of(level)).most + 1e-5
        )
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


@pytest.fixture
def weights_at_a_stopped_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a small network; a time limit is over at once if negative, and never otherwise."""
    file = tmp_path / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, file)
    monkeypatch.setattr(variants.time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(search, "MOST_PLIES", 2)
    return file


@pytest.mark.parametrize(("seconds", "plies"), [(-1.0, 0), (1.0, 2)])
def test_it_looks_as_far_as_there_is_time(
    seconds: float, plies: int, weights_at_a_stopped_clock: Path
) -> None:
    file = weights_at_a_stopped_clock
    bot, alike = TimedBot(seconds, file), NeuralBot(plies, file)
    for moment in moments(GAMES["hypergammon"], RandomBot(1), seed=1, most=8):
        assert bot.rank(moment)[0].final == alike.rank(moment)[0].final
        assert max(seen.plies for seen in bot.rank(moment)) <= plies


@pytest.mark.parametrize(("seconds", "plies"), [(-1.0, 1), (1.0, 2)])
def test_before_a_roll_it_looks_as_far_as_there_is_time(
    seconds: float, plies: int, weights_at_a_stopped_clock: Path
) -> None:
    """A ply is always looked ahead."""
    file = weights_at_a_stopped_clock
    start = position_text.loads("hypergammon w 24:1,23:1,22:1 24:1,23:1,22:1")
    found = TimedBot(seconds, file).expect(start)
    assert np.array_equal(found, NeuralBot(plies, file).expect(start))
    assert not np.array_equal(found, NeuralBot(3 - plies, file).expect(start))


@pytest.mark.parametrize(("seconds", "plies"), [(-1.0, 0), (1.0, 1)])
def test_about_the_cube_it_looks_as_far_as_there_is_time(
    seconds: float, plies: int, weights_at_a_stopped_clock: Path
) -> None:
    file = weights_at_a_stopped_clock
    start = position_text.loads("hypergammon w 24:1,23:1,22:1 24:1,23:1,22:1")
    found = TimedBot(seconds, file).weigh(start)
    same, other = (NeuralBot(n, file).weigh(start) for n in (plies, 1 - plies))
    assert found.equities == same.equities != other.equities
    assert found.plies == same.plies == 2 * plies


@pytest.mark.parametrize(("spec", "seconds"), [("nardy:2s", 2.0), ("NARDY:0.25S", 0.25)])
def test_it_is_found_by_its_seconds(spec: str, seconds: float) -> None:
    bot = load_bot(spec)
    assert isinstance(bot, TimedBot)
    assert bot.seconds == seconds
    assert bot.name == f"nardy:{seconds:g}s"


@pytest.mark.parametrize("spec", ["nardy:0s", "nardy:99999s"])
def test_a_time_that_cannot_be_is_refused(spec: str) -> None:
    with pytest.raises(NardyError, match=r"seconds, got .* \(for example 'nardy:2s'\)"):
        load_bot(spec)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, path)
    return path


def test_turns_by_rollout_are_legal(file: Path) -> None:
    play(GAMES["hypergammon"], RolloutBot(file, SHORT), RandomBot(1), seed=1, most=30)


def test_what_is_close_a_ply_ahead_is_rolled_out(file: Path) -> None:
    bot, judge, rolled = RolloutBot(file, SHORT), NeuralBot(1, file), 0
    rules = GAMES["hypergammon"].replace(jacoby=False)
    for moment in moments(rules, RandomBot(2), seed=1, most=12):
        ranked, before = bot.rank(moment), judge.rank(moment)
        deep = {seen.final for seen in ranked if seen.plies == SHORT.plies}
        near = [seen for seen in before if seen.equity >= before[0].equity - WIDTH.margin]
        looked = {seen.final for seen in near[: WIDTH.most] if seen.plies == 1}
        if len(deep) > 1:
            assert deep <= looked
            rolled += 1
        assert bot.choose(moment) == bot.choose(moment)
    assert rolled


def test_jacoby_takes_no_gammons_out_of_its_rollouts(file: Path) -> None:
    """The cube may still be turned, and then they count."""
    bot = RolloutBot(file, SHORT)
    for moment in moments(GAMES["hypergammon"], RandomBot(2), seed=1, most=4):
        assert moment.is_jacoby
        plain = replace(moment, rules=moment.rules.replace(jacoby=False))
        assert bot.choose(moment) == bot.choose(plain)


def test_the_bot_that_rolls_out_is_found_by_its_name(file: Path) -> None:
    bot = load_bot(f"nardy:rollout:{file}")
    assert isinstance(bot, RolloutBot)
    assert bot.file == file
    assert load_bot("nardy:rollout").name == "nardy:rollout"


def test_a_timed_bot_has_its_time_for_each_turn_it_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only for those that it ranks."""
    ends = list[float]()

    def note(*given: Any) -> CandidateValues:
        ends.append(given[-1] - time.monotonic())
        return look_until(*given[:-1], time.monotonic())

    monkeypatch.setattr(variants, "look_until", note)
    situation = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")
    bot = TimedBot(60)
    bot.choose(situation)
    bot.rank(situation)
    assert ends == pytest.approx([60, 60], abs=5)
