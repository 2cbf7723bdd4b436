"""Matches as JSON: length, players and the events of the games (core/events).

{"nardy": "match", "version": 1, "length": 7, "players": ["Ann", "Bob"],
"tags": [["Event", "Open"]], "events": [{"kind": "started", ...}, ...]}

Optional: "comments" of the header, and "games" with each game's number, the points before it, its
comments, the notes on its events and "guessed", the indices of events of turns that nobody recorded.
"games" is written for records with any of these, or that do not begin with game 1 at 0-0. "rotation"
has the games of a match with several, in turn.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TextIO, cast

from nardy.core.events import VERSION, Played, event_to_json, events_from_json
from nardy.core.game import Game
from nardy.core.judge import judge
from nardy.core.match import Match, whole
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.errors import EventsError, NardyError, UnknownGameError
from nardy.formats.notes import note_to_json, notes_from_json
from nardy.formats.record import Finding, Record, RecordedGame, Tag, start_of
from nardy.games import find_game

MOST_CHARACTERS = 50_000_000
_MOST = 1_000_000
"""Upper bound of game numbers and points."""


def is_json(data: bytes) -> bool:
    """Whether a file begins as an object of JSON."""
    return data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{"


def loads(text: str, find: Callable[[str], Rules] = find_game) -> Record:
    """Read a match and replay its events.

    Raises:
        EventsError: no JSON, no match, or events that describe none.
        UnknownGameError: *find* does not know a game of it.
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
            parsed = cast("dict[str, Any]", data)
            tags, comments = _tags(parsed.get("tags", [])), _texts(parsed.get("comments", []))
            rotation = _texts(parsed.get("rotation", []), "a rotation of games")
            names = (white, black)
            match = _match(length, names, rotation, cast("list[object]", events), find)
            return judged(_numbered(Record.of(match, tags, comments), parsed.get("games")))
        case _:
            raise EventsError(
                "expected a match as JSON with nardy, version 1, length, players and events, "
                f"got {text.strip()!r:.60}"
            )


def load(file: TextIO, find: Callable[[str], Rules] = find_game) -> Record:
    """Read a match from a file."""
    return loads(file.read(MOST_CHARACTERS + 1), find)


def dumps(record: Record | Match) -> str:
    """The match as JSON, one event a line.

    It keeps the events, names, tags, comments and notes, the numbers and points of the games, and which
    turns were guessed. Findings and stated results belong to the file that was read, and are not written;
    illegal turns are found again.

    >>> from nardy import BACKGAMMON, Match
    >>> from nardy.formats import match_json
    >>> match_json.loads(match_json.dumps(Match(BACKGAMMON, 5))).match.length
    5
    """
    record = Record.of(record) if isinstance(record, Match) else record
    head: dict[str, object] = {
        "nardy": "match",
        "version": VERSION,
        "length": record.match.length,
        "players": list(record.players),
        "tags": [list(tag) for tag in record.tags],
    }
    if len(record.match.rotation) > 1:
        head["rotation"] = list(map(rules_text, record.match.rotation))
    if record.comments:
        head["comments"] = list(record.comments)
    if _numbers(record) != _numbers(Record.of(record.match)):
        head["games"] = _numbers(record)
    lines = ",\n".join(
        json.dumps(event_to_json(event), ensure_ascii=False) for event in record.events
    )
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "events": [\n' + lines + "\n]}\n"


def dump(record: Record | Match, file: TextIO) -> None:
    file.write(dumps(record))


def _match(
    length: int,
    players: tuple[str, str],
    rotation: tuple[str, ...],
    events: list[object],
    find: Callable[[str], Rules],
) -> Match:
    parsed = events_from_json(events)
    if not parsed:
        raise EventsError("expected the events of at least one game, got none")
    first = getattr(parsed[0], "position", "")
    games = rotation or (first.split(" ")[0] or "?",)
    try:
        match = Match(tuple(map(find, games)), length, names=players)
    except UnknownGameError:
        raise
    except NardyError as error:
        raise EventsError(f"expected the games and the length of a match: {error}") from error
    match.replay(parsed, find)
    return match


def _numbers(record: Record) -> list[object]:
    """For each game its number, White's and Black's points before it, and what else is known of it."""
    return [
        {"number": game.number, "score": [whole(points) for points in game.scores]}
        | ({"comments": list(game.comments)} if game.comments else {})
        | ({"notes": [note_to_json(*note) for note in game.notes]} if game.notes else {})
        | ({"guessed": list(game.guessed)} if game.guessed else {})
        for game in record.games
    ]


def _numbered(record: Record, data: object) -> Record:
    """The record with the numbers and points of games in a file."""
    if data is None:
        return record
    parsed = cast("list[object]", data) if isinstance(data, list) else []
    if len(parsed) != len(record.games):
        raise EventsError(
            f"expected {len(record.games)} games with their numbers, got {data!r:.60}"
        )
    games: list[RecordedGame] = []
    for recorded, item in zip(record.games, parsed, strict=True):
        match item:
            case {
                "number": int(number),
                "score": [int() | float() as white, int() | float() as black],
            } if 0 <= number < _MOST and 0 <= white < _MOST and 0 <= black < _MOST:
                more = cast("dict[str, object]", item)
                comments = _texts(more.get("comments", []))
                notes = notes_from_json(more.get("notes", []), len(recorded.game.events))
                guessed = _guessed(more.get("guessed", []), recorded.game)
                told = {"number": number, "scores": (white, black), "comments": comments}
                games.append(replace(recorded, **told, notes=notes, guessed=guessed))
            case _:
                raise EventsError(f"expected a game's number and score, got {item!r:.60}")
    return replace(record, games=tuple(games))


def _guessed(data: object, game: Game) -> tuple[int, ...]:
    """Indices of turns among the events of a game, ascending."""
    turns = [at for at, event in enumerate(game.events) if isinstance(event, Played)]
    listed = cast("list[object]", data) if isinstance(data, list) else [data]
    indices = [at for at in listed if type(at) is int]
    if len(indices) < len(listed) or indices != sorted({*indices} & {*turns}):
        raise EventsError(f"expected guessed as ascending indices of turns, got {data!r:.60}")
    return tuple(indices)


def judged(record: Record) -> Record:
    """The record with a finding for each accepted illegal turn.

    Line numbers are those of `dumps` and of a saved game: one event a line, the first on line 2.
    """
    games: list[RecordedGame] = []
    line = 2
    for recorded in record.games:
        findings = tuple(_findings(recorded.game, line))
        games.append(replace(recorded, line=line, findings=(*recorded.findings, *findings)))
        line += len(recorded.game.events)
    return replace(record, games=tuple(games))


def _findings(game: Game, line: int) -> Iterator[Finding]:
    """The illegal turns in a game whose first event is on this line."""
    if not any(isinstance(event, Played) and event.accepted for event in game.events):
        return
    again = Game(game.rules, situation=start_of(game))
    for number, event in enumerate(game.events[1:], 1):
        if isinstance(event, Played) and event.accepted:
            verdict = judge(again.situation, event.turn)
            yield Finding(
                line=line + number,
                turn=event.turn,
                law=verdict.law,
                reason=verdict.reason,
                accepted=verdict.law is not None,
                player=again.to_act,
            )
        again.apply(event)


def _texts(data: object, what: str = "comments") -> tuple[str, ...]:
    listed = cast("list[object]", data) if isinstance(data, list) else [data]
    texts = tuple(item for item in listed if isinstance(item, str))
    if len(texts) != len(listed):
        raise EventsError(f"expected {what} as texts, got {data!r:.60}")
    return texts


def _tags(data: object) -> tuple[Tag, ...]:
    tags: list[Tag] = []
    for item in cast("list[object]", data) if isinstance(data, list) else [data]:
        match item:
            case [str(name), str(value)]:
                tags.append((name, value))
            case _:
                raise EventsError(f"expected tags as pairs of texts, got {item!r:.60}")
    return tuple(tags)
