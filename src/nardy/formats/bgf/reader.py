"""The match of a .bgf file as cells, which are replayed as those of a .mat file are.

Green, player -1, is White; Red is player 1. Points are in the mover's numbering, 25 is the bar and 0 is
off. A record whose green die is 7 is no roll; its red die says what it is.
"""

import re
from collections.abc import Iterator

from nardy.core.player import Player
from nardy.core.position import BAR, PLACES
from nardy.core.rules import Rules
from nardy.core.words import PLACE_TEXTS
from nardy.errors import NotationError
from nardy.formats.bgf.notes import doubling, note_of
from nardy.formats.bgf.values import Json, listed, mapped, objects, text_of, whole_of
from nardy.formats.mat import cells
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.lines import MOST_GAMES, GameText, MatText, Names
from nardy.formats.mat.match import read_match
from nardy.formats.notes import Note
from nardy.formats.record import Finding, Record, Tag
from nardy.formats.seated_position import SeatedPosition
from nardy.games import BACKGAMMON, HYPERGAMMON, NACKGAMMON

WAY_OUT = "do open it in BGBlitz and export it as a Jellyfish .mat file"
_COLUMNS = {-1: 0, 1: 1}
_NO_DIE = 7
_ACTS = {
    1: (cells.DOUBLE, " Doubles"),
    2: (cells.TAKE, " Takes"),
    3: (cells.PASS, " Drops"),
    9: (cells.RESIGN, " Resigns"),
}
_END, _DANCE = 4, 5
_GAMES = {"Backgammon": BACKGAMMON, "NackGammon": NACKGAMMON, "HyperGammon": HYPERGAMMON}
_MOST_LENGTH, _MOST_POINTS, _MOST_CUBE = 9_999, 1_000_000, 4096
_DATE = re.compile(r"\d{4}\.\d\d\.\d\d")


def read_bgf(found: Json, rules: Rules | None = None) -> Record:
    """Replay the games of a match.

    Raises:
        NotationError: a value that no match has, or no game.
    """
    games = objects(found.get("games"))
    if not games:
        raise NotationError(f"expected at least one game in a .bgf file, got none; {WAY_OUT}")
    if len(games) > MOST_GAMES:
        raise NotationError(f"expected at most {MOST_GAMES:,} games a file, got more")
    length = _points(found, "matchlen")
    variation = _variation(games[0])
    file = MatText(length=length, tags=[*_tags(found, variation)])
    finals = _points(found, "finalGreen"), _points(found, "finalRed")
    afters = [*map(_scores, games[1:]), finals]
    line = 1
    for number, (game, after) in enumerate(zip(games, afters, strict=True), start=1):
        names = text_of(found, "nameGreen"), text_of(found, "nameRed")
        text = GameText(number, line, Names(names, _scores(game), 0))
        _read_game(text, game, variation, _won(game, after))
        file.games.append(text)
        line += len(listed(game.get("moves"))) + 1
    return read_match(file, rules)


def _scores(game: Json) -> tuple[int, int]:
    return _points(game, "scoreGreen"), _points(game, "scoreRed")


def _won(game: Json, after: tuple[int, int]) -> tuple[int, int]:
    """The points of a game for either winner; after a last resignation only the score tells them."""
    gained = (max(0, later - before) for before, later in zip(_scores(game), after, strict=True))
    green, red = (_points(game, "wonPoints") or points for points in gained)
    return green, red


def _points(found: Json, name: str) -> int:
    value = whole_of(found, name)
    if not 0 <= value <= (_MOST_LENGTH if name == "matchlen" else _MOST_POINTS):
        raise NotationError(f"expected points as {name} of a .bgf file, got {value}; {WAY_OUT}")
    return value


def _tags(found: Json, variation: str) -> Iterator[Tag]:
    yield "Variation", variation or "Backgammon"
    # What does not apply is stated too, and would make other rules of it.
    for name in ("Crawford",) if found.get("matchlen") else ("Jacoby", "Beaver"):
        yield name, "On" if found.get(f"use{name}") is True else "Off"
    limit = whole_of(found, "cubeLimit")
    if found.get("useCube") is False:
        yield "CubeLimit", "1"
    elif 1 < limit <= _MOST_CUBE:
        yield "CubeLimit", str(limit)
    for name, tag in (("event", "Event"), ("site", "Site"), ("round", "Round")):
        if text_of(found, name):
            yield tag, text_of(found, name)
    if _DATE.fullmatch(text_of(found, "date")):
        yield "EventDate", text_of(found, "date")
    if text_of(found, "extMatchID"):
        yield "Match ID", text_of(found, "extMatchID")


def _variation(game: Json) -> str:
    """The game whose start the first game has; empty for a position that was set up."""
    initial = mapped(game.get("initial"))
    if initial.get("egyptian") is True:
        raise NotationError(
            f"expected a .bgf file without the Egyptian rule, got one with it; {WAY_OUT}"
        )
    white, black = _sides(initial)
    if not any(white) and not any(black):
        return "Backgammon"
    starts = {name: rules.start for name, rules in _GAMES.items()}
    return next(
        (name for name, at in starts.items() if (at.player, at.opponent) == (white, black)), ""
    )


def _sides(initial: Json) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Green's and Red's checkers, each in their own numbering; points stand in Red's."""
    points = [value if type(value) is int else 0 for value in listed(initial.get("points"))]
    points = [*points, *[0] * PLACES][:PLACES]
    if any(abs(count) > PLACES for count in points):
        raise NotationError(f"expected checkers on points of a .bgf file, got {points}; {WAY_OUT}")
    green, red = [0] * PLACES, [0] * PLACES
    for at, count in enumerate(points[: BAR - 1], start=1):
        (green if count > 0 else red)[BAR - at if count > 0 else at] = abs(count)
    green[BAR], red[BAR] = abs(points[BAR - 1]), abs(points[BAR])
    return tuple(green), tuple(red)


def _read_game(text: GameText, game: Json, variation: str, won: tuple[int, int]) -> None:
    text.is_crawford = game.get("isCrawford") is True
    text.start = _start(mapped(game.get("initial")), variation)
    text.comments = [one for one in listed(game.get("comment")) if isinstance(one, str)]
    for line, record in enumerate(listed(game.get("moves")), start=text.line + 1):
        text.cells += _cells(text, mapped(record), line, won)


def _start(initial: Json, variation: str) -> SeatedPosition | None:
    white, black = _sides(initial)
    value = whole_of(initial, "cube") or 1
    start = _GAMES[variation].start if variation else None
    is_usual = not any(white) or (start and (start.player, start.opponent) == (white, black))
    if is_usual and value == 1:
        return None
    owner = {-1: Player.WHITE, 1: Player.BLACK}.get(whole_of(initial, "cubeOwner"))
    is_cube = 1 <= value <= _MOST_CUBE and not value & (value - 1)
    if not is_cube or not any(white):
        raise NotationError(
            f"expected a position and a cube at the start of a game of a .bgf file, got {value}; "
            f"{WAY_OUT}"
        )
    return SeatedPosition(white=white, black=black, on_roll=Player.WHITE, cube=value, owner=owner)


def _cells(game: GameText, record: Json, line: int, won: tuple[int, int]) -> Iterator[Cell]:
    column, red = _COLUMNS.get(whole_of(record, "player")), whole_of(record, "red")
    if column is None:
        raise NotationError(
            f"expected player -1 or 1 in record {line} of a .bgf file, got "
            f"{record.get('player')!r:.20}; {WAY_OUT}"
        )
    if whole_of(record, "green") != _NO_DIE:
        dice = f"{red}{whole_of(record, 'green')}"
        yield _turn(record, line, column, dice, turn_text(record))
    elif red == _DANCE:
        # The dice stand where moves would.
        dice = "".join(str(_first(record, name)) for name in ("from", "to"))
        yield _turn(record, line, column, dice, "")
    elif red == _END:
        points = won[column]
        if points:
            text = f"Wins {points} point{'s' * (points != 1)}"
            yield Cell(line=line, column=column, text=text, kind=cells.WIN, number=points)
    elif red in _ACTS:
        kind, text = _ACTS[red]
        note = Note(cube=doubling(record)) if kind == cells.DOUBLE else None
        yield Cell(line=line, column=column, text=text, kind=kind, note=note or None)
    else:
        reason = f"expected a roll, a double, its answer or the end in a .bgf file, got {red}"
        game.odd.append(Finding(line=line, turn=f"record {line}", reason=reason, unreadable=True))
        yield Cell(line=line, column=column, text=f"record {line}", kind=cells.NO_ROLL)


def _first(record: Json, name: str) -> int:
    values = listed(record.get(name))
    return values[0] if values and type(values[0]) is int else 0


def _turn(record: Json, line: int, column: int, dice: str, turn: str | None) -> Cell:
    is_roll = bool(re.fullmatch("[1-6]{2}", dice)) and turn is not None
    return Cell(
        line=line,
        column=column,
        text=f"{dice}: {turn or ''}".strip(),
        kind=cells.TURN if is_roll else cells.NO_ROLL,
        dice=dice if is_roll else "",
        turn=turn or "",
        note=note_of(record, turn_text) or None,
    )


def turn_text(record: Json) -> str | None:
    """The moves of a record; None if they are none.

    >>> turn_text({"from": [13, 6, -1, -1], "to": [8, 0, -1, -1]})
    '13/8 6/off'
    """
    words: list[str] = []
    for origin, target in zip(listed(record.get("from")), listed(record.get("to")), strict=False):
        if origin == -1:
            break
        if not _is_move(origin, target):
            return None
        words.append(f"{PLACE_TEXTS[origin]}/{PLACE_TEXTS[max(0, target)]}")
    return " ".join(words)


def _is_move(origin: object, target: object) -> bool:
    if type(origin) is not int or type(target) is not int:
        return False
    return 0 < origin <= BAR and target < origin
