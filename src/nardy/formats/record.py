"""A match read from a file: the games rebuilt, with what is illegal or doubtful in them."""

from dataclasses import dataclass, field

from nardy.core.events import Event
from nardy.core.game import Game
from nardy.core.match import Match, game_points, score_before, whole
from nardy.core.player import Player
from nardy.core.reading import read_situation
from nardy.core.replay import first_event
from nardy.core.situation import Situation
from nardy.formats.notes import Note

Tag = tuple[str, str]
"""A header tag: ("EventDate", "2025.11.08")."""
Scores = tuple[float, float]
"""White's and Black's points."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Something in a file to report to the user."""

    line: int
    """The line of the file, from 1; of a binary file the number of the record."""
    turn: str
    """The text there, as written."""
    law: str | None = None
    """The id of the law that a turn or act breaks, or None."""
    reason: str
    """A sentence."""
    accepted: bool = False
    """Whether an illegal turn was accepted by the opponent."""
    unreadable: bool = False
    """Whether the file cannot be followed here: the rest of the game, or only its result, is left out."""
    is_result_only: bool = False
    """Whether of this only the result is left out."""
    left_out: int = 0
    """Number of acts left out from here on, if they could be counted."""
    player: Player | None = None


@dataclass(frozen=True, kw_only=True)
class StatedResult:
    """The result that a file states at the end of a game."""

    winner: Player
    points: int
    line: int


@dataclass(frozen=True, kw_only=True)
class RecordedGame:
    """One game of a file. Accepted illegal turns are marked in its events."""

    game: Game
    number: int
    """The number in the file."""
    line: int
    """The line where the game begins."""
    scores: Scores = (0, 0)
    """White's and Black's points before the game, as written in the file."""
    stated_result: StatedResult | None = None
    findings: tuple[Finding, ...] = ()
    comments: tuple[str, ...] = ()
    """Comment lines in the game or after it."""
    notes: tuple[tuple[int, Note], ...] = ()
    """Notes with the indices of their events in the game, ascending."""
    guessed: tuple[int, ...] = ()
    """Indices of the events of turns that nobody recorded, and that were chosen by what follows."""

    @property
    def illegal(self) -> tuple[Finding, ...]:
        """Findings that break a law."""
        return tuple(finding for finding in self.findings if finding.law)

    @property
    def cut(self) -> Finding | None:
        """Where the file cannot be followed: the first such finding, before those of a result alone."""
        found = [finding for finding in self.findings if finding.unreadable]
        return min(found, key=lambda finding: finding.is_result_only, default=None)


@dataclass(frozen=True, kw_only=True)
class Record:
    """A match read from a file, or to be written to one.

    White is the left column.
    """

    match: Match
    games: tuple[RecordedGame, ...]
    tags: tuple[Tag, ...] = ()
    comments: tuple[str, ...] = ()
    """Lines of the header that are no tags."""
    findings: tuple[Finding, ...] = field(default=())
    """Findings about the file as a whole."""

    @property
    def players(self) -> tuple[str, str]:
        """White's and Black's names."""
        return self.match.names

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all games; records are compared by these."""
        return self.match.events

    @property
    def guessed(self) -> tuple[int, ...]:
        """Indices among `events` of turns that nobody recorded."""
        found, begin = list[int](), 0
        for recorded in self.games:
            found += (begin + index for index in recorded.guessed)
            begin += len(recorded.game.events)
        return tuple(found)

    @property
    def score(self) -> Scores:
        """White's and Black's points after the last game, including those before the first."""
        scores = self.games[0].scores if self.games else (0, 0)
        for recorded in self.games:
            scores = scores_after(scores, recorded.game)
        return whole(scores[0]), whole(scores[1])

    @property
    def illegal(self) -> tuple[Finding, ...]:
        """All findings that break a law, in all games."""
        return tuple(finding for game in self.games for finding in game.illegal)

    @property
    def unreadable(self) -> tuple[Finding, ...]:
        """Where the rest of a game, its result or a whole game is left out: one finding a game."""
        cuts = (game.cut for game in self.games)
        whole_games = (finding for finding in self.findings if finding.unreadable)
        return (*(cut for cut in cuts if cut), *whole_games)

    @classmethod
    def of(
        cls, match: Match, tags: tuple[Tag, ...] = (), comments: tuple[str, ...] = ()
    ) -> "Record":
        """The record of a match played here, perhaps continued from the middle."""
        games: list[RecordedGame] = []
        scores: Scores = (0.0, 0.0)
        for number, game in enumerate(match.games, start=1):
            begun = score_before(game) if match.length else None
            if begun:
                scores = begun.player, begun.opponent
            games.append(RecordedGame(game=game, number=number, line=0, scores=scores))
            scores = scores_after(scores, game)
        return cls(match=match, games=tuple(games), tags=tags, comments=comments)


def scores_after(scores: Scores, game: Game) -> Scores:
    """White's and Black's points after a game."""
    points = game_points(game)
    return scores[0] + points.get(Player.WHITE, 0), scores[1] + points.get(Player.BLACK, 0)


def start_of(game: Game) -> Situation:
    """The situation at the start of a game."""
    return read_situation(first_event(game.events).position, lambda _: game.rules)
