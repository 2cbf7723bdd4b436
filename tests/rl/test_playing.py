"""Turns at many tables: rows are rolled, played and begun anew, each in its own time."""

import numpy as np
import pytest
from tests.rl.test_environment import walk
from tests.search.lockstep import played_as

from nardy.evaluation.cube.cubes import NOBODYS
from nardy.kernel import layout as at
from nardy.kernel.scoring import FACT_FIRST
from nardy.rl import playing as rl_playing
from nardy.rl.observation import ANSWER, DIE, WHOLE
from nardy.rl.playing import PlaySettings, Turns
from nardy.search.tables import GameTables


def turns(text: str, count: int, *, die_by_die: bool = False) -> Turns:
    return Turns(
        GameTables.of(played_as(text)), count, np.random.default_rng(1), PlaySettings(die_by_die)
    )


def test_the_first_roll_is_that_of_the_roll_off() -> None:
    dice = turns("backgammon", 200).observe().dice[:, :2]
    assert (dice[:, 0] != dice[:, 1]).all()
    assert set(dice.flat) == set(range(1, 7))


def test_only_cascades_are_played_die_by_die() -> None:
    going, kinds = turns("gul-bara", 200), set[int]()
    for _ in range(12):
        seen = going.observe()
        long = (seen.dice > 0).sum(1) > 4
        assert (seen.kinds[long] == DIE).all()
        kinds |= set(seen.kinds.tolist())
        going.take(seen, np.zeros(200, np.int64))
    assert kinds == {WHOLE, DIE}


def test_a_dance_is_one_choice_that_moves_nothing() -> None:
    danced = 0
    for die_by_die in (True, False):
        going = turns("backgammon", 100, die_by_die=die_by_die)
        random = np.random.default_rng(2)
        for _ in range(60):
            seen = going.observe()
            still = ~seen.after.moves[seen.after.offsets[:-1]].any((1, 2))
            assert (seen.widths[still] == 1).all()
            assert seen.after.moves[np.repeat(~still, seen.widths)].any((1, 2)).all()
            danced += int(still.sum())
            going.take(seen, random.integers(0, seen.widths))
    assert danced > 10


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
