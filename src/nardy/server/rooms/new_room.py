"""New rooms, and what clients ask for."""

from collections.abc import Callable
from dataclasses import dataclass

from nardy.core.clock import Control
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.server.errors import RefusedError
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.rooms.results import require_ratable
from nardy.server.store.log import CASUAL, Terms


@dataclass(frozen=True, kw_only=True)
class NewRoom:
    """Games, length, seats and terms of a new room."""

    games: tuple[str, ...]
    length: int = 0
    white: str | None = None
    black: str | None = None
    terms: Terms = CASUAL
    start: Situation | None = None
    """Where its game begins; None is the start of the game."""
    room: str = ""
    """The id of the room, if it was announced before; otherwise a new one is generated."""

    def begun(self, recall: Callable[[str], Rules]) -> Match:
        """The match of the room at its beginning; *recall* finds the rules of its games."""
        match = Match(tuple(map(recall, self.games)), self.length)
        if self.start is not None:
            match.go_on([Game(self.start.rules, situation=self.start)])
        return match


@dataclass(frozen=True, kw_only=True)
class RoomRequest:
    """Game, length, clock and rating of a new room, as a client sent them."""

    game: str
    """The game as in position text, or any name or alias, optionally with options."""
    length: int
    clock: str | None
    rated: bool
    open: bool = False
    """Whether anybody may take the free seat."""
    session: bool = False
    """Whether the next game goes on from the score: a money session without an end."""


def new_room_of(asked: RoomRequest, known: RuleVersions) -> NewRoom:
    """The new room that was asked for, without players.

    Raises:
        NardyError: the game or clock is unknown, a match of several games has no points, or the game
            cannot be rated.
    """
    clock = None if asked.clock is None else str(Control.parse(asked.clock))
    games = known.games_of(asked.game, is_match=bool(asked.length))
    if len(games) > 1 and not asked.length:
        reason = f"expected the points of a match for {asked.game:.40}, got a single game"
        raise RefusedError("need-match", f"{reason} (for example 5)")
    if asked.rated:
        require_ratable(games, asked.clock)
    if asked.session and (asked.length or asked.rated):
        raise RefusedError(
            "session", "expected single casual games for a session, got a match or a rated game"
        )
    session = (0, 0.0, 0.0) if asked.session else None
    terms = Terms(clock=clock, open=asked.open, rated=asked.rated, session=session)
    return NewRoom(games=games, length=asked.length, terms=terms)
