"""Matches: games to a number of points, a money session, or several games in rotation (tavli).

Source: S1, S4, rules 1.2 and 1.9: scores, the Crawford game, who starts the next game.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from typing import Any, Self

from nardy.core import pictures
from nardy.core.choices import LastThrow, NextStarter
from nardy.core.dice import Dice
from nardy.core.events import Event, RolledOff, Started
from nardy.core.finished_game import FinishedGame
from nardy.core.game import Game, opening_situation
from nardy.core.player import Player
from nardy.core.refusal import LAWS_OF_PHASES
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Score
from nardy.core.validity import MOST_LENGTH, check_rules
from nardy.errors import EventsError, IllegalActError, RulesError


class Match:
    """A series of games. *length* 0 is a money session without an end.

    >>> from nardy.games import BACKGAMMON
    >>> match = Match(BACKGAMMON, length=3, seed=1)
    >>> match.score[Player.WHITE], match.is_crawford, match.is_over
    (0, False, False)
    """

    def __init__(
        self,
        rules: Rules | Sequence[Rules],
        length: int = 0,
        *,
        seed: int | str | None = None,
        dice: Dice | None = None,
        names: tuple[str, str] = ("White", "Black"),
    ) -> None:
        """Start a match with its first game; *names* are White's and Black's.

        Raises:
            RulesError: there is no game, or no such length.
        """
        self.rotation = (rules,) if isinstance(rules, Rules | str) else tuple(rules)
        if not self.rotation:
            raise RulesError("expected at least one game for a match, got none")
        for game in self.rotation:
            check_rules(game)
        # Not `isinstance`: True is no length.
        if type(length) is not int or not 0 <= length <= MOST_LENGTH:
            raise RulesError(
                f"expected a length from 0 (money) to {MOST_LENGTH} points, got {length!r:.60}; "
                "write length=7"
            )
        self.length = length
        self.dice = dice or Dice(seed)
        self.names = names
        self.games: list[Game] = []
        self._first_counted = 0
        """The score at the start of this game has the points of all before it."""
        # `_new_game` reads the list, which must exist before.
        self.games.append(self._new_game(None))

    def copy(self) -> Self:
        """The same match, to go on separately, with copies of its games (`Game.copy`)."""
        return deepcopy(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = object.__new__(type(self))
        # The memo is shared, because the match and its games have the same dice.
        dice, games = deepcopy(self.dice, memo), deepcopy(self.games, memo)
        vars(made).update(vars(self), dice=dice, games=games)
        return made

    def _repr_svg_(self) -> str | None:
        """The board of the current game as SVG, for notebooks."""
        return pictures.picture(self.game.situation)

    @property
    def game(self) -> Game:
        """The current game, or the last one."""
        return self.games[-1]

    @property
    def score(self) -> dict[Player, float]:
        """The points of both players, from before the first game and from finished games."""
        counted = self.games[self._first_counted :]
        begun = score_before(counted[0]) if self.length and counted else None
        white, black = (whole(begun.player), whole(begun.opponent)) if begun else (0, 0)
        score: dict[Player, float] = {Player.WHITE: white, Player.BLACK: black}
        for game in counted:
            for player, points in game_points(game).items():
                score[player] += points
        return score

    @property
    def is_crawford(self) -> bool:
        """Whether the current game is the Crawford game."""
        return self.game.situation.is_crawford

    @property
    def winner(self) -> Player | None:
        """The player who reached the length; None until then, in a money session, or if both did."""
        if not self.length:
            return None
        reached = [player for player, points in self.score.items() if points >= self.length]
        return reached[0] if len(reached) == 1 else None

    @property
    def is_over(self) -> bool:
        """Whether a player has reached the length."""
        return bool(self.length) and max(self.score.values()) >= self.length

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all games in order; each game begins with `Started`."""
        return tuple(event for game in self.games for event in game.events)

    def next_game(self) -> Game:
        """Start the next game.

        Raises:
            IllegalActError: the game or the match is not over.
        """
        if self.game.phase is not Phase.OVER:
            law = LAWS_OF_PHASES[self.game.phase].id
            raise IllegalActError(
                law, "cannot begin another game: this one goes on; finish it first"
            )
        if self.is_over:
            raise IllegalActError("game-over", "cannot begin another game: the match is over")
        self.games.append(self._new_game(self.game))
        return self.game

    def go_on(self, games: Sequence[Game]) -> None:
        """Take over the games played so far, imported or rebuilt from events."""
        if not games:
            raise EventsError("expected at least one game in a match, got none")
        self.games, self._first_counted = list(games), 0
        self.dice = games[-1].dice

    def replay(
        self, events: Iterable[Event], find: Callable[[str], Rules], *, trusted: bool = False
    ) -> None:
        """Continue from the events of a match's games; each game begins with `Started`.

        With *trusted* turns are not checked, as in `Game.from_events`, and games before the last one are replayed
        only when more than their events is asked for: the score stands at the start of the last one.

        Raises:
            EventsError: the list describes no match.
            UnknownGameError: *find* does not know a game.
        """
        runs: list[list[Event]] = []
        for event in events:
            if isinstance(event, Started) or not runs:
                runs.append([])
            # Events before any `Started` form a run too, which `Game.from_events` then refuses.
            runs[-1].append(event)
        past, last = runs[:-1], runs[-1:]
        games = [Game.from_events(run, find, self.dice, trusted=trusted) for run in last]
        has_score = bool(self.length) and any(score_before(game) for game in games)
        if trusted and has_score:
            self.go_on([*(FinishedGame(run, find) for run in past), *games])
            self._first_counted = len(past)
        else:
            before = [Game.from_events(run, find, self.dice, trusted=trusted) for run in past]
            self.go_on([*before, *games])

    def _new_game(self, previous: Game | None) -> Game:
        number = len(self.games) if previous else 0
        rules = self.rotation[number % len(self.rotation)]
        starter = next_starter(previous, rules) if previous else None
        situation = opening_situation(rules, starter, self._score_now(rules))
        return Game(rules, dice=self.dice, situation=situation)

    def _score_now(self, rules: Rules) -> Score | None:
        if not self.length:
            return None
        score = self.score
        white, black = score[Player.WHITE], score[Player.BLACK]
        is_crawford = is_crawford_next(rules, self.length, (white, black), self.games)
        return Score(self.length, white, black, is_crawford)


def whole(points: float) -> float:
    """The points as an integer, unless there is a half."""
    return int(points) if points == int(points) else points


def score_before(game: Game) -> Score | None:
    """The match score at the start of a game, seen by White; None in a money game."""
    situation = game.situation
    score = situation.score
    return score.flipped() if score and situation.to_act is Player.BLACK else score


def is_crawford_next(
    rules: Rules, length: int, points: tuple[float, float], games: Sequence[Game]
) -> bool:
    """Whether the next game, at these points and after these games, is the Crawford game.

    It is the first one after a player comes within one point, once only (rules 1.9).
    """
    if not (rules.cube_play and rules.crawford):
        return False
    one_away = [score >= length - 1 for score in points]
    return one_away.count(True) == 1 and not had_crawford(games)


def had_crawford(games: Sequence[Game]) -> bool:
    """Whether the Crawford game is among these games, or was played before them."""
    if not games:
        return False
    # A match may be continued from the middle. If it starts with a player one point away, and not
    # with the Crawford game itself, that game was before.
    # The score and the rules are the same from the start of a game to its end.
    begun = [game.begun if isinstance(game, FinishedGame) else game.situation for game in games]
    first = begun[0]
    is_late = first.score is not None and first.score.somebody_is_one_away
    is_after = is_late and first.rules.cube_play and first.rules.crawford
    return is_after or any(one.is_crawford for one in begun)


def game_points(game: Game) -> dict[Player, float]:
    """Points of each player from a finished game, cube included; empty before its end."""
    result = game.outcome
    if result is None:
        return {}
    if result.winner:
        return {result.winner: game.points}
    return {Player.WHITE: game.points, Player.BLACK: game.points}


def starter_of(game: Game) -> Player | None:
    """The player with the first turn of a game; None before the opening roll."""
    first, *rest = game.events
    if isinstance(first, Started) and " opening" not in first.position:
        # A saved game tells who started it, if a law asks for it; another starts with the player to act.
        if game.rules.last_throw is not LastThrow.OFF or " first=" in first.position:
            return game.situation.first
        return Player.of_letter(first.position.split()[1])
    for event in rest:
        if isinstance(event, RolledOff) and event.white != event.black:
            return Player.WHITE if event.white > event.black else Player.BLACK
    return None


def next_starter(previous: Game, rules: Rules) -> Player | None:
    """The starter of the game after *previous*; None: by an opening roll (rules 1.2).

    After a draw there is no winner to start, so an opening roll decides.
    """
    if rules.next_starter is NextStarter.PREVIOUS_WINNER:
        return previous.outcome.winner if previous.outcome else None
    if rules.next_starter is NextStarter.PREVIOUS_SECOND:
        starter = starter_of(previous)
        return starter.opponent if starter else None
    return None
