"""A certificate of strength from a solved game: what a network's turns lose against perfect play.

`nardy train` makes such a network in the same way as for a game that cannot be solved. So the losses tell how
near to perfect play the training comes.
"""

from dataclasses import dataclass

import numpy as np

from nardy.evaluation.network.network import Floats
from nardy.exact.solved import Solved
from nardy.kernel.layout import Ints
from nardy.kernel.scoring import FACT_TURNS_MINE, GOING_ON
from nardy.search.choose import Value, all_finals, best_of, best_turns, worth_of
from nardy.search.every_roll import answers, roll_weights
from nardy.search.lookahead import compared, look
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of

TOGETHER = 500
"""Games played side by side."""


@dataclass(frozen=True, kw_only=True)
class Trial:
    solution: Solved
    games: int
    seed: int = 1
    plies: int = 0


@dataclass(frozen=True, kw_only=True)
class MoveReport:
    """Losses against the best turns, in points; only decisions with a choice count."""

    games: int
    decisions: int
    loss: float
    """Mean loss of a decision."""
    error: float
    """Its standard error, clustered by games; infinite for a single game."""
    wrong: float
    """Share of decisions that lost more than a thousandth of a point."""


def first_players_edge(solution: Solved) -> float:
    """Equity of the start for the player who moves first, in points.

    Where the opening roll is played, it cannot be a double.
    """
    game = GameTables.of(solution.rules)
    found = answers(game, Tables.begun(game, 1), solution.value)
    return float(found.equities[0] @ roll_weights(game, is_opening=True))


def judge(value: Value, trial: Trial) -> MoveReport:
    """Let a network play against itself, and measure the losses of its turns by the solution.

    `value` is the network's.
    """
    random = np.random.default_rng(trial.seed)
    parts = [
        _played(value, trial, random, min(TOGETHER, trial.games - done))
        for done in range(0, trial.games, TOGETHER)
    ]
    losses, wrong, decisions = (np.concatenate(part) for part in zip(*parts, strict=True))
    count = int(decisions.sum())
    mean = float(losses.sum() / max(1, count))
    # Each game is one sample of a sum and a count (a ratio estimate).
    squared = float(((losses - mean * decisions) ** 2).sum())
    known = squared * trial.games / (trial.games - 1) if trial.games > 1 else np.inf
    return MoveReport(
        games=trial.games,
        decisions=count,
        loss=mean,
        error=known**0.5 / max(1, count),
        wrong=float(wrong.sum() / max(1, count)),
    )


def _played(
    value: Value, trial: Trial, random: np.random.Generator, count: int
) -> tuple[Floats, Ints, Ints]:
    """Play games; return loss, number of wrong decisions and number of decisions of each game."""
    game = GameTables.of(trial.solution.rules)
    tables = Tables.begun(game, count)
    losses = np.zeros(count, np.float32)
    wrong, decisions = np.zeros(count, np.int64), np.zeros(count, np.int64)
    going = np.arange(count)
    rolls = opening_rolls(game, random, count)
    while len(going):
        some = tables.part(going)
        rows = rows_of(game, some, rolls, some.facts[:, FACT_TURNS_MINE].astype(np.int64))
        finals = all_finals(game, rows)
        worth = worth_of(game, some, finals, value)
        examined = look(game, finals, worth, value, trial.plies)
        by_network = worth._replace(equities=compared(examined, finals.offsets))
        exact = worth_of(game, some, finals, trial.solution.value).equities
        best = np.maximum.reduceat(exact, finals.offsets[:-1])
        lost = best - exact[best_of(by_network.equities, finals.offsets)]
        # Forced turns cannot lose anything and would only lower the mean.
        chosen = np.diff(finals.offsets) > 1
        losses[going] += np.where(chosen, lost, 0)
        wrong[going] += chosen & (lost > 1e-3)
        decisions[going] += chosen
        turn = best_turns(finals, np.zeros(len(finals.boards), np.int64), by_network)
        tables.advance(going, turn, np.zeros((len(going), game.most_dice), np.int8))
        going = going[turn.outcomes == GOING_ON]
        rolls = random.integers(1, 7, (len(going), 2), np.int8)
    return losses, wrong, decisions
