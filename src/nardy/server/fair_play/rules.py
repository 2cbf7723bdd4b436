"""Fair play: which games are protected, and which positions count as theirs. Pure functions.

The rule and its reasons: docs/decisions/fairness.md. `FairPlay` (service.py) applies it.
"""

from collections.abc import Callable, Sequence

from nardy.core.events import Event, Played, Rolled, Started
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.position import BAR, Position
from nardy.core.race import have_passed
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.server.seats import is_bot
from nardy.server.store.log import RoomRecord

PUBLIC_TURNS = 3
"""Turns that each side must have taken before third parties may not ask about the position."""

SideCounts = tuple[int, ...]
"""Counts on the points 1 to 24, then on the bar, in the owner's own numbering."""
BoardCounts = tuple[SideCounts, SideCounts]
"""Both sides in sorted order, so that seats and colors make no difference."""
FindRules = Callable[[str], Rules]


def is_protected(record: RoomRecord) -> bool:
    """Whether a game in progress is rated, in a tournament, or between people.

    An API client counts as a person, since its owner may use it to play.
    """
    if record.is_over or record.white is None or record.black is None:
        return False
    is_listed = record.terms.rated or record.terms.tournament
    return bool(is_listed) or not any(is_bot(who) for who in (record.white, record.black))


def is_on_a_clock(record: RoomRecord) -> bool:
    """Whether a game is played in one sitting, on a clock with less than a day a turn."""
    return record.terms.clock is not None and not record.terms.is_correspondence


def are_of_one_kind(one: Rules, other: Rules) -> bool:
    """Whether an evaluation under the rules of one game helps in the other.

    It does between games with the same contact (hit, pin or block).
    """
    return one.contact is other.contact


def is_of_kind(asked: Situation, game: Rules) -> bool:
    """Whether an evaluation of this position helps in a game.

    Contact makes no difference in a race, which therefore helps in every game.
    """
    is_race = any(have_passed(rules, asked.position) for rules in (asked.rules, game))
    return is_race or are_of_one_kind(asked.rules, game)


def board_of(position: Position) -> BoardCounts:
    """The checkers in play, without seats, options, cube, dice and score.

    Checkers borne off are left out, since a game file may give a side any number of them. Pins are left
    out too: they change the value, but people still recognize their own position.
    """
    one, other = position.player[1:], position.opponent[1:]
    return (one, other) if one <= other else (other, one)


def points_made(side: SideCounts) -> bytes:
    """The points with two or more checkers, which a turn of the opponent does not change."""
    return bytes(count if count > 1 else 0 for count in side[: BAR - 1])


def may_follow(rules: Rules, before: BoardCounts, after: BoardCounts) -> bool:
    """A cheap necessary condition for one turn to lead from a board to another.

    The other side can only lose blots to its bar. The mover's pip count does not grow, except by a bomb,
    which sends the mover's own blots back too.
    """
    return any(
        _is_hit_at_most(other, other_after) and (rules.bomb or _pips(mover_after) <= _pips(mover))
        for mover, other in (before, before[::-1])
        for mover_after, other_after in (after, after[::-1])
    )


def _is_hit_at_most(before: SideCounts, after: SideCounts) -> bool:
    *points, bar = zip(before, after, strict=True)
    changed = [pair for pair in points if pair[0] != pair[1]]
    return all(pair == (1, 0) for pair in changed) and bar[1] - bar[0] == len(changed)


def _pips(side: SideCounts) -> int:
    return sum(point * count for point, count in enumerate(side, 1))


def turns_taken(events: Sequence[Event]) -> tuple[int, int]:
    """The numbers of turns by White and by Black in the last game of these events."""
    turns = [event.player for event in last_game(events) if isinstance(event, Played)]
    return turns.count(Player.WHITE.value), turns.count(Player.BLACK.value)


def stood_since(events: Sequence[Event], seat: Player, find: FindRules) -> list[Situation]:
    """The situations of the last game after a player's last turn, and after each turn since."""
    game = last_game(events)
    played = [(n, event.player) for n, event in enumerate(game, 1) if isinstance(event, Played)]
    ends = [number for number, _ in played]
    first = max((number for number, player in played if player == seat.value), default=1)
    return [_after(game[:number], find) for number in sorted({first, *ends}) if number >= first]


def one_turn_ago(events: Sequence[Event], find: FindRules) -> Situation | None:
    """The situation before the last turn's roll, which spectators may see evaluated; None before a turn.

    The situation after the roll would give too much away: after the best turn the present one has its value.
    """
    game = last_game(events)
    played = [number for number, event in enumerate(game) if isinstance(event, Played)]
    if not played:
        return None
    before = played[-2] + 1 if len(played) > 1 else 1
    rolls = [n for n in range(before, played[-1]) if isinstance(game[n], Rolled)]
    # The first turn may use the opening roll, and a cascade's leftovers are played without a roll.
    return _after(game[: rolls[-1] if rolls else played[-1]], find)


def last_game(events: Sequence[Event]) -> Sequence[Event]:
    """The events of a match's last game."""
    starts = [number for number, event in enumerate(events) if isinstance(event, Started)]
    return events[starts[-1] :] if starts else events


def _after(events: Sequence[Event], find: FindRules) -> Situation:
    return Game.from_events(events, find, trusted=True).situation
