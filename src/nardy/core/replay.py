"""Read the events of a game: the situation at its start, and its turns."""

from collections.abc import Callable, Sequence

from nardy.core.draft import Draft
from nardy.core.events import Event, Played, Started
from nardy.core.judge import is_text_of
from nardy.core.position import Position
from nardy.core.reading import read_situation
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.steps import displaced
from nardy.core.turn import Turn
from nardy.core.words import Word, words_text
from nardy.errors import EventsError, NardyError, UnknownGameError


def first_event(events: Sequence[Event]) -> Started:
    """The first event, which begins the game.

    Raises:
        EventsError: it does not begin one.
    """
    first = events[0] if events else None
    if not isinstance(first, Started):
        raise EventsError(f"expected a game to begin with 'started', got {first!r:.80}")
    return first


def first_situation(first: Started, find: Callable[[str], Rules]) -> Situation:
    """The situation at the start of a game; *find* maps the text of a game to its rules.

    Raises:
        EventsError: the text describes no situation.
        UnknownGameError: *find* does not know the game.
    """
    try:
        return read_situation(first.position, find)
    except UnknownGameError:
        raise
    except NardyError as error:
        raise EventsError(f"event 1 begins no game: {error}") from error


def turn_of(situation: Situation, played: Played) -> tuple[Turn, Position]:
    """The turn of an event and its final position, played move by move, without parsing its text.

    Raises:
        IllegalTurnError: a move breaks a law, or more dice can be played.
        EventsError: the text of the event is that of another turn.
    """
    draft = Draft(situation)
    for origin, target in played.moves:
        draft.move(origin, target)
    made = draft.turn()
    # Another text of the same turn is accepted, since canonical texts may change between versions.
    if str(made) != played.turn and not is_text_of(situation, played, draft.position):
        raise EventsError(f"expected the moves of {played.turn!r}, got those of {made}")
    return made, draft.position


def text_of(played: Played) -> str:
    """The moves of an event as written, one by one."""
    return words_text([Word(move) for move in played.moves])


def moved(situation: Situation, played: Played) -> Position:
    """The final position of a turn that was checked when its event was written."""
    final = situation.position
    for origin, target in played.moves:
        final = displaced(situation.rules, final, origin, target)
    return final
