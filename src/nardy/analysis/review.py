"""A game that was played: what each turn and each double gave away, and how lucky each roll was."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nardy.analysis.cube_review import (
    ReviewedCube,
    decides,
    doublers,
    grade_of,
    is_told,
    review_cube,
)
from nardy.analysis.decisions import choice_of
from nardy.bots.neural import NeuralBot, Seen
from nardy.core.draft import Draft
from nardy.core.estimates import TurnChoice
from nardy.core.events import Event, Played, Started
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.evaluation.network import Floats
from nardy.evaluation.outcomes import points_of


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
    """Points given away against the best turn, never negative."""
    luck: float | None
    """Points by which the roll was better than the average one; None where nothing was rolled."""
    win: float | None
    """The chance to win before the roll, from 0 to 1."""
    is_forced: bool
    """There was no other turn."""

    @property
    def grade(self) -> str:
        """'blunder', 'error', 'inaccuracy' or ''."""
        return grade_of(self.loss)


def review(
    events: Iterable[Event], find: Callable[[str], Rules], bot: NeuralBot, most: int = 4
) -> Iterator[ReviewedTurn | ReviewedCube]:
    """Every turn, double and answer of the games that these events tell, one after another.

    A dance and a faulty turn that stood are left out, and so is a roll where nobody would have
    doubled; one where a double was missed, or nearly right, comes before its turn.

    Raises:
        EventsError: the events tell no game.
        WeightsError: there is no network for the game.
    """
    eyes = Eyes(bot)
    game, unrolled = None, None
    for number, event in enumerate(events):
        if isinstance(event, Started) or game is None:
            game, unrolled = Game.from_events([event], find), None
            continue
        before = game.situation
        if before.phase is Phase.ROLL:
            unrolled = before
        if decides(before, event):
            decided = eyes.review_cube(number, before, event)
            if is_told(decided):
                yield decided
        if isinstance(event, Played):
            if event.moves and not event.accepted:
                yield eyes.review(number, before, event, unrolled, most)
            unrolled = None
        game.apply(event)


class Eyes:
    """A bot that looks at turns at once and some plies ahead."""

    def __init__(self, bot: NeuralBot) -> None:
        """With the same network at both depths."""
        self.deep = bot
        self.flat = NeuralBot(0, bot.file)
        self.mean = NeuralBot(1, bot.file)
        self._expected: tuple[Situation | None, Floats] = None, np.zeros(0, np.float32)

    def expect(self, unrolled: Situation) -> Floats:
        """The chances of who rolls next; a double, its answer and the turn ask for the same."""
        known, chances = self._expected
        if known != unrolled:
            chances = self.mean.expect(unrolled)
            self._expected = unrolled, chances
        return chances

    def review_cube(self, number: int, before: Situation, event: Event) -> ReviewedCube:
        """One decision with the cube."""
        return review_cube(number, before, event, self.expect(doublers(before)))

    def review(
        self, number: int, before: Situation, event: Played, unrolled: Situation | None, most: int
    ) -> ReviewedTurn:
        """One turn; *unrolled* is the moment before its roll."""
        final = _final(before, event)
        flat, deep = self.flat.rank(before), self.deep.rank(before)
        places = [n for n, seen in enumerate(deep) if seen.final == final]
        loss = _loss(final, flat, deep) if places else 0.0
        shown = sorted({*range(min(most, len(deep))), *places}) if places else []
        points = points_of(before.rules)
        mean = self.expect(unrolled) if unrolled else None
        return ReviewedTurn(
            event=number,
            player=before.to_act,
            before=before,
            played=event.turn,
            choices=tuple(_choice(before, deep, n, places, loss) for n in shown),
            chosen=shown.index(places[0]) if places else 0,
            loss=loss,
            luck=None if mean is None else float((flat[0].chances - mean) @ points),
            win=None if mean is None else _win(mean, points),
            is_forced=len(deep) == 1,
        )


def _final(before: Situation, event: Played) -> Position:
    draft = Draft(before)
    for origin, target in event.moves:
        draft.move(origin, target)
    return draft.position


def _loss(final: Position, flat: list[Seen], deep: list[Seen]) -> float:
    """By how much the best is better; both seen as far ahead as each other."""
    best = deep[0]
    played = next(seen for seen in deep if seen.final == final)
    if played.plies >= best.plies:
        return max(0.0, best.equity - played.equity)
    # What looked too bad at once to be looked at further is compared as it looked at once.
    shallow = {seen.final: seen.equity for seen in flat}
    return max(0.0, shallow[best.final] - shallow[final])


def _choice(
    before: Situation, deep: list[Seen], number: int, places: list[int], loss: float
) -> TurnChoice:
    choice = choice_of(before, deep[number])
    return replace(choice, equity=deep[0].equity - loss) if number in places else choice


def _win(chances: Floats, points: NDArray[np.float64]) -> float:
    return float(chances[points > 0].sum())
