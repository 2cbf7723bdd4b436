"""The environment as one of Gymnasium's: with Gymnasium where it is installed, else with a stand-in."""

import sys
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from tests.effort import some

from nardy.core.rules import Rules
from nardy.errors import MissingExtraError
from nardy.games import BACKGAMMON, HYPERGAMMON, PLAKOTO
from nardy.rl import playing as rl_playing
from nardy.rl.spaces import spaces_of
from nardy.rl.vector_env import vector_env


def stand_in() -> dict[str, ModuleType]:
    """As much of Gymnasium as the adapter asks for."""
    spaces = ModuleType("gymnasium.spaces")
    spaces.Box = lambda low, high, shape, dtype: SimpleNamespace(shape=shape)  # type: ignore[attr-defined]
    spaces.Dict = lambda parts: SimpleNamespace(spaces=parts)  # type: ignore[attr-defined]
    spaces.Discrete = lambda n: SimpleNamespace(n=n)  # type: ignore[attr-defined]
    vector = ModuleType("gymnasium.vector")
    vector.VectorEnv = object  # type: ignore[attr-defined]
    vector.AutoresetMode = SimpleNamespace(SAME_STEP="SameStep")  # type: ignore[attr-defined]
    shapes = ModuleType("gymnasium.vector.utils")
    shapes.batch_space = lambda space, count: (space, count)  # type: ignore[attr-defined]
    whole = ModuleType("gymnasium")
    whole.spaces, whole.vector = spaces, vector  # type: ignore[attr-defined]
    names = ("", ".spaces", ".vector", ".vector.utils")
    return {
        f"gymnasium{name}": module
        for name, module in zip(names, (whole, spaces, vector, shapes), strict=True)
    }


@pytest.fixture
def _gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gymnasium itself, or the stand-in."""
    if find_spec("gymnasium") is None:
        for name, module in stand_in().items():
            monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("_gymnasium")
@pytest.mark.parametrize(("rules", "cube"), [(PLAKOTO, False), (PLAKOTO, True), (BACKGAMMON, True)])
def test_it_follows_gymnasiums_conventions(rules: Rules, cube: bool) -> None:
    environment = vector_env(rules, 3, cube=cube)
    seen, info = environment.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(20):
        assert info["players"].shape == (3,)
        assert info["_players"].tolist() == [True] * 3
        assert set(seen) == set(environment.single_observation_space.spaces)
        for name, space in environment.single_observation_space.spaces.items():
            assert seen[name].shape == (3, *space.shape)
        actions = random.integers(0, seen["mask"].sum(1))
        seen, rewards, terminated, truncated, info = environment.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
    assert environment.single_action_space.n == 52


@pytest.mark.usefixtures("_gymnasium")
@pytest.mark.parametrize(
    ("rules", "cube"), some([(HYPERGAMMON, True), (HYPERGAMMON, False), (PLAKOTO, False)], 1)
)
@pytest.mark.parametrize("cut", [False, True])
def test_a_game_that_has_ended_is_told_as_it_stood(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, *, cube: bool, cut: bool
) -> None:
    """In Gymnasium's words for games that begin anew in the same step."""
    if cut:
        monkeypatch.setattr(rl_playing, "MOST_TURNS", 9)
    environment = vector_env(rules, 3, cube=cube)
    spaces = spaces_of(environment.environment.game, 52, cube=cube)
    random, told = np.random.default_rng(1), 0
    seen, info = environment.reset(seed=1)
    for _ in range(150 if cut else 700):
        before, acted = seen, info["players"]
        actions = random.integers(0, seen["mask"].sum(1))
        seen, _, terminated, truncated, info = environment.step(actions)
        over = terminated | truncated
        assert ("final_obs" in info) == ("final_info" in info) == over.any()
        if not over.any():
            continue
        assert (info["_final_obs"] == over).all()
        assert (info["_final_info"] == over).all()
        assert (info["final_info"]["_players"] == over).all()
        assert info["final_obs"].shape == (3,)
        for row in range(3):
            final = info["final_obs"][row]
            if not over[row]:
                assert final is None
                continue
            assert set(final) == set(spaces)
            assert all(spaces[name].contains(array) for name, array in final.items())
            assert not final["mask"].any()
            assert (final["board"] == before["after"][row, actions[row]]).all()
            # Nothing is left over in these games: the other player would act.
            assert info["final_info"]["players"][row] == 1 - acted[row]
            told += 1
    assert told


@pytest.mark.usefixtures("_gymnasium")
def test_it_is_seeded_once() -> None:
    boards = []
    for _ in range(2):
        environment = vector_env(PLAKOTO, 30)
        environment.reset(seed=7)
        boards.append(environment.reset()[0]["dice"].tolist())
    assert boards[0] == boards[1]
    assert environment.reset(seed=7)[0]["dice"].tolist() != boards[0]


def test_without_gymnasium_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(
        MissingExtraError, match=r"install gymnasium, or use nardy\.rl\.Environment"
    ):
        vector_env(PLAKOTO)
