"""Review of a played game: the loss of each turn and act, the luck of each roll, and a summary."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from nardy.analysis import cube_review
from nardy.analysis.cube_review import ReviewedBomb, ReviewedCube, before_double
from nardy.analysis.decisions import choice_of
from nardy.analysis.grades import grade_of
from nardy.analysis.judge import Judge, Rolls, win_and_lose
from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot, ValuedTurn
from nardy.bots.turns import dice_of
from nardy.core.acts import end_turn
from nardy.core.draft import Draft
from nardy.core.estimates import TurnChoice
from nardy.core.events import Event, Played, Started, TakenBack
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.error_rates.performance_rating import performance_rating
from nardy.errors import EventsError, NardyError
from nardy.formats.record import Record
from nardy.games import find_game
from nardy.search.tables import LISTED

FEWEST = 10
"""Fewest decisions for which a level is given."""
ERROR_BANDS = (
    (2, "master"),
    (5, "world-class"),
    (8, "expert"),
    (12, "advanced"),
    (18, "intermediate"),
    (26, "casual"),
)
"""Error rates below which each level applies; all others are beginners.

Source: the rating bands of GNU Backgammon, in thousandths of a point for each decision. They are made
for backgammon; in games with smaller stakes everybody rates a little better.
"""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """One turn of a game, compared with the best."""

    event: int
    """Index of the event, from 0."""
    player: Player
    before: Situation
    """With the roll still to play, seen by the player."""
    played: str
    """The text of the played turn."""
    choices: tuple[TurnChoice, ...]
    """The best few, best first, and the played one; empty for a cascade that the bot did not list."""
    chosen: int
    """Index of the played turn in `choices`."""
    loss: float
    """Equity lost against the best turn, in points, never negative; in a match by the score."""
    luck: float | None
    """Gain of the roll over the average roll, in the same points; None without a roll, and if a turn taken back had it."""
    win: float | None
    """Winning chance before the roll, 0 to 1."""
    lose: float | None
    """The opponent's chance; in some games draws are possible."""
    is_forced: bool
    """Whether there was no other turn."""
    game: int = 1
    """The number of the game among those that were reviewed, from 1."""

    @property
    def plies(self) -> int:
        """Plies of look-ahead of the turns; luck and chances before the roll use `judge.ROLL_PLIES`."""
        return max((choice.plies for choice in self.choices), default=0)

    @property
    def losses(self) -> tuple[float | None, ...]:
        """The loss of each of `choices`; None for one that was examined less deeply than the best.

        Equities of different depths cannot be compared. The end of a game is exact at any depth.
        """
        plies, best = self.plies, self.choices[0].equity if self.choices else 0.0
        return tuple(
            max(0.0, best - one.equity)
            if one.plies == plies or one.after.phase is Phase.OVER
            else None
            for one in self.choices
        )

    @property
    def is_decision(self) -> bool:
        """Whether there was a choice that the bot could compare."""
        return bool(self.choices and not self.is_forced)

    @property
    def grade(self) -> str:
        """'blunder', 'error', 'inaccuracy' or ''."""
        return grade_of(self.loss)


JUDGE_PLIES = 2
"""Plies of look-ahead of the judge where none is given."""
Decision = ReviewedTurn | ReviewedCube | ReviewedBomb


class HasEvents(Protocol):
    """A game, a match, a record, or any other object with events."""

    @property
    def events(self) -> tuple[Event, ...]: ...


def review(  # noqa: PLR0913 (all but the first have defaults)
    played: HasEvents | Iterable[Event],
    find: Callable[[str], Rules] | None = None,
    bot: NeuralBot | None = None,
    most: int = 4,
    begin: int = 0,
    *,
    guessed: Collection[int] = (),
) -> Iterator[Decision]:
    """Every turn, double, answer and bomb decision of a game, a match or a record, in order.

    Left out are accepted illegal turns, turns that nobody recorded, and rolls where nobody would
    have doubled. A roll where a double was missed, or close, comes before its turn. A dance is a
    turn without a choice. A turn that was taken back stays a decision; its roll has luck once.

    >>> from nardy import BACKGAMMON, Game
    >>> from nardy.analysis import review
    >>> from nardy.bots import NeuralBot
    >>> game = Game(BACKGAMMON)
    >>> opening, turn = game.open(white=3, black=1), game.play("24/20")
    >>> [decision] = review(game, bot=NeuralBot(plies=0))
    >>> str(decision.choices[0].turn), decision.grade
    ('8/5 6/5', 'blunder')

    Args:
        played: A game, a match, a record of a file, or their events.
        find: Maps the name of a game to its rules; None knows the built-in games and those of *played*.
        bot: The judge; None looks two plies ahead, as `nardy analyze` does.
        most: How many of the best turns are told, beside the one that was played.
        begin: The index of the first event that is judged; those before are only followed.
        guessed: Indices of turns that nobody recorded; a record knows its own.

    Raises:
        EventsError: the events describe no game.
        WeightsError: the game has no network.
    """
    find, bot = find or _finder(played), bot or NeuralBot(JUDGE_PLIES)
    guessed = {*guessed, *(played.guessed if isinstance(played, Record) else ())}
    events = played if isinstance(played, Iterable) else played.events
    evaluator = ReviewBot(bot)
    game, games, rolls = None, 0, _RollsMade()
    for number, event in enumerate(events):
        if isinstance(event, Started) or game is None:
            game, games, rolls = Game.from_events([event], find), games + 1, _RollsMade()
            continue
        before = game.situation
        rolls.see(before)
        if number >= begin:
            yield from _acts(evaluator, bot, game, number, event)
            if isinstance(event, Played) and not event.accepted and number not in guessed:
                turn = evaluator.review(number, before, event, rolls.unrolled, most)
                yield replace(turn, game=games, luck=None if rolls.is_again else turn.luck)
        game.apply(event)
        rolls.follow(event)


class _RollsMade:
    """The moment before the roll of the turn that is due, also if that turn was taken back."""

    def __init__(self) -> None:
        self.unrolled: Situation | None = None
        """None where the opening throw is played."""
        self.is_again = False
        """Whether the roll was played before, by a turn that was taken back."""
        self._kept: list[Situation | None] = []

    def see(self, before: Situation) -> None:
        """See the moment before an event."""
        # A double or a bomb may come before the roll; the last moment before it counts.
        if before.phase is Phase.ROLL:
            self.unrolled = before

    def follow(self, event: Event) -> None:
        """Follow an event that the game has applied."""
        if isinstance(event, TakenBack):
            # It begins with the turn that was taken back, so its roll stands.
            undone = len(self._kept) - event.events
            self.unrolled, self.is_again = self._kept[undone], True
            del self._kept[undone:]
            return
        self._kept.append(self.unrolled)
        if isinstance(event, Played):
            self.unrolled, self.is_again = None, False


def _acts(
    evaluator: "ReviewBot", bot: NeuralBot, game: Game, number: int, event: Event
) -> Iterator[Decision]:
    """The decisions about the cube and the bomb at an event."""
    before = game.situation
    if cube_review.decides(before, event):
        decided = evaluator.review_cube(number, before, event)
        if decided.is_decision:
            yield decided
    if cube_review.decides_bomb(before, event) and not game.is_bomb_spent:
        bomb = cube_review.review_bomb(number, before, event, bot)
        if bomb.is_decision:
            yield bomb


def _finder(played: HasEvents | Iterable[Event]) -> Callable[[str], Rules]:
    """A look-up that knows the built-in games, and those that a game, match or record has itself."""
    match played:
        case Game():
            games = [played]
        case Match():
            games = played.games
        case Record():
            games = played.match.games
        case _:
            return find_game
    known = {rules_text(game.rules): game.rules for game in games}
    return lambda text: known[text] if text in known else find_game(text)


class ReviewChunk(NamedTuple):
    """A game for other processes, with the bot that reviews it: each game of a match may have another network."""

    bot: NamedBot
    rules: Rules
    events: tuple[Event, ...]
    guessed: tuple[int, ...] = ()


def review_one(game: ReviewChunk) -> tuple[Decision, ...]:
    """The decisions of one game, by a bot that is loaded by its name."""
    judge = game.bot.load(game.rules)
    return tuple(review(game.events, lambda _: game.rules, judge, guessed=game.guessed))


class ReviewBot:
    """Evaluates turns, and all rolls before them."""

    def __init__(self, bot: NeuralBot) -> None:
        """Look ahead by as many plies as *bot*."""
        self.bot = Judge.of(bot)

    def review_cube(self, number: int, before: Situation, event: Event) -> ReviewedCube:
        doubler = before_double(before)
        return cube_review.review_cube(number, before, event, self.bot.weigh(doubler))

    def review(
        self, number: int, before: Situation, event: Played, unrolled: Situation | None, most: int
    ) -> ReviewedTurn:
        """Review one turn; *unrolled* is the moment before its roll."""
        final = _final(number, before, event)
        ranked = self._ranked(before, final)
        places = [n for n, candidate in enumerate(ranked) if candidate.final == final]
        shown = sorted({*range(min(most, len(ranked))), *places}) if places else []
        rolls = Rolls.of(unrolled, self.bot) if unrolled else None
        win, lose = win_and_lose(before.rules, rolls.chances) if rolls else (None, None)
        return ReviewedTurn(
            event=number,
            player=before.to_act,
            before=before,
            played=event.turn,
            choices=tuple(choice_of(before, ranked[n]) for n in shown),
            chosen=shown.index(places[0]) if places else 0,
            loss=ranked[0].equity - ranked[places[0]].equity if places else 0.0,
            luck=rolls.luck(before.roll) if rolls and before.roll else None,
            win=win,
            lose=lose,
            is_forced=len(ranked) == 1,
        )

    def loss(self, before: Situation, final: Position) -> float | None:
        """The loss of a turn, as a review tells it; None for a cascade that the bot did not list."""
        ranked = self._ranked(before, final)
        found = (candidate.equity for candidate in ranked if candidate.final == final)
        equity = next(found, None)
        return None if equity is None else ranked[0].equity - equity

    def _ranked(self, before: Situation, final: Position) -> list[ValuedTurn]:
        """The candidates, best first; the best and the played one are examined equally deep."""
        ranked = self.bot.rank(before)
        played = next((candidate for candidate in ranked if candidate.final == final), None)
        # Look-ahead lists turns, and cascades have too many.
        is_cascade = len(dice_of(before).numbers) > LISTED or bool(before.left)
        if played is None or len(ranked) == 1 or is_cascade or not self.bot.plies:
            return ranked
        # If no other candidate was near, the best was not examined deeper either.
        examined = [ranked[0]] if played is ranked[0] else [ranked[0], played]
        compared = [self._deeper(before, candidate) for candidate in examined]
        finals = {one.final for one in examined}
        others = [candidate for candidate in ranked if candidate.final not in finals]
        compared += (candidate for candidate in others if candidate.plies == self.bot.plies)
        rest = [candidate for candidate in others if candidate.plies != self.bot.plies]
        return [*sorted(compared, key=lambda candidate: -candidate.equity), *rest]

    def _deeper(self, before: Situation, candidate: ValuedTurn) -> ValuedTurn:
        """A candidate examined to the bot's full depth."""
        # There are no leftovers: cascades are not examined.
        after = end_turn(before, candidate.final, len(dice_of(before).numbers))
        if candidate.plies == self.bot.plies or after.phase is Phase.OVER:
            return candidate
        chances, equity = self.bot.look_ahead(after, self.bot.plies)
        return candidate._replace(equity=-equity, chances=chances[::-1], plies=self.bot.plies)


def _final(number: int, before: Situation, event: Played) -> Position:
    try:
        draft = Draft(before)
        for origin, target in event.moves:
            draft.move(origin, target)
    except NardyError as error:
        raise EventsError(f"event {number + 1} does not fit: {error}") from error
    return draft.position


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's decisions; forced turns and rolls are not counted."""

    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    lost: float
    """Total equity lost, in points for a cube of 1 before each decision."""
    luck: float
    """Total gain of all rolls over the average, dances included."""

    @property
    def error_rate(self) -> float:
        """Millipoints lost for each decision."""
        return 1000 * self.lost / self.decisions if self.decisions else 0.0

    @property
    def performance_rating(self) -> float:
        """PR as in eXtreme Gammon: 500 times the mean loss of a decision."""
        return performance_rating(self.lost, self.decisions)

    @property
    def level(self) -> str:
        """A name of ERROR_BANDS, or 'beginner'; '' with too few decisions."""
        if self.decisions < FEWEST:
            return ""
        found = (name for below, name in ERROR_BANDS if self.error_rate < below)
        return next(found, "beginner")


def summary(of: Iterable[Decision], player: Player) -> Summary:
    """Summarize one player's part of a review."""
    own = [decision for decision in of if decision.player is player]
    decided = [decision for decision in own if decision.is_decision]
    grades = [decision.grade for decision in decided]
    return Summary(
        decisions=len(decided),
        inaccuracies=grades.count("inaccuracy"),
        mistakes=grades.count("error"),
        blunders=grades.count("blunder"),
        lost=sum(decision.loss for decision in decided),
        luck=sum(decision.luck or 0.0 for decision in own if isinstance(decision, ReviewedTurn)),
    )
