"""Rollouts of a moment: what its position is worth, or its best turns, with standard errors."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nardy.analysis.decisions import probabilities_of
from nardy.bots.neural import NeuralBot, Seen
from nardy.bots.turns import dice_of
from nardy.core.acts import end_turn
from nardy.core.canonical import canonical_turn
from nardy.core.legal import begin
from nardy.core.refusal import require_phase
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Result, Situation
from nardy.core.turn import Turn
from nardy.evaluation.fitted import Value, fitted
from nardy.search.bridge import table_of, tables_of
from nardy.search.rollout import GROUP, Doubles, Plan, Rollout, mean_and_error, roll_out
from nardy.search.tables import Game

Report = Callable[[int], None]
Figure = tuple[float, float]
"""A mean and its standard error."""


@dataclass(frozen=True, slots=True)
class RolledOut:
    """What a position or a turn is worth to the player who must act, by rollout."""

    turn: Turn | None
    """None: the position before a roll."""
    after: Situation
    equity: Figure
    """Points of the game without a cube."""
    behind: Figure
    """How much better the best turn is; its error is less than that of the two, the dice being
    the same."""
    chances: dict[str, Figure]
    """By name, larger wins counted in the smaller ones, as `nardy evaluate` tells them."""
    trials: int


def rollout_position(
    situation: Situation, bot: NeuralBot, plan: Plan, report: Report | None = None
) -> RolledOut:
    """What a position before a roll is worth to the player who rolls.

    Raises:
        IllegalActError: a roll is not what is awaited.
    """
    require_phase(situation, Phase.ROLL, "roll out a position before the roll")
    game = _game(situation.rules)
    value = _value(bot, situation.rules)
    found = roll_out(game, table_of(game, situation), value, plan, report)
    return _told(situation.rules, found, [(None, situation)])[0]


def rollout_turns(
    situation: Situation,
    bot: NeuralBot,
    plan: Plan,
    most: int = 5,
    report: Report | None = None,
) -> list[RolledOut]:
    """The turns that the bot likes best, rolled out, best first.

    Raises:
        IllegalActError: no turn is due.
    """
    require_phase(situation, Phase.TURN, "roll out turns")
    game = _game(situation.rules)
    value = _value(bot, situation.rules)
    turns = [_turn(situation, seen) for seen in bot.rank(situation)[:most]]
    going = [after for _, after in turns if after.result is None]
    chances = np.empty((2, GROUP, 0, len(game.points)))
    if going:
        tables = tables_of(game, going)
        chances = roll_out(game, tables, value, plan, report).chances
    seen_by_mover = _with_results(game, situation, [after for _, after in turns], chances)
    told = _told(situation.rules, Rollout(seen_by_mover, np.array(game.points)), turns)
    return sorted(told, key=lambda rolled: -rolled.equity[0])


def _game(rules: Rules) -> Game:
    plain = not (rules.cube_play or rules.jacoby)
    return Game.of(rules if plain else rules.replace(cube_play=False, jacoby=False))


def _value(bot: NeuralBot, rules: Rules) -> Value:
    eyes = bot.eyes(rules)
    return fitted(eyes.value, eyes.network.rules, rules)


def _turn(situation: Situation, seen: Seen) -> tuple[Turn, Situation]:
    mid = begin(situation.rules, situation.position, dice_of(situation))
    turn = canonical_turn(situation.rules, mid, seen.moves, seen.final)
    return turn, end_turn(situation, seen.final, len(seen.moves))


def _with_results(
    game: Game, before: Situation, afters: list[Situation], chances: Doubles
) -> Doubles:
    """The chances of every turn for the mover, exact where it ends the game."""
    columns: list[Doubles] = []
    rolled = iter(range(chances.shape[2]))
    for after in afters:
        if after.result is not None:
            exact = _exact(game, before, after.result)
            columns.append(np.broadcast_to(exact, (*chances.shape[:2], len(exact))))
            continue
        column = chances[:, :, next(rolled)]
        columns.append(column if after.to_act is before.to_act else column[..., ::-1])
    return np.stack(columns, axis=2)


def _exact(game: Game, before: Situation, result: Result) -> Doubles:
    sign = {before.to_act: 1, None: 0}.get(result.winner, -1)
    distance = abs(np.array(game.points) - sign * result.points)
    return np.eye(len(game.points))[distance.argmin()]


def _told(
    rules: Rules, found: Rollout, turns: list[tuple[Turn, Situation]] | list[tuple[None, Situation]]
) -> list[RolledOut]:
    equities = found.chances @ found.points
    best = int(equities.mean((0, 1)).argmax())
    means, errors = mean_and_error(equities)
    gaps, gap_errors = mean_and_error(equities[..., [best]] - equities)
    names, matrix = _named(rules, len(found.points))
    chances, chance_errors = mean_and_error(found.chances @ matrix)
    exact = [after.result is not None for _, after in turns]
    return [
        RolledOut(
            turn,
            after,
            (float(means[n]), 0.0 if exact[n] else float(errors[n])),
            (float(gaps[n]), float(gap_errors[n])),
            {
                name: (float(chances[n, c]), 0.0 if exact[n] else float(chance_errors[n, c]))
                for c, name in enumerate(names)
            },
            0 if exact[n] else found.trials,
        )
        for n, (turn, after) in enumerate(turns)
    ]


def _named(rules: Rules, outcomes: int) -> tuple[list[str], Doubles]:
    """The names of the chances, and what each outcome adds to each: float64[outcomes, names]."""
    told = [probabilities_of(rules, row).as_dict() for row in np.eye(outcomes, dtype=np.float32)]
    return list(told[0]), np.array([list(chances.values()) for chances in told])
