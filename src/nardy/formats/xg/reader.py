"""The records of an .xg file as cells, which are replayed as those of a .mat file are.

Player 1 is White, 1 in the records; player 2 is -1. Points count from 0 in the mover's numbering, 24 is
the bar, and what is below 0 is off.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from nardy.core.player import Player
from nardy.core.position import BAR, OFF, PLACES
from nardy.core.rules import Rules
from nardy.core.words import PLACE_TEXTS
from nardy.errors import NotationError
from nardy.formats.mat import cells
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.lines import MOST_GAMES, GameText, MatText, Names
from nardy.formats.mat.match import read_match
from nardy.formats.mat.tags import rules_of_tags
from nardy.formats.notes import Choice, Note
from nardy.formats.record import Record, Tag
from nardy.formats.seated_position import SeatedPosition
from nardy.formats.xg.extract import Json
from nardy.formats.xg.rich_text import plain_text

WAY_OUT = "do open it in eXtreme Gammon and export it as .mat"
_COLUMNS = {1: 0, -1: 1}
_MONEY = 99_999
"""The match length of a money session."""
_VARIATIONS = ("Backgammon", "NackGammon", "HyperGammon", "LongGammon")
_MOST_LENGTH, _MOST_POINTS = 9_999, 1_000_000
_LARGEST_CUBE = 12
_MOST_DOUBLED = 12
_EPOCH, _MOST_DAYS = date(1899, 12, 30), 100_000
"""Dates count days from here."""
_CHANCES = (3, 4, 5, 1, 0)
"""Where the chances to win, to win a gammon and so on stand among seven values; the last is equity."""
_EQUITY = 6
_STANDARD = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


def read_records(found: Json, rules: Rules | None = None) -> Record:
    """Replay the games of a match.

    Raises:
        NotationError: a value that no match has, or no game.
    """
    match, records = found["match"], found["records"]
    length = 0 if match["length"] == _MONEY else match["length"]
    if not 0 <= length <= _MOST_LENGTH:
        raise NotationError(f"expected a match length in an .xg file, got {length}; {WAY_OUT}")
    file = MatText(length=length, tags=[*_tags(match)])
    names = tuple(" ".join(name.split()) for name in match["names"])
    for record in records:
        if record["kind"] == "game":
            if len(file.games) == MOST_GAMES:
                raise NotationError(f"expected at most {MOST_GAMES:,} games a file, got more")
            game = _game(record, (names[0], names[1]))
            if not length and record["auto_doubles"]:
                game.start = _doubled(record, game.start, file.tags)
            # A number that no game has would not be read back from JSON.
            game.number = game.number if 0 < game.number < _MOST_POINTS else len(file.games) + 1
            file.games.append(game)
        elif file.games:
            file.games[-1].cells += _cells(record)
    if not file.games:
        raise NotationError(f"expected at least one game in an .xg file, got none; {WAY_OUT}")
    return read_match(file, rules)


def _tags(match: Json) -> Iterator[Tag]:
    variation, limit = match["variation"], match["cube_limit"]
    if not 0 <= variation < len(_VARIATIONS):
        raise NotationError(
            f"expected a game from 0 to {len(_VARIATIONS) - 1} in an .xg file, got {variation}; "
            f"{WAY_OUT}"
        )
    yield "Variation", _VARIATIONS[variation]
    # What does not apply is stated too, and would make other rules of it.
    for name in ("jacoby", "beaver") if match["length"] == _MONEY else ("crawford",):
        yield name.title(), "On" if match[name] else "Off"
    if 0 <= limit <= _LARGEST_CUBE:
        yield "CubeLimit", str(2**limit)
    for name in ("event", "site", "round", "transcriber"):
        if match[name].strip():
            yield name.title(), " ".join(match[name].split())
    for number, (elo, experience) in enumerate(zip(match["elo"], match["experience"], strict=True)):
        if elo:
            yield f"Player {number + 1} Elo", f"{elo:.2f}/{experience}"
    days = match["date"]
    if days and 0 < days < _MOST_DAYS:
        yield "EventDate", f"{_EPOCH + timedelta(days=int(days)):%Y.%m.%d}"


def _game(record: Json, names: tuple[str, str]) -> GameText:
    scores = record["score"]
    if not all(0 <= points < _MOST_POINTS for points in scores):
        raise NotationError(f"expected a score in an .xg file, got {scores}; {WAY_OUT}")
    game = GameText(record["number"], record["record"], Names(names, (scores[0], scores[1]), 0))
    game.is_crawford = record["crawford"]
    game.comments = [text for text in map(plain_text, record["comments"]) if text]
    start = record["start"]
    if any(start) and tuple(start) != _STANDARD:
        game.start = _position(start)
    return game


def _doubled(record: Json, start: SeatedPosition | None, tags: Sequence[Tag]) -> SeatedPosition:
    """The beginning of a game after automatic doubles."""
    count = record["auto_doubles"]
    if not 0 <= count <= _MOST_DOUBLED:
        raise NotationError(
            f"expected at most {_MOST_DOUBLED} automatic doubles in an .xg file, got {count}; "
            f"{WAY_OUT}"
        )
    usual = rules_of_tags(tags).start
    board = start or SeatedPosition(white=usual.player, black=usual.opponent, on_roll=Player.WHITE)
    return replace(board, cube=1 << count)


def _position(start: Sequence[int]) -> SeatedPosition:
    """A position of signed counts, as player 1 sees it."""
    white, black = [0] * PLACES, [0] * PLACES
    for place, count in enumerate(start):
        (white if count > 0 else black)[place if count > 0 else BAR - place] = abs(count)
    if white[OFF] or black[OFF]:
        raise NotationError(f"expected checkers on their own bars in an .xg file; {WAY_OUT}")
    return SeatedPosition(white=tuple(white), black=tuple(black), on_roll=Player.WHITE)


def _cells(record: Json) -> Iterator[Cell]:
    kind, line = record["kind"], record["record"]
    if kind == "end":
        column = _COLUMNS.get(record["winner"])
        if column is not None:
            points = min(max(0, record["points"]), _MOST_POINTS)
            text = f"Wins {points} point{'s' * (points != 1)}"
            yield Cell(line=line, column=column, text=text, kind=cells.WIN, number=points)
        return
    column = _COLUMNS.get(record["player"])
    if column is None:
        raise NotationError(
            f"expected player 1 or -1 in record {line} of an .xg file, got {record['player']}; "
            f"{WAY_OUT}"
        )
    yield from (_cube if kind == "cube" else _turn)(record, column)


def _cube(record: Json, column: int) -> Iterator[Cell]:
    """A double with its answer; other records of the cube say that there was none."""
    if record["double"] != 1:
        return
    line, other = record["record"], 1 - column
    note = Note(comment=plain_text(record["comment"]), cube=_doubling(record))
    yield Cell(line=line, column=column, text=" Doubles", kind=cells.DOUBLE, note=note or None)
    answers = {0: (cells.PASS, " Drops"), 1: (cells.TAKE, " Takes"), 2: (cells.BEAVER, " Beavers")}
    if record["take"] in answers:
        kind, text = answers[record["take"]]
        yield Cell(line=line, column=other, text=text, kind=kind)
        if record["take"] == 2 and record["raccoon"] == 1:
            yield Cell(line=line, column=column, text=" Raccoons", kind=cells.RACCOON)


def _turn(record: Json, column: int) -> Iterator[Cell]:
    dice = "".join(map(str, record["dice"]))
    note = Note(comment=plain_text(record["comment"]), luck=record["luck"])
    turn, kind = turn_text(record["moves"]), cells.TURN
    if not all(1 <= die <= 6 for die in record["dice"]):
        dice, kind = "", cells.NO_ROLL
    elif not record["played"]:
        # The player resigned after the roll.
        turn, kind = "", cells.ROLLED
    else:
        choices = [choice for choice in map(_choice, record["choices"]) if choice]
        played = next((at for at, one in enumerate(choices) if _same(one.act, turn)), None)
        note = Note(comment=note.comment, luck=note.luck, choices=tuple(choices), played=played)
    yield Cell(
        line=record["record"],
        column=column,
        text=f"{''.join(map(str, record['dice']))}: {turn}".strip(),
        kind=kind,
        dice=dice,
        turn=turn,
        note=note or None,
    )


def turn_text(moves: Sequence[int]) -> str:
    """The text of pairs of points.

    >>> turn_text([23, 17, 4, -2, -1, -1, -1, -1])
    '24/18 5/off'
    """
    words: list[str] = []
    for origin, target in zip(moves[::2], moves[1::2], strict=True):
        if not 0 <= origin < BAR or target >= origin:
            break
        words.append(f"{PLACE_TEXTS[origin + 1]}/{PLACE_TEXTS[max(OFF, target + 1)]}")
    return " ".join(words)


def _same(one: str, other: str) -> bool:
    return sorted(one.split()) == sorted(other.split())


def _choice(choice: Json) -> Choice | None:
    values, act = choice["chances"], turn_text(choice["moves"])
    if None in values:
        return None
    return Choice(
        act=act,
        chances=tuple(values[at] for at in _CHANCES),
        equity=values[_EQUITY],
        method=f"level {choice['level']}",
    )


def _doubling(record: Json) -> tuple[Choice, ...]:
    """Not doubling and doubling with a take; empty where XG did not analyze."""
    chances, doubled, equities = record["chances"], record["doubled"], record["equities"]
    if not record["level"] or None in (*chances, *doubled, *equities):
        return ()
    method = f"level {record['level']}"
    return tuple(
        Choice(
            act=act,
            chances=tuple(values[at] for at in _CHANCES),
            cubeless=values[_EQUITY],
            equity=equity,
            method=method,
        )
        for act, values, equity in (
            ("no double", chances, equities[0]),
            ("double, take", doubled, equities[1]),
        )
    )
