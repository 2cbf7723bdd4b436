"""The network that comes with a game can be used, or there is a sentence that says none does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.effort import each

from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network import bundled_weights
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.network import Network, Positions
from nardy.evaluation.network.related_games import network_game
from nardy.evaluation.network.weights import WeightsError, first_sets, packed, save, unpacked
from nardy.games import BACKGAMMON, GAMES, LONG_NARDY, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.search.conversions import facts_of


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder of networks in place of nardy's own."""
    for module in ("bundled_weights", "related_games"):
        place = f"nardy.evaluation.network.{module}.weights_file"
        monkeypatch.setattr(place, lambda game: tmp_path / f"{game}.npz")
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    bundled.cache_clear()
    bundled_weights._of_game.cache_clear()  # noqa: SLF001


@each("rules", GAMES.values())
def test_a_game_has_a_network_that_can_be_used_or_none(rules: Rules) -> None:
    known = network_game(rules)
    if known is None:
        with pytest.raises(WeightsError, match=f"expected a network for {rules.id}, .*nardy train"):
            bundled(rules)
        return
    network, manifest = bundled(rules)
    assert manifest["game"] == known.id
    facts = facts_of(Situation(rules=rules, position=rules.start))[None]
    chances, equities = network.value(Positions(*position_arrays([rules.start]), at.PLAYER, facts))
    assert chances.sum() == pytest.approx(1, abs=1e-5)
    # Who moves first is ahead in no game by much.
    assert abs(equities[0]) < 0.8


def test_the_readings_of_a_game_share_its_network(data: Path) -> None:
    saved = Network.random(LONG_NARDY, 4, 3, 1)
    save(saved, {"note": "tiny"}, data / "long-nardy.npz")
    reading = find_game("long-nardy@amateur")
    network, manifest = bundled(reading)
    assert network.rules == LONG_NARDY
    assert manifest["note"] == "tiny"
    assert (
        network.flat == unpacked(packed(saved.flat, first_sets(saved)), first_sets(saved))
    ).all()
    with pytest.raises(WeightsError, match="a network for backgammon, and none comes"):
        bundled(BACKGAMMON)


def test_a_spoiled_network_of_our_own_is_named(data: Path) -> None:
    (data / "backgammon.npz").write_bytes(b"spoiled")
    with pytest.raises(WeightsError, match=r"nardy's own backgammon\.npz"):
        bundled(BACKGAMMON)


def test_a_game_of_ones_own_has_its_relatives() -> None:
    own = BACKGAMMON.replace(id="courtyard", stakes=(1, 2))
    assert bundled(own)[0].rules == BACKGAMMON
    little = BACKGAMMON.replace(id="little", start=Position.of({24: 5}, {24: 5}))
    with pytest.raises(WeightsError, match=r"none comes with nardy; train one .* --file"):
        bundled(little)


def test_variants_and_relatives_share_one_network_in_memory() -> None:
    one = bundled(BACKGAMMON)[0]
    for text in ("backgammon,jacoby=off", "backgammon,cube_cap=8"):
        assert bundled(find_game(text))[0] is one
    assert bundled(BACKGAMMON.replace(id="courtyard", stakes=(1, 2)))[0] is one
