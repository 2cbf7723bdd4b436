"""What is learned from a game: its positions, and what they turned out to be worth."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
from tests.effort import each, some, tries
from tests.search.lockstep import READINGS, played_as, tiny

from nardy.evaluation.network.network import Positions
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.layout import join_rows, pick_rows
from nardy.kernel.scoring import FACT_FIRST
from nardy.search.tables import GameTables
from nardy.train import selfplay
from nardy.train.selfplay import Lessons, SelfPlay

TURNS = tries(60, 160, 160)
PLAIN = [text for text, rules in GAMES.items() if not rules.bomb and rules.leftover == "lost"]
"""Where what is valued after a turn is what the next player finds."""


def finished(text: str, games: int, *, keep: float = 0.7, seed: int = 1) -> list[Lessons]:
    """The lessons of the first games that end."""
    play, found = SelfPlay(GameTables.of(played_as(text)), 8, seed), list[Lessons]()
    while len(found) < games:
        found += play.step(tiny(text), keep)
    return found


class Watched(NamedTuple):
    """Self-play, and the games that ended: so many turns were counted in each, and its lessons."""

    play: SelfPlay
    games: list[tuple[int, Lessons]]
    unfinished: int
    """Turns of the games that go on."""
    steps: int


@lru_cache
def watched(text: str) -> Watched:
    play, games = SelfPlay(GameTables.of(played_as(text)), 6, 1), list[tuple[int, Lessons]]()
    lengths = np.zeros(6, np.int64)
    steps = 0
    # A game of nobody who knows anything may be long: one at least has to end.
    while steps < TURNS or not play.games:
        steps += 1
        lessons = play.step(tiny(text), 0.7)
        lengths += 1
        over = np.flatnonzero(play.plies == 0)
        games += zip(lengths[over].tolist(), lessons, strict=True)
        lengths[over] = 0
    return Watched(play, games, int(lengths.sum()), steps)


@each("text", some(READINGS, 10))
def test_a_game_is_as_many_lessons_as_it_had_turns(text: str) -> None:
    play, games, unfinished, steps = watched(text)
    assert [lesson.size for _, lesson in games] == [length for length, _ in games]
    assert play.games == len(games) > 0
    assert play.turns == 6 * steps == sum(length for length, _ in games) + unfinished
    assert play.evaluations >= play.turns


@each("text", some(READINGS, 10))
def test_targets_are_chances_and_the_last_is_the_outcome(text: str) -> None:
    for _, lesson in watched(text).games:
        assert lesson.targets.min() >= 0
        assert lesson.targets.sum(1) == pytest.approx(1, abs=1e-5)
        assert sorted(lesson.targets[-1].tolist())[-2:] == [0, 1]


@each("text", some(READINGS, 10))
def test_a_game_begins_at_the_start_and_keeps_its_checkers(text: str) -> None:
    game = GameTables.of(played_as(text))
    for _, lesson in watched(text).games:
        assert lesson.facts[0, FACT_FIRST] == 1
        assert (lesson.boards.sum(2) == game.rules.checkers).all()
        if not game.rules.bomb:
            assert lesson.boards[0].tolist() == game.board.tolist()


@each("text", some(READINGS, 10))
def test_results_are_seen_by_the_player_who_began(text: str) -> None:
    play, games, *_ = watched(text)
    outcomes = [
        lesson.targets[-1] if lesson.facts[-1, FACT_FIRST] else lesson.targets[-1][::-1]
        for _, lesson in games
    ]
    assert play.results.tolist() == np.sum(outcomes, axis=0).tolist()
    assert play.results.sum() == play.games


@pytest.mark.parametrize("text", ["backgammon", "mad-gulbar", "long-nardy,last_throw=half"])
def test_with_lambda_1_every_target_is_the_outcome(text: str) -> None:
    for lesson in finished(text, 4, keep=1):
        firsts = lesson.facts[:, FACT_FIRST]
        for target, first in zip(lesson.targets, firsts, strict=True):
            seen = lesson.targets[-1] if first == firsts[-1] else lesson.targets[-1][::-1]
            assert target.tolist() == seen.tolist()


@each("text", PLAIN)
def test_with_lambda_0_a_target_is_the_thought_one_turn_later(text: str) -> None:
    for lesson in finished(text, 3, keep=0):
        positions = Positions(lesson.boards, lesson.pins, at.PLAYER, lesson.facts)
        estimates, _ = tiny(text).value(positions)
        assert lesson.targets[:-1] == pytest.approx(estimates[1:, ::-1], abs=1e-5)


@pytest.mark.parametrize("text", ["hypergammon", "mad-gulbar", "nuclear"])
def test_lambda_mixes_the_thought_with_the_next_target(text: str) -> None:
    """The same seed and network play the same games, whatever is learned from them."""
    for thought, mixed in zip(finished(text, 4, keep=0), finished(text, 4), strict=True):
        firsts = mixed.facts[:, FACT_FIRST].tolist()
        for turn, (first, following) in enumerate(pairwise(firsts)):
            later = mixed.targets[turn + 1]
            seen = later if first == following else later[::-1]
            expected = 0.3 * thought.targets[turn] + 0.7 * seen
            assert mixed.targets[turn] == pytest.approx(expected, abs=1e-5)


def test_the_same_seed_plays_the_same_games() -> None:
    one, same, other = (join_rows(finished("plakoto", 8, seed=seed)) for seed in (3, 3, 4))
    for array, again in zip(one, same, strict=True):
        assert array.tolist() == again.tolist()
    assert one.boards.tolist() != other.boards.tolist()


def test_a_game_that_does_not_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the network thinks of the last position stands for the outcome; nothing is counted."""
    monkeypatch.setattr(selfplay, "MOST_PLIES", 5)
    play = SelfPlay(GameTables.of(GAMES["backgammon"]), 3, 1)
    steps = [play.step(tiny("backgammon"), 0.7) for _ in range(10)]
    assert [len(lessons) for lessons in steps] == [0, 0, 0, 0, 3] * 2
    for lesson in steps[4] + steps[9]:
        assert lesson.size == 5
        assert lesson.targets.sum(1) == pytest.approx(1, abs=1e-5)
        assert 0 < lesson.targets[-1].max() < 1
    assert play.games == 6
    assert play.results.sum() == 0


def test_lessons_are_copies_and_can_be_taken_in_parts() -> None:
    play = SelfPlay(GameTables.of(GAMES["hypergammon"]), 4, 1)
    lessons = list[Lessons]()
    while not lessons:
        lessons += play.step(tiny("hypergammon"), 0.7)
    before = [array.tolist() for array in lessons[0]]
    for _ in range(60):
        play.step(tiny("hypergammon"), 0.7)
    assert [array.tolist() for array in lessons[0]] == before
    twice = join_rows([lessons[0], lessons[0]])
    assert twice.size == 2 * lessons[0].size
    back = pick_rows(twice, slice(lessons[0].size, None))
    assert [array.tolist() for array in back] == before
    assert pick_rows(twice, np.array([2, 0])).targets[1].tolist() == before[3][0]
