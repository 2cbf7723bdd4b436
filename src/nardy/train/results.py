"""How games of a network end, less the luck of their rolls.

Exact targets come from the network's own estimates one ply later. An error that all positions of a long
phase share hardly shrinks by them: back games were valued at -0.561 points for their player, and by the play
of the same network they scored -0.532 (docs/decisions/training.md). So finished networks play games to
the end. A quarter of them begin with positions of the rare phases, which usual games seldom reach, and a
quarter with checkers hit late. The luck of the rolls is taken out of the results, as in rollouts.

Games are played a ply ahead, except those from rare phases. A position in which a checker was hit after twelve were off
was won in 31 % of the games without look-ahead, and in 43 % a ply ahead: results would teach the faults of
turns. Back games come out 0.026 points better for their player where both look ahead.
"""

from collections.abc import Callable

import numpy as np

from nardy.core.choices import Contact
from nardy.core.position import HOME
from nardy.evaluation.cube.match_value import Evaluator
from nardy.kernel import layout as at
from nardy.kernel.features import FEATURES_SIZE, FEWER_PHASES, RACE, features_batch
from nardy.kernel.layout import Bytes, Doubles, Flags, Ints, Pins, join_rows, pick_rows
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import choose, play_turns
from nardy.search.lookahead import choose_ahead
from nardy.search.rollout import LookaheadCache, excess_of
from nardy.search.tables import QUICK_WIDTHS, GameTables, Tables, rows_of
from nardy.train.selfplay import MOST_PLIES, EndlessGames, Lessons

CHUNK = 1_500
"""Games in lockstep."""
GAMES_A_START = 20
"""Games of self-play for each start at most, where rare phases are hardly ever reached."""
TABLES = 500
"""Games of self-play in which starts are looked for at a time."""
KEPT, KEPT_RARE = 1 / 8, 1 / 2
"""Shares of the positions that are kept, of usual and of rare ones: those of one game are much alike."""
PositionFilter = Callable[[GameTables, Bytes, Pins], Flags]
"""Which positions are of a kind: bool[n] by boards and pins."""


def results(
    game: GameTables, evaluator: Evaluator, games: int, random: np.random.Generator
) -> Lessons:
    """Play so many games; some of their positions, with the results less the luck after them.

    There are fewer games where rare phases are hardly ever reached.
    """
    rare = positions_of(is_rare, game, evaluator, games // 4, random)
    # Where nothing is hit, games would be searched in vain.
    wanted = games // 4 if game.rules.contact is Contact.HIT else 0
    late = positions_of(is_hit_late, game, evaluator, wanted, random)
    usual = Tables.begun(game, games - games // 4 - len(late.boards))
    return join_rows(
        [
            results_of(game, evaluator, starts.part(every[low : low + CHUNK]), random, ahead)
            for starts, ahead in ((rare, 0), (Tables.joined([late, usual]), 1))
            for every in [random.permutation(len(starts.boards))]
            for low in range(0, len(every), CHUNK)
        ]
    )


def positions_of(
    kind: PositionFilter,
    game: GameTables,
    evaluator: Evaluator,
    count: int,
    random: np.random.Generator,
) -> Tables:
    """So many positions of a kind before a roll, or fewer, from games of self-play."""
    games = EndlessGames(game, min(TABLES, count), random)
    parts, found = list[Tables](), 0
    while found < count and games.games < GAMES_A_START * count:
        rows = games.roll(evaluator.value)
        some = np.flatnonzero(kind(game, games.tables.boards, games.tables.pins))
        parts.append(games.tables.part(some[: count - found]))
        found += len(parts[-1].boards)
        turn = choose(game, games.tables, rows, evaluator.value)
        games.restart(games.advance(rows, turn))
    return Tables.joined(parts) if found else Tables.begun(game, 0)


def results_of(
    game: GameTables,
    evaluator: Evaluator,
    starts: Tables,
    random: np.random.Generator,
    ahead: int,
) -> Lessons:
    """Play a game from each start; some of its positions, with the results less the luck after them.

    Turns are chosen with `ahead` plies of look-ahead. With any, positions of rare phases are left out;
    without, late hits. The targets are unbiased, but may be below 0 or above 1: the luck is estimated.
    """
    game = game._replace(widths=QUICK_WIDTHS)
    tables, first = starts.part(np.arange(len(starts.boards))), starts.facts[:, FACT_FIRST].copy()
    gained = np.zeros((len(first), len(game.points)))
    going, met = np.arange(len(first)), list[tuple[Ints, Tables, Doubles]]()
    memory = LookaheadCache(len(first))
    for _ in range(MOST_PLIES):
        if not len(going):
            break
        part = tables.part(going)
        if game.rules.bomb:
            explode_where_better(game, part, evaluator.value)
        is_first = tables.facts[going, FACT_FIRST] == first[going]
        kept = np.flatnonzero(random.random(len(going)) < _shares(game, part, ahead))
        met.append((going[kept], part.part(kept), gained[going[kept]]))
        rolls = random.integers(1, 7, (len(going), 2), np.int8)
        worth = memory.by_roll(going, game, part, evaluator.value)
        luck = np.einsum("nr,nro->no", excess_of(game, rolls), worth)
        gained[going] -= np.where(is_first[:, None], luck, luck[:, ::-1])
        begun = rows_of(game, part, rolls)
        turn = choose_ahead(game, part, begun, evaluator.value, ahead)
        over = turn.outcomes != GOING_ON
        ends = np.eye(len(game.points))[turn.outcomes[over]]
        gained[going[over]] += np.where(is_first[over, None], ends, ends[:, ::-1])
        play_turns(game, part, begun, turn)
        tables.put(going, part)
        # A bomb may change the answers before the next roll.
        if not game.rules.bomb:
            memory.keep(going, turn.cached_lookahead)
        going = going[~over]
    ended = np.ones(len(first), np.bool_)
    ended[going] = False
    return _lessons(met, gained, first, ended)


def _shares(game: GameTables, tables: Tables, ahead: int) -> Doubles:
    """Which share of the positions to keep: float64[n]."""
    boards, pins = tables.boards, tables.pins
    # Without look-ahead late hits are played too badly to be learned from.
    shares = np.where(is_hit_late(game, boards, pins), KEPT_RARE if ahead else 0.0, KEPT)
    shares[is_rare(game, boards, pins)] = 0.0 if ahead else KEPT_RARE
    return shares


def _lessons(
    met: list[tuple[Ints, Tables, Doubles]], gained: Doubles, first: Bytes, ended: Flags
) -> Lessons:
    who = np.concatenate([rows for rows, _, _ in met])
    facts = np.concatenate([part.facts for _, part, _ in met])
    after = gained[who] - np.concatenate([before for _, _, before in met])
    is_first = facts[:, FACT_FIRST] == first[who]
    lessons = Lessons(
        np.concatenate([part.boards for _, part, _ in met]),
        np.concatenate([part.pins for _, part, _ in met]),
        facts,
        np.where(is_first[:, None], after, after[:, ::-1]).astype(np.float32),
    )
    return pick_rows(lessons, np.flatnonzero(ended[who]))


def is_rare(game: GameTables, boards: Bytes, pins: Pins) -> Flags:
    """bool[n]: positions whose phase is a rare one."""
    return phases_of(game, boards, pins) >= FEWER_PHASES


def is_hit_late(game: GameTables, boards: Bytes, pins: Pins) -> Flags:
    """bool[n]: positions where a side that has borne off has checkers on the bar or outside its home.

    There are none in games without hits.
    """
    if game.rules.contact is not Contact.HIT:
        return np.zeros(len(boards), np.bool_)
    hit = (boards[:, :, at.OFF] > 0) & (boards[:, :, HOME.stop :] > 0).any(2)
    return hit.any(1) & (phases_of(game, boards, pins) != RACE)


def phases_of(game: GameTables, boards: Bytes, pins: Pins) -> Bytes:
    """int8[n]: the phase of each position before a roll."""
    phases = np.empty(len(boards), np.int8)
    features = np.empty((len(boards), FEATURES_SIZE), np.float32)
    features_batch(game.laws, (boards, pins, at.PLAYER), features, phases)
    return phases
