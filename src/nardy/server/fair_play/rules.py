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
"""Until each side has taken so many turns, a position is public knowledge for third parties."""

Side = tuple[int, ...]
"""Counts on the points 1 to 24, then on the bar, in the owner's own numbering."""
Board = tuple[Side, Side]
"""Both sides in sorted order, so that seats and colors make no difference."""
FindRules = Callable[[str], Rules]


def is_protected(record: RoomRecord) -> bool:
    """Whether a running game is rated, in a tournament, or between people.

    An API client counts as a person: its owner may play by its hand.
    """
    if record.is_over or record.white is None or record.black is None:
        return False
    is_listed = record.terms.rated or record.terms.tournament
    return bool(is_listed) or not any(is_bot(who) for who in (record.white, record.black))


def is_on_a_clock(record: RoomRecord) -> bool:
    """Whether a game is played in one sitting: it has a clock that gives less than a day a turn."""
    return record.terms.clock is not None and not record.terms.is_slow


def are_of_one_kind(one: Rules, other: Rules) -> bool:
    """Whether an answer about a position of one game helps in the other.

    Games with the same contact (hit, pin or block) resemble each other enough: a position of one,
    asked under the rules of another, gets a useful answer.
    """
    return one.contact is other.contact


def is_of_kind(asked: Situation, game: Rules) -> bool:
    """Whether an answer about this position helps in a game.

    Once the sides have passed each other, contact makes no difference: then it helps in every game.
    """
    is_race = any(have_passed(rules, asked.position) for rules in (asked.rules, game))
    return is_race or are_of_one_kind(asked.rules, game)


def board_of(position: Position) -> Board:
    """The checkers in play, whatever the seats, the options, the cube, the dice and the score.

    Checkers borne off are left out: a game file may give its sides any number of them. Pins are left
    out too: they change the value, but not what somebody recognizes as their own position.
    """
    one, other = position.player[1:], position.opponent[1:]
    return (one, other) if one <= other else (other, one)


def points_made(side: Side) -> bytes:
    """The points with two or more checkers: a turn of the opponent does not change them."""
    return bytes(count if count > 1 else 0 for count in side[: BAR - 1])


def may_follow(rules: Rules, before: Board, after: Board) -> bool:
    """Whether one turn might lead from a board to another: necessary, cheap, and not sufficient.

    The side that does not move loses at most blots to its bar, and the mover does not go backwards.
    A bomb sends the mover's own blots back too.
    """
    return any(
        _is_hit_at_most(other, other_after) and (rules.bomb or _pips(mover_after) <= _pips(mover))
        for mover, other in (before, before[::-1])
        for mover_after, other_after in (after, after[::-1])
    )


def _is_hit_at_most(before: Side, after: Side) -> bool:
    *points, bar = zip(before, after, strict=True)
    changed = [pair for pair in points if pair[0] != pair[1]]
    return all(pair == (1, 0) for pair in changed) and bar[1] - bar[0] == len(changed)


def _pips(side: Side) -> int:
    return sum(point * count for point, count in enumerate(side, 1))


def turns_taken(events: Sequence[Event]) -> tuple[int, int]:
    """How many turns White and Black have taken in the last game of these events."""
    turns = [event.player for event in last_game(events) if isinstance(event, Played)]
    return turns.count(Player.WHITE.value), turns.count(Player.BLACK.value)


def stood_since(events: Sequence[Event], seat: Player, find: FindRules) -> list[Situation]:
    """The moments after a player's last turn in the last game, and after each turn since."""
    game = last_game(events)
    ends = [number for number, event in enumerate(game, 1) if isinstance(event, Played)]
    own = [number for number in ends if _player_of(game[number - 1]) == seat.value]
    first = own[-1] if own else 1
    return [_after(game[:number], find) for number in sorted({first, *ends}) if number >= first]


def one_turn_ago(events: Sequence[Event], find: FindRules) -> Situation | None:
    """The moment before the last turn's roll, which spectators may see evaluated; None before one.

    The roll itself would tell too much: with the best turn played, the position now has the same value.
    """
    game = last_game(events)
    played = [number for number, event in enumerate(game) if isinstance(event, Played)]
    if not played:
        return None
    before = played[-2] + 1 if len(played) > 1 else 1
    rolls = [n for n in range(before, played[-1]) if isinstance(game[n], Rolled)]
    # A game's first turn may be played with the roll-off, a cascade's leftovers without any roll.
    return _after(game[: rolls[-1] if rolls else played[-1]], find)


def last_game(events: Sequence[Event]) -> Sequence[Event]:
    """The events of a match's last game."""
    starts = [number for number, event in enumerate(events) if isinstance(event, Started)]
    return events[starts[-1] :] if starts else events


def _after(events: Sequence[Event], find: FindRules) -> Situation:
    return Game.from_events(events, find, trusted=True).situation


def _player_of(event: Event) -> str | None:
    return event.player if isinstance(event, Played) else None
