"""What the benchmark runs on."""

import numpy as np
from tests.effort import each
from tests.kernel.samples import checksum

from nardy.core.dice import Roll
from nardy.core.legal import begin
from nardy.core.position import OFF
from nardy.games import BACKGAMMON, GAMES
from nardy.kernel import layout as at
from nardy.kernel.arrays import all_turns, position_arrays, position_at, rules_array
from nardy.kernel.bench import random_rows, turns_rate


def rows_from(game: str, count: int, seed: int = 1):
    rules = GAMES[game]
    return random_rows(rules_array(rules), position_arrays([rules.start])[0][0], count, seed)


@each("game", GAMES)
def test_random_play_keeps_all_checkers(game: str) -> None:
    rows = rows_from(game, 1_000)
    assert rows.boards.shape == (1_000, 2, 26)
    assert (rows.boards.sum(axis=2) == GAMES[game].checkers).all()
    assert (rows.boards[:, :, OFF] < GAMES[game].checkers).all()
    assert (rows.mids[:, at.MID_DICE] >= 2).all()


def test_the_same_seed_gives_the_same_rows() -> None:
    one, same, other = (rows_from("plakoto", 600, seed) for seed in (1, 1, 2))
    assert all((a == b).all() for a, b in zip(one, same, strict=True))
    assert (one.boards != other.boards).any()


def test_rows_begin_as_turns_do() -> None:
    rows = rows_from("long-nardy", 300)
    rules = GAMES["long-nardy"]
    for k in range(0, 300, 7):
        roll = Roll.of(int(rows.dice[k, 0]), int(rows.dice[k, 1]))
        mid = begin(rules, position_at(rows.boards, rows.pins, k), roll)
        assert mid.from_head == rows.mids[k, at.MID_FROM_HEAD]


def test_a_rate_is_counted() -> None:
    laws = rules_array(BACKGAMMON)
    rate = turns_rate(laws, rows_from("backgammon", 600), repeats=3)
    assert rate.generations > 1_000
    assert rate.finals > rate.generations


def test_a_checksum_sees_every_checker_and_no_order() -> None:
    laws, rows = rules_array(BACKGAMMON), rows_from("backgammon", 200)
    finals = all_turns(laws, rows)
    before = checksum(finals)
    first, end = finals.offsets[:2]
    finals.boards[first:end] = finals.boards[first:end][::-1].copy()
    assert checksum(finals) == before
    finals.boards[first, at.PLAYER, 1] += 1
    assert checksum(finals) != before
    assert np.diff(finals.offsets).min() >= 1
