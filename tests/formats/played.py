"""Matches played at random, for the tests of files."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from tests.moments import random_act

from nardy.core.events import Acted, Event, Played, Resigned
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.situation import Phase
from nardy.errors import NotationError
from nardy.formats.record import Record
from nardy.games import find_game


def played_match(game: str, length: int, seed: int, most_games: int = 2) -> Match:
    """A match, or its first games, by random acts."""
    rng = Random(seed)
    match = Match(find_game(game), length, seed=seed, names=("Ann", "Bob"))
    while True:
        while match.game.phase is not Phase.OVER:
            random_act(match.game, rng)
        if match.is_over or len(match.games) >= most_games:
            return match
        match.next_game()


def told(game: Game) -> list[Event]:
    """What a file tells of a game: turns, cube acts, and that it ended by resigning."""
    acts = [event for event in game.events if isinstance(event, Played | Acted | Resigned)]
    return [
        # Jacoby's rule makes a gammon a single, and the file tells points.
        replace(event, size="single") if isinstance(event, Resigned) else event
        for event in _without_refused(acts)
    ]


def _without_refused(events: Sequence[Event]) -> Iterator[Event]:
    for event, after in zip(events, [*events[1:], None], strict=True):
        refused = isinstance(after, Acted) and after.act == "refuse"
        if not (isinstance(event, Acted) and event.act == "refuse") and not refused:
            yield event


def silent_cuts(read: Callable[[str], Record], text: str, least: int = 0) -> list[str]:
    """The ends of a text cut short that are read as another game without a finding."""
    whole = read(text).events
    found: list[str] = []
    for length in range(least, len(text)):
        try:
            record = read(text[:length])
        except NotationError:
            continue
        is_told = record.findings or any(game.findings for game in record.games)
        if not is_told and record.events != whole:
            found.append(text[max(0, length - 40) : length])
    return found
