"""Rollouts of a position or of its best turns, with standard errors."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from nardy.analysis.decisions import probabilities_of, require_some, turn_of
from nardy.analysis.rolled_cubes import (
    Figure,
    RolledCube,
    decision_of,
    end_worth,
    has_cube,
    match_chance_of,
    may_double_first,
    rollout_cube_of,
)
from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot
from nardy.core.refusal import require_phase
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Result, Situation
from nardy.core.turn import Turn
from nardy.evaluation.network.network import Value
from nardy.search.conversions import tables_of
from nardy.search.rollout import (
    GROUP,
    Doubles,
    Estimates,
    Rollout,
    RolloutPlan,
    mean_and_error,
    play_groups,
    roll_out,
    roll_out_on,
)
from nardy.search.tables import GameTables, Tables, without_cube

TellDone = Callable[[int], None]
NO_CUBE: Doubles = np.empty((2, GROUP, 0, 0))


@dataclass(frozen=True, slots=True)
class RolledOut:
    """The rolled-out value of a position or a turn for the player who must act."""

    turn: Turn | None
    """None: the position before a roll."""
    after: Situation
    equity: Figure
    """Cubeless equity in points."""
    cubeful: Figure | None
    """In units of the present cube; in a match a single is 1. None: played without a cube."""
    behind: Figure
    """Gap to the best turn, cubeful if played with a cube; its error is smaller than those of both
    values, because the dice are the same."""
    chances: dict[str, Figure] = field(hash=False)
    """By name, with larger wins counted among the smaller, as in `nardy evaluate`."""
    trials: int
    match_chance: Figure | None = None
    cube: RolledCube | None = None
    """Where the player may double now."""


def rollout_position(
    situation: Situation, bot: NeuralBot, plan: RolloutPlan, report: TellDone | None = None
) -> RolledOut:
    """Roll out a position for the player who is about to roll or double.

    Raises:
        IllegalActError: the moment is not before a roll.
    """
    require_phase(situation, Phase.ROLL, "roll out a position before the roll")
    both = has_cube(situation, plan) and may_double_first(situation)
    found = _roll_out((situation,), bot, plan, report, both=both)
    first = found._replace(chances=found.chances[:, :, :1], with_cube=found.with_cube[:, :, :1, :1])
    results = _results(situation, first, [(None, situation)])[0]
    if not both:
        return results
    histories = found.with_cube.reshape(*found.with_cube.shape[:2], 2)
    cube = decision_of(situation, histories)
    chance = match_chance_of(situation, cube.cubeful)
    return replace(results, cubeful=cube.cubeful, match_chance=chance, cube=cube)


def rollout_turns(
    situation: Situation,
    bot: NeuralBot,
    plan: RolloutPlan,
    most: int = 5,
    report: TellDone | None = None,
) -> list[RolledOut]:
    """Roll out the bot's best turns; the results best first.

    Raises:
        IllegalActError: no turn is due.
        NardyError: `most` is less than 1.
    """
    require_some(most)
    require_phase(situation, Phase.TURN, "roll out turns")
    turns = [turn_of(situation, candidate) for candidate in bot.rank(situation, most)]
    return rollout_these(situation, turns, bot, plan, report)


def rollout_these(  # noqa: PLR0913 (what, by whom, how, until when)
    situation: Situation,
    turns: list[tuple[Turn, Situation]],
    bot: NeuralBot,
    plan: RolloutPlan,
    report: TellDone | None = None,
    *,
    enough: Callable[[list[RolledOut]], bool] | None = None,
) -> list[RolledOut]:
    """Roll out the positions after these turns; the results best first.

    `enough` is asked now and then whether the results so far, best first, will do.
    """
    going = tuple(after for _, after in turns if after.result is None)
    afters = [after for _, after in turns]
    cubed = has_cube(situation, plan)
    game, _ = _game_and_value(situation.rules, bot)

    def ranked(found: Rollout) -> list[RolledOut]:
        seen = _seen_by_mover(game, situation, afters, found, cubed=cubed)
        results = _results(situation, seen, turns)
        return sorted(results, key=lambda rolled: -(rolled.cubeful or rolled.equity)[0])

    if not going:
        return ranked(
            Rollout(np.empty((2, GROUP, 0, len(game.points))), np.array(game.points), NO_CUBE)
        )
    if enough is not None:

        def is_enough(found: Rollout) -> bool:
            return enough(ranked(found))

        plan = replace(plan, enough=is_enough)
    return ranked(_roll_out(going, bot, plan, report))


def _roll_out(
    situations: tuple[Situation, ...],
    bot: NeuralBot,
    plan: RolloutPlan,
    report: TellDone | None,
    *,
    both: bool = False,
) -> Rollout:
    """Roll out positions of one game, by threads of this process or by the plan's workers."""
    game, tables, value, full = _set_up(situations, bot, plan, both=both)
    if plan.workers is None or plan.workers.shares_memory:
        return roll_out(game, tables, value, full, report)
    named = NamedBot.of(bot, situations[0].rules)
    work = RolloutWork(situations, both, named, replace(plan, workers=None, enough=None))
    return roll_out_on(plan.workers, work, plan, len(tables.boards), report)


def _set_up(
    situations: tuple[Situation, ...], bot: NeuralBot, plan: RolloutPlan, *, both: bool
) -> tuple[GameTables, Tables, Value, RolloutPlan]:
    game, value = _game_and_value(situations[0].rules, bot)
    tables = tables_of(game, list(situations))
    if not has_cube(situations[0], plan):
        return game, tables, value, plan
    cube = rollout_cube_of(situations[0], count=len(situations), both=both)
    if both:
        # In a match turns depend on the cube, so each history needs games of its own.
        tables = tables.part(np.zeros(len(cube.cubes[0].values), np.int64))
    return game, tables, value, replace(plan, rollout_cube=cube)


@dataclass(frozen=True)
class RolloutWork:
    """A rollout as small values, for workers elsewhere: they load the network by its name."""

    situations: tuple[Situation, ...]
    both: bool
    bot: NamedBot
    plan: RolloutPlan

    def __call__(self, groups: range) -> Rollout:
        """Play these groups of trials."""
        game, tables, value, plan = _prepared(self)
        return play_groups(game, tables, plan, value, groups)


@lru_cache(maxsize=4)
def _prepared(work: RolloutWork) -> tuple[GameTables, Tables, Value, RolloutPlan]:
    """What all chunks of a rollout share, made once in each process."""
    bot = work.bot.load(work.situations[0].rules)
    return _set_up(work.situations, bot, work.plan, both=work.both)


def _game_and_value(rules: Rules, bot: NeuralBot) -> tuple[GameTables, Value]:
    """The game without a cube, which rollouts turn themselves, and the values of positions."""
    game = GameTables.of(without_cube(rules))
    return game.with_filter(bot.network(rules).move_filter), bot.evaluator(rules).value


def _seen_by_mover(
    game: GameTables, before: Situation, afters: list[Situation], found: Rollout, *, cubed: bool
) -> Rollout:
    """The results of every turn for the mover, exact where the turn ends the game."""
    trials = found.chances.shape[:2]
    chances: list[Doubles] = []
    with_cube: list[Doubles] = []
    rolled = iter(range(found.chances.shape[2]))
    for after in afters:
        if after.result is not None:
            exact = _exact(game, before, after.result)
            chances.append(np.broadcast_to(exact, (*trials, len(exact))))
            worth = end_worth(before, exact) if cubed else np.empty(0)
            with_cube.append(np.broadcast_to(worth, (*trials, len(worth))))
            continue
        number, again = next(rolled), after.to_act is before.to_act
        column = found.chances[:, :, number]
        chances.append(column if again else column[..., ::-1])
        column = found.with_cube[:, :, number]
        with_cube.append(column if again else -column)
    return found._replace(chances=np.stack(chances, 2), with_cube=np.stack(with_cube, 2))


def _exact(game: GameTables, before: Situation, result: Result) -> Doubles:
    sign = {before.to_act: 1, None: 0}.get(result.winner, -1)
    distance = abs(np.array(game.points) - sign * result.points)
    return np.eye(len(game.points))[distance.argmin()]


def _results(
    situation: Situation,
    found: Rollout,
    turns: list[tuple[Turn, Situation]] | list[tuple[None, Situation]],
) -> list[RolledOut]:
    equities = found.chances @ found.points
    cubed = bool(found.with_cube.shape[3])
    compared = found.with_cube[..., 0] if cubed else equities
    best = int(compared.mean((0, 1)).argmax())
    gaps = mean_and_error(compared[..., [best]] - compared)
    names, matrix = _named(situation.rules, len(found.points))
    chances = mean_and_error(found.chances @ matrix)
    plain, with_cube = mean_and_error(equities), mean_and_error(compared)
    results: list[RolledOut] = []
    for n, (turn, after) in enumerate(turns):
        exact = after.result is not None
        equity = _figure(plain, n, exact=exact)
        cubeful = _figure(with_cube, n, exact=exact) if cubed else None
        named = {name: _figure(chances, (n, c), exact=exact) for c, name in enumerate(names)}
        trials, in_match = 0 if exact else found.trials, match_chance_of(situation, cubeful)
        behind = _figure(gaps, n)
        results.append(RolledOut(turn, after, equity, cubeful, behind, named, trials, in_match))
    return results


def _figure(found: Estimates, place: int | tuple[int, int], *, exact: bool = False) -> Figure:
    return float(found.means[place]), 0.0 if exact else float(found.errors[place])


def _named(rules: Rules, outcomes: int) -> tuple[list[str], Doubles]:
    """The names of the chances, and the share of each outcome in each: float64[outcomes, names]."""
    results = [probabilities_of(rules, row).as_dict() for row in np.eye(outcomes, dtype=np.float32)]
    return list(results[0]), np.array([list(chances.values()) for chances in results])
