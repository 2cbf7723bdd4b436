"""No-shows at a tournament table.

A player who has neither come to the board nor acted there within `grace` after the pairing loses. They
are not paired again until they enter again. Players who have come may leave, since their clock runs.
If neither came, neither wins. A match that stands still between two games for `standstill` goes to the
player who leads. By correspondence only the clock decides, so the next game begins then.
"""

from collections.abc import Collection
from dataclasses import dataclass

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.pairing.values import MeetingResult
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.results import actors, have_both_acted, result_of
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot

A_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class NoShowTimes:
    """How long a tournament waits, in milliseconds."""

    grace: int = 3 * A_MINUTE
    """For players to come to the board."""
    standstill: int = 10 * A_MINUTE
    """For the next game of a match."""
    pause: int = 10_000
    """Between two rounds, if a person plays."""
    unbegun: int = 7 * 24 * 60 * A_MINUTE
    """For the director to start the tournament."""


def here(room: Room, presence: Presence) -> set[Player]:
    """The players at a board now."""
    return {player for player in Player if presence.is_here(room.record.id, room.who(player) or "")}


def missing(room: Room, came: Collection[Player]) -> list[Player]:
    """The players who have neither come to a board nor acted there.

    *came* were seen. Players whose hash chain is in the record were there too, since the page commits to it
    at the board.
    """
    acted = actors(room.entries)
    return [
        player
        for player in Player
        if not is_bot(room.who(player))
        and player not in acted
        and player not in came
        and player.value not in room.record.tips
    ]


def absent_losers(room: Room, came: Collection[Player], result: MeetingResult) -> list[Player]:
    """Those who are missing where one of them lost: with a fast clock the flag falls before the grace is over."""
    absent = missing(room, came)
    loser = Player.WHITE if result.white < result.black else Player.BLACK
    return absent if result.white != result.black and loser in absent else []


def without(absent: list[Player]) -> MeetingResult:
    """The result of a meeting without these players."""
    white, black = (float(player not in absent) for player in Player)
    return MeetingResult(white, black, is_played=False)


def stands_still(room: Room, since: int, at: int, standstill: int) -> bool:
    """Whether a match has waited *standstill* milliseconds for its next game, counted from *since* at least.

    Both moments are by `served_time`.
    """
    is_between = room.match.game.phase is Phase.OVER and not room.record.is_over
    return is_between and max(room.acted_at, since) + standstill <= at


def by_the_score(room: Room) -> MeetingResult:
    """The result of a match that stands still: the leader wins."""
    white, black = (room.match.score[player] for player in Player)
    return MeetingResult(float(white > black), float(black > white), is_played=white != black)


def result_in(room: Room) -> MeetingResult | None:
    """The result at a table; None while the game goes on."""
    if not room.record.is_over:
        return None
    found = result_of(room.record, room.match, room.entries)
    if found is None:
        return MeetingResult(0.0, 0.0, is_played=False)  # an admin or the club closed it
    score = 0.5 if found.score is None else found.score
    return MeetingResult(score, 1 - score, is_played=have_both_acted(room.entries))
