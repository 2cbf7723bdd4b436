"""Targets from several plies of games, less the luck of their rolls.

An exact target is the network's own estimate one ply later. Errors that neighbouring positions share stay in
it: looking a ply ahead made the values of GNU Backgammon's network a third truer, and those of a network
trained by exact targets alone only a seventh (docs/decisions/training.md). Here games are played a ply ahead to
their ends, and the target of a position is the return of TD(lambda) (R. Sutton 1988), with the luck of every roll
taken out, as in rollouts. That leaves 0.05 points of noise instead of 0.13 in the whole result.

The other candidates of a decision get the same correction as the turn that was played. So rivals
differ by their exact targets, which have no noise.
"""

from typing import NamedTuple

import numpy as np

from nardy.core.choices import Contact
from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.network import Floats, Positions, Value
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_at
from nardy.kernel.features import RACE
from nardy.kernel.layout import Bytes, Doubles, Flags, Ints, Pins, Rows, offsets_of
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, GOING_ON
from nardy.labels.classes import classes_of
from nardy.search.bomb import explode_where_better
from nardy.search.choose import best_of, best_turns, choose, in_order, listed_turns, play_turns
from nardy.search.every_roll import roll_weights
from nardy.search.lookahead import compared, look
from nardy.search.rollout import LookaheadCache, excess_of
from nardy.search.tables import (
    LISTED,
    QUICK_WIDTHS,
    GameTables,
    Tables,
    TurnTaken,
    chosen_rows,
    rows_of,
)
from nardy.train.candidate_pairs import CandidatePairs
from nardy.train.results import PositionFilter, is_hit_late, is_rare, phases_of, positions_of
from nardy.train.selfplay import MOST_PLIES, Lessons

LAMBDA = 0.9
"""With 0.7 the noise is half, with 1 nearly three times as large; the horizon is ten plies."""
KEPT, KEPT_RACES = 1 / 2, 1 / 8
"""Shares of the decisions that are kept: those of one game are much alike, and races have tables."""
RARE, HIT_LATE = 1 / 5, 3 / 20
"""Shares of the games that begin with positions of rare phases, and with checkers hit late."""
CLASSED = 3 / 10
"""Share of the games that begin with positions of classes, where any are named."""


class Rivals(NamedTuple):
    """Positions after rival turns, seen by the player who rolls next, with their chances a ply ahead."""

    games: Ints
    """The game of each position; those of one game are adjacent."""
    after: Tables
    chances: Doubles

    def some(self, which: Ints | Flags) -> "Rivals":
        """The positions with these indices, or where `which` is true."""
        games, after, chances = self
        return Rivals(games[which], after.part(np.arange(len(games))[which]), chances[which])


class Ply(NamedTuple):
    """One ply of games that are played side by side; chances are float64[n, outcomes], seen by the player who began."""

    games: Ints
    ahead: Doubles
    """Chances over all rolls."""
    here: Doubles
    """Chances without look-ahead."""
    rolled: Doubles
    """Chances after the roll that came, by the best turn without look-ahead."""
    targets: tuple[Rivals, Rivals]
    """Before the roll, positions that are no rivals; after it, the rivals."""


def starts_of(
    game: GameTables,
    evaluator: Evaluator,
    count: int,
    random: np.random.Generator,
    kinds: tuple[str, ...] = (),
) -> Tables:
    """So many starts; positions that usual games seldom reach are from games of self-play.

    So are those of the classes `kinds`, of each equally many if games reach it.
    """
    parts = [positions_of(is_rare, game, evaluator, int(RARE * count), random)]
    if game.rules.contact is Contact.HIT:
        parts.append(positions_of(is_hit_late, game, evaluator, int(HIT_LATE * count), random))
    for kind in kinds:
        few = int(CLASSED * count / len(kinds))
        parts.append(positions_of(_of_class(kind), game, evaluator, few, random))
    found = sum(len(part.boards) for part in parts)
    return Tables.joined([*parts, Tables.begun(game, count - found)])


def _of_class(kind: str) -> PositionFilter:
    def found(game: GameTables, boards: Bytes, pins: Pins) -> Flags:
        positions = (position_at(boards, pins, row) for row in range(len(boards)))
        return np.array([kind in classes_of(game.rules, one) for one in positions], np.bool_)

    return found


def returns(
    game: GameTables, evaluator: Evaluator, starts: Tables, random: np.random.Generator
) -> CandidatePairs:
    """Play a game a ply ahead from each start; decisions with their candidates, and positions that had none.

    Targets are chances, which may be below 0 or above 1: the luck is estimated.
    """
    game = game._replace(widths=QUICK_WIDTHS)
    tables, first = starts.part(np.arange(len(starts.boards))), starts.facts[:, FACT_FIRST].copy()
    results = np.full((len(first), len(game.points)), np.nan)  # of games without an end
    going, memory, plies = np.arange(len(first)), LookaheadCache(len(first)), list[Ply]()
    # Positions whose decision had no rivals are learned alone.
    is_alone = np.ones(len(first), np.bool_)
    for _ in range(MOST_PLIES):
        if not len(going):
            break
        part = tables.part(going)
        if game.rules.bomb:
            explode_where_better(game, part, evaluator.value)
        is_first = part.facts[:, FACT_FIRST] == first[going]
        worth = memory.by_roll(going, game, part, evaluator.value)
        ahead = np.einsum("nro,r->no", worth, roll_weights(game)).astype(np.float64)
        here = evaluator.value(Positions(part.boards, part.pins, at.PLAYER, part.facts))[0]
        rolls = random.integers(1, 7, (len(going), 2), np.int8)
        rolled = ahead + np.einsum("nr,nro->no", excess_of(game, rolls), worth)
        is_race = phases_of(game, part.boards, part.pins) == RACE
        kept = random.random(len(going)) < np.where(is_race, KEPT_RACES, KEPT)
        single = np.flatnonzero(is_alone[going] & kept)
        alone = Rivals(going[single], part.part(single), ahead[single])
        begun = rows_of(game, part, rolls)
        turn, rivals = _turns(game, part, begun, evaluator.value)
        over = turn.outcomes != GOING_ON
        ends = np.eye(len(game.points))[turn.outcomes[over]]
        results[going[over]] = _seen(ends, is_first[over])
        is_alone[going] = True
        is_alone[going[rivals.games]] = False
        rivals = rivals.some(kept[rivals.games])
        rivals = rivals._replace(games=going[rivals.games])
        ahead, here, rolled = (_seen(chances, is_first) for chances in (ahead, here, rolled))
        plies.append(Ply(going, ahead, here, rolled, (alone, rivals)))
        play_turns(game, part, begun, turn)
        tables.put(going, part)
        # A bomb may change the answers before the next roll.
        if not game.rules.bomb:
            memory.keep(going, turn.cached_lookahead)
        going = going[~over]
    return _with_targets(plies, first, results)


def _turns(game: GameTables, part: Tables, begun: Rows, value: Value) -> tuple[TurnTaken, Rivals]:
    """The turn of every game, and the rivals of those that the game goes on after; `games` are rows of `part`."""
    is_special = (begun.mids[:, at.MID_DICE] > LISTED) | (part.facts[:, FACT_LEFT] > 0)
    some, others = np.flatnonzero(~is_special), np.flatnonzero(is_special)
    if not len(some):
        nothing = Rivals(some, Tables.begun(game, 0), np.empty((0, len(game.points))))
        return choose(game, part, begun, value), nothing
    turn, rivals = _compared(game, part.part(some), chosen_rows(begun, some), value)
    if len(others):
        second = choose(game, part.part(others), chosen_rows(begun, others), value)
        turn = in_order(np.concatenate([some, others]), turn, second)
    return turn, rivals._replace(games=some[rivals.games])


def _compared(
    game: GameTables, part: Tables, begun: Rows, value: Value
) -> tuple[TurnTaken, Rivals]:
    """The best turns a ply ahead, and all candidates of decisions whose best was looked at."""
    finals, played, worth = listed_turns(game.with_filter(None), part, begun, value)
    examined = look(game, finals, worth, value, 1)
    worth = worth._replace(equities=compared(examined, finals.offsets))
    turn, best = best_turns(finals, played, worth), best_of(worth.equities, finals.offsets)
    memory = examined.cached_lookahead
    which = np.empty(0, np.int64) if memory is None else memory.which
    rows = np.searchsorted(finals.offsets, which, side="right") - 1
    fits = np.isin(best, which)[rows]
    which, rows = which[fits], rows[fits]
    after = Tables.after(game, finals.boards[which], finals.pins[which], worth.facts[which])
    chances = examined.probabilities[which].astype(np.float64)
    if memory is not None:
        turn = turn._replace(cached_lookahead=memory.taken(best))
    return turn, Rivals(rows, after, chances)


def _with_targets(plies: list[Ply], first: Bytes, results: Doubles) -> CandidatePairs:
    """The kept positions with their returns, by going back from the end."""
    # For the position after each game's turn: its return, its chances without look-ahead, and the
    # difference between its return and its chances over all rolls.
    later, plain, correction = results.copy(), results.copy(), results.copy()
    kept, targets = list[Rivals](), list[Doubles]()
    for games, ahead, here, rolled, (alone, rivals) in reversed(plies):
        for found, is_later in ((rivals, True), (alone, False)):
            if not is_later:
                after = plain[games] + LAMBDA * (later[games] - plain[games])
                later[games] = ahead + after - rolled
                correction[games] = later[games] - ahead
                plain[games] = here
            is_first = found.after.facts[:, FACT_FIRST] == first[found.games]
            kept.append(found)
            targets.append(found.chances + _seen(correction[found.games], is_first))
    games = np.concatenate([found.games for found in kept])
    wanted = np.concatenate(targets).astype(np.float32)
    # Games of different plies follow each other, and each game is in one decision of a ply.
    ply = np.repeat(np.arange(len(kept)), [len(found.games) for found in kept])
    is_new = np.ones(len(ply), np.bool_)
    is_new[1:] = (np.diff(ply) != 0) | (np.diff(games) != 0)
    ended = np.isfinite(wanted).all(1)
    group = np.cumsum(is_new)[ended]
    widths = np.unique(group, return_counts=True)[1]
    positions = Tables.joined([found.after for found in kept])
    boards, pins, facts, _ = positions.part(np.flatnonzero(ended))
    return CandidatePairs(Lessons(boards, pins, facts, wanted[ended]), offsets_of(widths))


def _seen(chances: Doubles | Floats, is_first: Flags) -> Doubles:
    """Chances of the player on roll seen by the one who began, or the other way round."""
    return np.where(is_first[:, None], chances, chances[:, ::-1]).astype(np.float64)
