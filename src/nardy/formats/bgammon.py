"""Replays of bgammon.org, .match: reading only.

An index, then games: `i <time> <player 1> <player 2> <length> <score> <score> <winner> <cube> <variant>`
and their events, `1 r 5-3 13/8 24/21`, `1 d 2 1` and `1 t`, all moves in player 1's numbering. Player 1
is White. Source: REPLAY.md of bgammon, whose last field but one is the cube, not the points.
"""

import re
from dataclasses import replace
from typing import IO

from nardy.core.player import Player
from nardy.core.position import BAR, PLACES
from nardy.core.rules import Rules
from nardy.core.words import PLACE_TEXTS
from nardy.errors import NotationError
from nardy.formats.mat import cells
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.lines import MOST_BYTES, MOST_GAMES, GameText, MatText, Names, decoded
from nardy.formats.mat.match import read_match
from nardy.formats.record import Finding, Record, RecordedGame

_INDEX = re.compile(r"bgammon-replay \d{1,12}")
_BEGINNING = re.compile(rb"\s*(?:bgammon-replay \d|i \d{1,12} \S+ \S+ \d{1,4} \d)")
_HEAD = re.compile(
    r"i (\d{1,12}) (\S+) (\S+) (\d{1,4}) (\d{1,4}) (\d{1,4}) ([012]) (\d{1,6}) (\d)", re.ASCII
)
_ROLL = re.compile(r"([12]) r ([1-6])-([1-6])((?: \S+){0,4})", re.ASCII)
_DOUBLE = re.compile(r"([12]) d (\d{1,6}) ([01])", re.ASCII)
_END = re.compile(r"([12]) t", re.ASCII)
_MOVE = re.compile(r"(bar|\d{1,2})/(off|\d{1,2})", re.ASCII)
_VARIANTS = {"1": "acey-deucey", "2": "tabula"}


def is_replay(data: bytes) -> bool:
    """Whether a file begins as a replay."""
    return bool(_BEGINNING.match(data[:400].removeprefix(b"\xef\xbb\xbf")))


def loads(data: str | bytes, rules: Rules | None = None) -> Record:
    r"""Read a match and replay it, as a .mat file is replayed.

    >>> record = loads("i 1 ann bob 3 0 0 0 1 0\n1 r 3-1 8/5 6/5\n2 r 6-4 1/11\n")
    >>> [event.turn for event in record.events if event.kind == "played"]
    ['8/5 6/5', '24/14']

    Raises:
        NotationError: no replay, one of another game, or one without a game.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(
            f"expected a replay of at most {MOST_BYTES:,} bytes, got more; give one match a file"
        )
    text = data if isinstance(data, str) else decoded(data)
    lines = [*enumerate(text.removeprefix("\ufeff").splitlines(), start=1)]
    file, winners = MatText(length=0), dict[int, int]()
    for line, row in lines:
        _read_line(file, winners, line, row.strip())
    if not file.games:
        raise NotationError(
            "expected a replay of bgammon.org with a line such as 'i 1700000000 ann bob 3 0 0 1 1 0', "
            f"got {text.strip()[:60]!r}; download it again"
        )
    record = read_match(file, rules)
    return replace(record, games=tuple(_compared(game, winners) for game in record.games))


def load(file: IO[str] | IO[bytes], rules: Rules | None = None) -> Record:
    """Read a match from a file."""
    return loads(file.read(MOST_BYTES + 1), rules)


def _compared(recorded: RecordedGame, winners: dict[int, int]) -> RecordedGame:
    """The game, with a finding if the replay names another winner than the rules."""
    stated, outcome = winners.get(recorded.line), recorded.game.outcome
    winner = list(Player)[stated - 1] if stated else None
    if winner is None or outcome is None or outcome.winner is winner:
        return recorded
    reason = (
        f"the replay says that {winner.value.title()} won; by the rules it was the other player"
    )
    finding = Finding(line=recorded.line, turn=f"Game {recorded.number}", reason=reason)
    return replace(recorded, findings=(finding, *recorded.findings))


def _read_line(file: MatText, winners: dict[int, int], line: int, row: str) -> None:
    found = _HEAD.fullmatch(row)
    if found:
        winners[line] = _begin(file, line, found)
    elif row and file.games:
        _read_event(file.games[-1], line, row)
    elif row and not _INDEX.fullmatch(row):
        raise NotationError(
            f"expected the index of a replay or a game (i ...) in line {line}, got {row!r:.60}; "
            "download it again"
        )


def _begin(file: MatText, line: int, found: re.Match[str]) -> int:
    """Begin a game; return its winner, 0 for none."""
    _, one, other, length, left, right, winner, _, variant = found.groups()
    if variant != "0":
        raise NotationError(
            f"expected backgammon in line {line} of the replay, got {_VARIANTS.get(variant, variant)}; "
            "do give a replay of backgammon"
        )
    if file.games and int(length) != file.length:
        raise NotationError(
            f"expected games of one match to {file.length}, got one to {length} in line {line}; "
            "do save them as two files"
        )
    if len(file.games) == MOST_GAMES:
        raise NotationError(f"expected at most {MOST_GAMES:,} games a file, got more")
    file.length = int(length)
    head = Names((one, other), (int(left), int(right)), 0)
    file.games.append(GameText(len(file.games) + 1, line, head))
    return int(winner)


def _given_up(line: int, column: int) -> Cell:
    # There is no other loss than a single here.
    return Cell(line=line, column=column, text=" Resigns", kind=cells.RESIGN, number=1)


def _read_event(game: GameText, line: int, row: str) -> None:
    roll, double, end = _ROLL.fullmatch(row), _DOUBLE.fullmatch(row), _END.fullmatch(row)
    if roll:
        game.cells.append(_turn(line, roll))
    elif double:
        column, value = int(double[1]) - 1, int(double[2])
        cell = Cell(line=line, column=column, text=" Doubles", kind=cells.DOUBLE, number=value)
        kind, text = (cells.TAKE, " Takes") if double[3] == "1" else (cells.PASS, " Drops")
        game.cells += [cell, Cell(line=line, column=1 - column, text=text, kind=kind)]
    elif end:
        game.cells.append(_given_up(line, int(end[1]) - 1))
    elif not any(finding.unreadable for finding in game.odd):
        reason = "expected a roll, a double or the end in a replay; the rest is left out"
        game.odd.append(Finding(line=line, turn=row[:80], reason=reason, unreadable=True))
        game.cells.append(Cell(line=line, column=0, text=row[:80], kind=cells.NO_ROLL))


def _turn(line: int, found: re.Match[str]) -> Cell:
    column, dice = int(found[1]) - 1, found[2] + found[3]
    words = [_word(word, column) for word in found[4].split()]
    turn = " ".join(word or "?" for word in words)
    kind = cells.NO_ROLL if None in words else cells.TURN
    text = f"{dice}: {turn}".strip()
    dice = dice if kind == cells.TURN else ""
    return Cell(line=line, column=column, text=text, kind=kind, dice=dice, turn=turn)


def _word(word: str, column: int) -> str | None:
    """A move in the mover's numbering; None if it is none."""
    found = _MOVE.fullmatch(word)
    places = [_place(place, column) for place in found.groups()] if found else [None]
    return None if None in places else "/".join(place or "" for place in places)


def _place(text: str, column: int) -> str | None:
    if not text.isdigit():
        return text
    point = int(text) if column == 0 else BAR - int(text)
    return PLACE_TEXTS[point] if 0 < point < PLACES - 1 else None
