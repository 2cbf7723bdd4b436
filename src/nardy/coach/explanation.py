"""Why a turn is worse than the best, or the best better than the next: `nardy.coach.explain`."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from nardy.analysis.decisions import turn_of
from nardy.bots.neural import NeuralBot, ValuedTurn
from nardy.bots.turns import dice_of
from nardy.coach.facts import After, facts_for
from nardy.coach.kinds import ENOUGH
from nardy.coach.plans import plan_of
from nardy.coach.reasons import Reason, TurnPair, compare, reasons
from nardy.coach.replies import PLIES, ROLLS, WEIGHTS, CoachBot
from nardy.coach.roll_facts import of_36, roll_facts
from nardy.coach.roll_map import RollLine, grouped, roll_map
from nardy.core.choices import Contact
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.refusal import require_phase
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.kernel.layout import Ints
from nardy.search.conversions import tables_of
from nardy.search.tables import LISTED

LEAST = 0.01
"""Points by which turns differ at least: less is called equal."""


@dataclass(frozen=True)
class Explanation:
    """The better turn, the other one, and why; figures are for the player who made the turns."""

    situation: Situation
    best: Turn
    played: Turn
    is_best: bool
    """Whether the turn that was asked about is the best one; `played` is then the runner-up."""
    loss: float | None
    """Points that the other turn loses, two plies ahead; None where the turns cannot be compared so."""
    plan: str
    """The id of the player's plan before the turn (plans.py)."""
    reasons: tuple[Reason, ...]
    """At most two; none where no fact passes its undoing."""
    pair: TurnPair | None
    """None where the turns cannot be compared: the game ends, or dice of a cascade are left over."""
    ranked: float | None = None
    """The loss by the bot that ranks the turns, in points, if two plies disagree with it; otherwise None."""
    wins_at_once: bool = False
    """Whether the better turn alone ends the game."""

    @cached_property
    def rolls(self) -> tuple[RollLine, ...]:
        """The opponent's 21 rolls; their parts add up to the loss."""
        contact = self.situation.rules.contact
        return roll_map(self.pair.replies, contact) if self.pair else ()

    @cached_property
    def _after(self) -> After | None:
        return After(self.pair.valuation.game, self.pair.afters) if self.pair else None

    @cached_property
    def facts(self) -> dict[str, tuple[float, float]]:
        """Every fact of the game after the better turn and after the other one."""
        if self._after is None:
            return {}
        counted = {
            fact.id: self._after.counted(fact).tolist() for fact in facts_for(self.situation.rules)
        }
        return {name: (best, played) for name, (best, played) in counted.items()}

    @cached_property
    def return_shots(self) -> tuple[float | None, float | None]:
        """Rolls of 36 that hit back after the opponent's best replies that hit, in the mean over these.

        One for each turn; None where no best reply hits. Pins are told as None.
        """
        if self.pair is None or self.situation.rules.contact is not Contact.HIT:
            return None, None
        best, played = (_hitting_back(self.pair, row) for row in (0, 1))
        return best, played

    @property
    def movable(self) -> tuple[Ints, Ints] | None:
        """int64[2, 6]: checkers that can move by each digit after both turns, own and the opponent's."""
        return (self._after.mine.movable, self._after.theirs.movable) if self._after else None

    @property
    def finals(self) -> tuple[Position, Position]:
        """The positions after the better turn and the other one, seen by the player."""
        if self.pair is None:
            return self.situation.position, self.situation.position
        best, played = (after.position.flipped() for after in self.pair.afters)
        return best, played

    def as_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        named = [
            {
                "reason": one.fact,
                "undo": one.undo.name.lower(),
                "best": one.best,
                "played": one.played,
                "part": one.part,
            }
            for one in self.reasons
        ]
        rolls = [
            {"roll": str(line.roll), "best": line.best, "played": line.played, "group": line.group}
            for line in self.rolls
        ]
        groups = {
            name: {"rolls": count, "part": part}
            for name, (count, part) in grouped(self.rolls).items()
        }
        return {
            "best": str(self.best),
            "played": str(self.played),
            "loss": self.loss,
            "plies": PLIES,
            "plan": self.plan,
            "reasons": named,
            "larger": {name: [*pair] for name, pair in self.pair.larger.items()}
            if self.pair
            else {},
            "facts": {name: [*pair] for name, pair in self.facts.items()},
            "return_shots": [*self.return_shots],
            "movable": [side.tolist() for side in self.movable] if self.movable else [],
            "rolls": rolls,
            "groups": groups,
        }


def _hitting_back(pair: TurnPair, row: int) -> float | None:
    """The mean over the rolls whose best reply hits, each with its chance."""
    replies, after = pair.replies, pair.afters[row]
    rolls = [n for n in range(ROLLS) if replies.hitting[row, n]]
    boards = [replies.after[row, n].tolist() for n in rolls]
    # The reply leaves the player who made the turn on roll.
    hit = [
        replace(after.flipped(), position=Position(tuple(mine), tuple(theirs)).flipped())
        for mine, theirs in boards
    ]
    going = [n for n, one in enumerate(hit) if one.phase is Phase.ROLL]
    if not going:
        return None
    game = pair.valuation.game
    facts = roll_facts(game, tables_of(game, [hit[n] for n in going]))
    weights = [float(WEIGHTS[rolls[n]]) for n in going]
    counts = of_36(facts.hits).tolist()
    total = sum(weight * count for weight, count in zip(weights, counts, strict=True))
    return total / sum(weights)


def explain(
    situation: Situation, turn: Turn | str | None = None, bot: NeuralBot | None = None
) -> Explanation:
    """Say why a turn is worse than the best; of the best turn, why it is better than the next.

    >>> from nardy import BACKGAMMON, Roll, Situation
    >>> opening = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
    >>> found = explain(opening, "13/10 6/5")
    >>> str(found.best), [one.fact for one in found.reasons]
    ('8/5 6/5', ['shots'])

    Args:
        situation: The moment with its roll.
        turn: The turn to explain; None: the bot's best.
        bot: Ranks the turns, and values the replies; None looks two plies ahead.

    Raises:
        IllegalActError: no turn is due.
        IllegalTurnError: the turn is illegal.
    """
    require_phase(situation, Phase.TURN, "explain a turn")
    coach = CoachBot.of(bot or NeuralBot(PLIES))
    ranked = coach.rank(situation)
    asked = None if turn is None else find_turn(situation, str(turn))
    final = asked[1] if asked else None
    best, other = _compared(ranked, final)
    plan = plan_of(situation.rules, situation.position).id
    one, first = turn_of(situation, best)
    if asked and other is None:
        # Of a cascade the bot lists some good turns only.
        return Explanation(situation, one, asked[0], False, None, plan, (), None)
    other = other or best
    two, second = turn_of(situation, other)
    is_best = final is None or final == best.final
    if best is other or not all(_is_comparable(situation, after) for after in (first, second)):
        loss = best.equity - other.equity if best is not other else None
        wins = first.phase is Phase.OVER and second.phase is not Phase.OVER
        return Explanation(situation, one, two, is_best, loss, plan, (), None, wins_at_once=wins)
    pair = compare(coach.valuation(situation), [first, second])
    ranked = best.equity - other.equity
    if pair.loss < max(LEAST, ENOUGH * ranked):
        return Explanation(situation, one, two, is_best, pair.loss, plan, (), pair, ranked)
    return Explanation(situation, one, two, is_best, pair.loss, plan, tuple(reasons(pair)), pair)


def _is_comparable(before: Situation, after: Situation) -> bool:
    """Whether the opponent rolls after the turn, and the turn was no cascade, of which few are listed."""
    rolls = after.phase is Phase.ROLL and after.to_act is not before.to_act
    return rolls and not before.left and len(dice_of(before).numbers) <= LISTED


def _compared(
    ranked: list[ValuedTurn], final: Position | None
) -> tuple[ValuedTurn, ValuedTurn | None]:
    """The best turn and the one to explain, or the runner-up for the best; twice the only turn.

    None where the bot did not list the turn to explain.
    """
    best = ranked[0]
    if final is None or final == best.final:
        return best, ranked[1] if len(ranked) > 1 else best
    return best, next((one for one in ranked if one.final == final), None)
