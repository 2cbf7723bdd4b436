"""A match as JSON: its length, its players and the events of its games (core/events).

{"nardy": "match", "version": 1, "length": 7, "players": ["Ann", "Bob"],
"tags": [["Event", "Open"]], "events": [{"kind": "started", ...}, ...]}
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TextIO, cast

from nardy.core.events import VERSION, Played, Started, event_to_json, events_from_json
from nardy.core.game import Game
from nardy.core.judge import judge
from nardy.core.match import Match
from nardy.core.reading import read_situation
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import EventsError
from nardy.formats.record import Finding, Record, RecordedGame
from nardy.games import find_game

MOST_CHARACTERS = 50_000_000


def loads(text: str, find: Callable[[str], Rules] = find_game) -> Record:
    """Read a match and play its events again.

    Raises:
        EventsError: no JSON, no match, or events that tell none.
    """
    if len(text) > MOST_CHARACTERS:
        raise EventsError(f"expected a match as JSON, got {len(text):,} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise EventsError(f"expected a match as JSON, got {text.strip()!r:.60} ({error})") from None
    match data:
        case {
            "nardy": "match",
            "version": 1,
            "length": int(length),
            "players": [str(white), str(black)],
            "events": [*events],
        } if length >= 0:
            tags = _tags(cast("dict[str, Any]", data).get("tags", []))
            return _record(length, (white, black), cast("list[object]", events), tags, find)
        case _:
            raise EventsError(
                "expected a match as JSON with nardy, version 1, length, players and events, "
                f"got {text.strip()!r:.60}"
            )


def load(file: TextIO, find: Callable[[str], Rules] = find_game) -> Record:
    """Read a match from a file."""
    return loads(file.read(MOST_CHARACTERS + 1), find)


def dumps(record: Record | Match) -> str:
    """The match as JSON, one event a line; nothing is lost.

    >>> from nardy.games import BACKGAMMON
    >>> loads(dumps(Match(BACKGAMMON, 5))).match.length
    5
    """
    record = Record.of(record) if isinstance(record, Match) else record
    head = {
        "nardy": "match",
        "version": VERSION,
        "length": record.match.length,
        "players": list(record.players),
        "tags": [list(tag) for tag in record.tags],
    }
    lines = ",\n".join(
        json.dumps(event_to_json(event), ensure_ascii=False) for event in record.events
    )
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "events": [\n' + lines + "\n]}\n"


def dump(record: Record | Match, file: TextIO) -> None:
    """Write a match."""
    file.write(dumps(record))


def _record(
    length: int,
    players: tuple[str, str],
    events: list[object],
    tags: tuple[tuple[str, str], ...],
    find: Callable[[str], Rules],
) -> Record:
    told = events_from_json(events)
    if not told:
        raise EventsError("expected the events of at least one game, got none")
    first = getattr(told[0], "position", "")
    match = Match(find(first.split(" ")[0] or "?"), length, names=players)
    match.replay(told, find)
    return judged(Record.of(match, tags))


def judged(record: Record) -> Record:
    """The record with a finding for each faulty turn that an opponent accepted.

    Lines are those of `dumps` and of a saved game: one event a line, the first on line 2.
    """
    games: list[RecordedGame] = []
    line = 2
    for recorded in record.games:
        findings = tuple(_findings(recorded.game, line))
        games.append(replace(recorded, line=line, findings=(*recorded.findings, *findings)))
        line += len(recorded.game.events)
    return replace(record, games=tuple(games))


def _findings(game: Game, line: int) -> Iterator[Finding]:
    """What breaks a law in a game whose first event is on this line."""
    if not any(isinstance(event, Played) and event.accepted for event in game.events):
        return
    again: Game | None = None
    for number, event in enumerate(game.events):
        if again is None:
            again = Game(game.rules, situation=begun(game))
            continue
        if isinstance(event, Played) and event.accepted:
            verdict = judge(again.situation, event.turn)
            yield Finding(
                line=line + number,
                turn=event.turn,
                law=verdict.law,
                reason=verdict.reason,
                player=again.to_act,
            )
        again.apply(event)


def begun(game: Game) -> Situation:
    """The situation in which a game began."""
    first = game.events[0]
    if not isinstance(first, Started):
        raise EventsError(f"expected a game to begin with 'started', got {first!r:.80}")
    return read_situation(first.position, lambda _: game.rules)


def _tags(data: object) -> tuple[tuple[str, str], ...]:
    tags: list[tuple[str, str]] = []
    for item in cast("list[object]", data) if isinstance(data, list) else [data]:
        match item:
            case [str(name), str(value)]:
                tags.append((name, value))
            case _:
                raise EventsError(f"expected tags as pairs of texts, got {item!r:.60}")
    return tuple(tags)
