"""A bot that rolls out: lawful, the same each time, and by rollout where it is close."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.bots.playing import moments, play
from tests.search.lockstep import tiny

from nardy.bots import load_bot
from nardy.bots.neural import NeuralBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.rollout_bot import WIDTH, RolloutBot
from nardy.evaluation.network import weights
from nardy.games import GAMES
from nardy.search.rollout import RolloutPlan

SHORT = RolloutPlan(trials=36, plies=2)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "tiny.npz"
    weights.save(tiny("hypergammon", 2), {}, path)
    return path


def test_its_turns_are_lawful(file: Path) -> None:
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


def test_it_is_found_by_its_name(file: Path) -> None:
    bot = load_bot(f"nardy:rollout:{file}")
    assert isinstance(bot, RolloutBot)
    assert bot.file == file
    assert load_bot("nardy:rollout").name == "nardy:rollout"
