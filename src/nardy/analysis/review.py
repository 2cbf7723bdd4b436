"""A game that was played: what each turn and each act gave away, and how lucky each roll was."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from nardy.analysis.bomb_review import ReviewedBomb, decides_bomb, review_bomb
from nardy.analysis.cube_review import (
    ReviewedCube,
    before_double,
    decides,
    grade_of,
    is_decision,
    review_cube,
)
from nardy.analysis.decisions import choice_of
from nardy.analysis.judge import Judge
from nardy.analysis.rolls import Rolls
from nardy.bots.neural import NeuralBot, ValuedTurn
from nardy.bots.turns import dice_of
from nardy.core.acts import end_turn
from nardy.core.draft import Draft
from nardy.core.estimates import TurnChoice
from nardy.core.events import Event, Played, Started
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.evaluation.outcomes import points_of
from nardy.search.tables import LISTED


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """One turn of a game, beside what would have been best."""

    event: int
    """Which of the events it is, from 0."""
    player: Player
    before: Situation
    """The roll still to be played, seen by the player."""
    played: str
    """The turn's text as it was confirmed."""
    choices: tuple[TurnChoice, ...]
    """The best few, best first, and the one that was played; empty for a cascade that the bot
    did not think of."""
    chosen: int
    """Which of the choices was played."""
    loss: float
    """Points given away against the best turn, never negative; in a match by the score."""
    luck: float | None
    """In the same points: by how much the roll was better than the average one; None where nothing
    was rolled."""
    win: float | None
    """The chance to win before the roll, from 0 to 1."""
    lose: float | None
    """The opponent's chance; some games may be drawn."""
    is_forced: bool
    """There was no other turn."""

    @property
    def plies(self) -> int:
        """How far ahead the turns were looked at; luck and chances before the roll: `rolls.PLIES`."""
        return max((choice.plies for choice in self.choices), default=0)

    @property
    def grade(self) -> str:
        """'blunder', 'error', 'inaccuracy' or ''."""
        return grade_of(self.loss)


Decision = ReviewedTurn | ReviewedCube | ReviewedBomb


def review(
    events: Iterable[Event], find: Callable[[str], Rules], bot: NeuralBot, most: int = 4
) -> Iterator[Decision]:
    """Every turn, double, answer and bomb of the games that these events tell, one after another.

    A faulty turn that stood is left out, and so is a roll where nobody would have doubled; one
    where a double was missed, or nearly right, comes before its turn. A dance is a turn without
    a choice.

    Raises:
        EventsError: the events tell no game.
        WeightsError: there is no network for the game.
    """
    evaluator = ReviewBot(bot)
    game, unrolled = None, None
    for number, event in enumerate(events):
        if isinstance(event, Started) or game is None:
            game, unrolled = Game.from_events([event], find), None
            continue
        before = game.situation
        if before.phase is Phase.ROLL:
            unrolled = before
        if decides(before, event):
            decided = evaluator.review_cube(number, before, event)
            if is_decision(decided):
                yield decided
        if decides_bomb(before, event) and not game.has_doubled:
            bomb = review_bomb(number, before, event, bot)
            if bomb.is_decision:
                yield bomb
        if isinstance(event, Played):
            if not event.accepted:
                yield evaluator.review(number, before, event, unrolled, most)
            unrolled = None
        game.apply(event)


class ReviewBot:
    """A bot that looks at turns, and at all rolls before them."""

    def __init__(self, bot: NeuralBot) -> None:
        """It looks as many plies ahead as it does."""
        self.bot = Judge.of(bot)

    def review_cube(self, number: int, before: Situation, event: Event) -> ReviewedCube:
        """One decision with the cube."""
        doubler = before_double(before)
        return review_cube(number, before, event, self.bot.weigh(doubler))

    def review(
        self, number: int, before: Situation, event: Played, unrolled: Situation | None, most: int
    ) -> ReviewedTurn:
        """One turn; *unrolled* is the moment before its roll."""
        final = _final(before, event)
        ranked = self._ranked(before, final)
        places = [n for n, candidate in enumerate(ranked) if candidate.final == final]
        shown = sorted({*range(min(most, len(ranked))), *places}) if places else []
        points = points_of(before.rules)
        rolls = Rolls.of(unrolled, self.bot) if unrolled else None
        return ReviewedTurn(
            event=number,
            player=before.to_act,
            before=before,
            played=event.turn,
            choices=tuple(choice_of(before, ranked[n]) for n in shown),
            chosen=shown.index(places[0]) if places else 0,
            loss=ranked[0].equity - ranked[places[0]].equity if places else 0.0,
            luck=rolls.luck(before.roll) if rolls and before.roll else None,
            win=float(rolls.chances[points > 0].sum()) if rolls else None,
            lose=float(rolls.chances[points < 0].sum()) if rolls else None,
            is_forced=len(ranked) == 1,
        )

    def _ranked(self, before: Situation, final: Position) -> list[ValuedTurn]:
        """The candidates, best first; the best and the one that was played are seen equally far."""
        ranked = self.bot.rank(before)
        played = next((candidate for candidate in ranked if candidate.final == final), None)
        is_cascade = len(dice_of(before).numbers) > LISTED or bool(before.left)
        if played is None or len(ranked) == 1 or is_cascade or not self.bot.plies:
            return ranked
        # Where the others look hopeless the best is not looked at further either.
        examined = [ranked[0]] if played is ranked[0] else [ranked[0], played]
        compared = [self._deeper(before, candidate) for candidate in examined]
        others = [
            candidate
            for candidate in ranked
            if candidate.final not in {one.final for one in examined}
        ]
        compared += (candidate for candidate in others if candidate.plies == self.bot.plies)
        rest = [candidate for candidate in others if candidate.plies != self.bot.plies]
        return [*sorted(compared, key=lambda candidate: -candidate.equity), *rest]

    def _deeper(self, before: Situation, candidate: ValuedTurn) -> ValuedTurn:
        """A candidate as far ahead as the bot looks."""
        # No dice are left over: cascades are not looked into.
        after = end_turn(before, candidate.final, len(dice_of(before).numbers))
        if candidate.plies == self.bot.plies or after.phase is Phase.OVER:
            return candidate
        chances, equity = self.bot.look_ahead(after, self.bot.plies)
        return candidate._replace(equity=-equity, chances=chances[::-1], plies=self.bot.plies)


def _final(before: Situation, event: Played) -> Position:
    draft = Draft(before)
    for origin, target in event.moves:
        draft.move(origin, target)
    return draft.position
