"""Drawing: the same by the same seed, by class, and only what is a decision."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tests.effort import some

from nardy.bots.turns import dice_of, final_positions
from nardy.core.situation import Phase
from nardy.core.text import situation_text
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.games import GAMES
from nardy.labels.classes import class_of
from nardy.labels.drawing import Drawing, draw
from nardy.search.tables import without_cube


def drawing(game: str, *, is_decision: bool = True) -> Drawing:
    rules = GAMES[game]
    return Drawing(rules=rules, is_decision=is_decision, count=40, least=3, games=24, seed=5)


@pytest.mark.parametrize("game", some([*GAMES], 5))
def test_decisions_have_a_choice_and_their_class(game: str) -> None:
    sample = draw(drawing(game))
    assert sum(sample.shares.values()) == pytest.approx(1)
    assert {each.kind for each in sample.drawn} == set(sample.shares)
    for kind, situation in sample.drawn:
        assert situation.phase is Phase.TURN
        assert not situation.rules.cube_play
        assert class_of(situation.rules, situation.position) == kind
        dice = dice_of(situation)
        assert len(final_positions(situation.rules, situation.position, dice)) > 1


def test_positions_are_before_a_roll() -> None:
    sample = draw(drawing("plakoto", is_decision=False))
    assert {situation.phase for _, situation in sample.drawn} == {Phase.ROLL}


@pytest.mark.parametrize(("game", "starts"), [("hypergammon", 0), ("long-nardy", 24)])
def test_the_start_is_no_position_where_its_roll_cannot_be_a_double(game: str, starts: int) -> None:
    """A rollout from it would have doubles."""
    sample = draw(replace(drawing(game, is_decision=False), count=100_000))
    assert sum(one.position == one.rules.start for _, one in sample.drawn) == starts


def test_each_class_has_its_share_and_its_least() -> None:
    asked = replace(drawing("backgammon"), count=200, least=2, games=128)
    sample = draw(asked)
    found = Counter(kind for kind, _ in sample.drawn)
    assert min(found.values()) >= asked.least
    common, share = max(sample.shares.items(), key=lambda item: item[1])
    assert found[common] == pytest.approx(200 * share, rel=0.3)


def test_equal_seeds_draw_equal_moments() -> None:
    asked = drawing("long-nardy")
    first, second = draw(asked), draw(asked)
    assert first == second
    other = draw(replace(asked, seed=6))
    assert set(map(text, first.drawn)) != set(map(text, other.drawn))


def text(drawn: tuple[str, object]) -> str:
    return situation_text(drawn[1])  # type: ignore[arg-type]


def test_the_games_are_those_of_the_network_that_is_named(tmp_path: Path) -> None:
    asked, files = drawing("hypergammon"), [tmp_path / f"{seed}.npz" for seed in (1, 2)]
    for seed, file in enumerate(files):
        weights.save(Network.random(without_cube(asked.rules), 8, 8, seed), {}, file)
    one, same, other = (draw(replace(asked, file=files[n])) for n in (0, 0, 1))
    assert one == same
    drawn = [{text(each) for each in sample.drawn} for sample in (one, other, draw(asked))]
    assert drawn[0] != drawn[1]
    assert drawn[2] not in drawn[:2]
