"""Who does not come to a table of a tournament, and what that costs.

The rule: whoever has neither come to the board nor done anything there `GRACE` after the pairing loses,
and is paired no more until he enters again. Who has come may go away again: his clock runs. If neither
came, neither wins. By correspondence only the clock decides. A match that stands still between two games
for `STANDSTILL` goes to who leads it.
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
    """For how many milliseconds a tournament waits, and for what."""

    grace: int = 3 * A_MINUTE
    """For who does not come."""
    standstill: int = 10 * A_MINUTE
    """For the next game of a match."""
    pause: int = 10_000
    """Between the end of a round and the next one, if a person plays."""
    unbegun: int = 7 * 24 * 60 * A_MINUTE
    """For a director who does not begin."""


def is_by_days(room: Room) -> bool:
    """Whether it is played by correspondence."""
    return room.record.terms.is_slow


def here(room: Room, presence: Presence) -> set[Player]:
    """Who is at a board now."""
    return {one for one in Player if presence.is_here(room.record.id, room.who(one) or "")}


def missing(room: Room, came: Collection[Player]) -> list[Player]:
    """Who has neither come to a board nor done anything there.

    *came* are those who were seen. Whose chain is in the record was there too: a page gives its tip
    from the board.
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


def without(absent: list[Player]) -> MeetingResult:
    """What a meeting comes to from which these stayed away."""
    white, black = (float(player not in absent) for player in Player)
    return MeetingResult(white, black, is_played=False)


def stands_still(room: Room, since: int, at: int, standstill: int) -> bool:
    """Whether nobody has gone on with a match for so many milliseconds; before *since* nobody could."""
    is_between = room.match.game.phase is Phase.OVER and not room.record.is_over
    return is_between and max(room.entries[-1].at, since) + standstill <= at


def by_the_score(room: Room) -> MeetingResult:
    """What a match comes to that nobody goes on with: who leads wins."""
    white, black = (room.match.score[player] for player in Player)
    return MeetingResult(float(white > black), float(black > white), is_played=white != black)


def result_in(room: Room) -> MeetingResult | None:
    """How the game at a table ended; None as long as it goes on."""
    if not room.record.is_over:
        return None
    found = result_of(room.record, room.match, room.entries)
    if found is None:
        return MeetingResult(0.0, 0.0, is_played=False)  # the club closed it
    score = 0.5 if found.score is None else found.score
    return MeetingResult(score, 1 - score, is_played=have_both_acted(room.entries))
