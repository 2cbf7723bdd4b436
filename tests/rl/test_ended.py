"""Games that have ended: how they stood, for learners that go on thinking of those cut short."""

import numpy as np
import pytest
from tests.rl.test_environment import walk

from nardy.evaluation.cube.cubes import NOBODYS
from nardy.kernel import layout as at
from nardy.kernel.scoring import FACT_FIRST
from nardy.rl import playing as rl_playing
from nardy.rl.observation import ANSWER


@pytest.mark.parametrize("die_by_die", [False, True])
def test_a_game_that_was_cut_is_told_as_it_stood(
    monkeypatch: pytest.MonkeyPatch, *, die_by_die: bool
) -> None:
    """Seen by who would roll next, as all that a network values."""
    monkeypatch.setattr(rl_playing, "MOST_TURNS", 5)
    cut = 0
    for seen, actions, step in walk("plakoto", 3, 30, die_by_die=die_by_die):
        ended, last, chosen = (
            step.info["ended"],
            step.info["last"],
            seen.after.offsets[:-1] + actions,
        )
        assert sorted(ended) == np.flatnonzero(step.truncated).tolist()
        boards, pins, seat, facts = step.info["final"]
        assert seat == at.PLAYER
        assert (boards == seen.boards[chosen[ended]]).all()
        assert (pins == seen.positions.pins[chosen[ended]]).all()
        assert (facts == seen.facts[chosen[ended]]).all()
        assert (last.players == 1 - seen.players[ended]).all()
        assert (last.tables.boards == boards).all()
        assert last.widths.tolist() == [0] * len(ended)
        assert len(last.features) == len(last.scores) == 0
        assert last.cubes is None
        cut += len(ended)
    assert cut


def test_a_game_that_was_passed_is_seen_by_who_doubled() -> None:
    passed = over = 0
    for seen, actions, step in walk("sudden-death", 12, 120, cube=True):
        assert seen.cubes is not None
        last = step.info["last"]
        assert len(last.cubes.values) == len(step.info["ended"])
        for number, row in enumerate(step.info["ended"].tolist()):
            assert step.terminated[row]
            assert last.cubes.values[number] == seen.cubes.values[row]
            assert last.cubes.owners[number] == seen.cubes.owners[row]
            over += 1
            if seen.kinds[row] == ANSWER and actions[row]:
                assert last.players[number] == 1 - seen.players[row]
                assert (last.tables.boards[number] == seen.tables.boards[row, ::-1]).all()
                owner = last.cubes.owners[number]
                assert owner in (NOBODYS, last.tables.facts[number, FACT_FIRST])
                passed += 1
    assert 0 < passed < over


def test_where_no_game_has_ended_nothing_is_told_of_any() -> None:
    for _, _, step in walk("backgammon", 2, 3):
        assert len(step.info["ended"]) == len(step.info["final"].boards) == 0
        assert step.info["last"].players.tolist() == []
