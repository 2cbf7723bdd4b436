"""Drawing: the same by the same seed, by class, and only what is a decision."""

from collections import Counter
from dataclasses import replace

import pytest
from tests.effort import some

from nardy.bots.turns import dice_of, final_positions
from nardy.core.situation import Phase
from nardy.core.text import situation_text
from nardy.games import GAMES
from nardy.labels.classes import class_of
from nardy.labels.drawing import Drawing, draw


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
