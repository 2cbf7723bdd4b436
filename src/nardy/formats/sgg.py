"""Matches of GamesGrid, .sgg: reading only.

The players ('ann vs. bob'), facts about the match, then games: 'Game 1.  0-0/7' and a line for each roll,
turn or act. A number and one tab stand before those of the first player, two tabs before the other's. A
roll comes on a line of its own, and again with its turn; lines may come twice. Source: what GNU Backgammon
reads (import.c), in our own words; no file of GamesGrid was found.
"""

import re
from dataclasses import replace
from typing import IO

from nardy.core.rules import Rules
from nardy.errors import NotationError
from nardy.formats.mat import cells
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.lines import MOST_BYTES, MOST_GAMES, GameText, MatText, Names, decoded
from nardy.formats.mat.match import read_match
from nardy.formats.record import Finding, Record

_PLAYERS = re.compile(r"\s*(\S.{0,80}?)\s+vs\.\s+(\S.{0,80}?)\s*")
_BEGINNING = re.compile(
    rb"(?:[^\n]{0,200}\n){0,10}?[^\n]{1,90}\svs\.\s[^\n]{1,90}\n(?:[^\n]{0,200}\n){0,30}?Game\s"
)
_GAME = re.compile(
    r"Game\s+(\d{1,6})\.\s*(\d{1,6})(\*?)\s*-\s*(\d{1,6})(\*?)(?:\s*/\s*(\d{1,4}))?\s*"
)
_FACT = re.compile(r"(Jacoby|Crawford|Beavers|Doubling Cube|Variant):\s*(\S+)\s*")
_TAGS = {"Jacoby": "Jacoby", "Crawford": "Crawford", "Beavers": "Beaver", "Variant": "Variation"}
_ROW = re.compile(r"\d{1,6}\t(\t?)(.*)")
_ROLL = re.compile(r"([1-6])([1-6]):\s*(.*)")
_DANCE = "O-O"
_CLOSED = re.compile(r"-+:?\s*(?:O-O)?")
_WINS = re.compile(r"(.{1,80}?)\s+wins\s+(\d{1,6})\s+points?.*")
_ACTS = {
    "double": (cells.DOUBLE, " Doubles"),
    "beaver": (cells.BEAVER, " Beavers"),
    "raccoon": (cells.RACCOON, " Raccoons"),
    "accept": (cells.TAKE, " Takes"),
    "pass": (cells.PASS, " Drops"),
    "resign": (cells.RESIGN, " Resigns"),
}


def is_sgg(data: bytes) -> bool:
    """Whether a file begins with players and a game of GamesGrid."""
    beginning = data[:8192].removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    found = _BEGINNING.match(beginning[:4096])
    # The place is one of bytes, which letters beyond ASCII take more of.
    return bool(found and _GAME.match(decoded(beginning[found.end() - 5 :])))


def loads(data: str | bytes, rules: Rules | None = None) -> Record:
    r"""Read a match and replay it, as a .mat file is replayed.

    >>> record = loads("ann vs. bob\n\nGame 1.  0-0/3\n1\t31:\n1\t31: 8/5, 6/5\n1\t\t64:\n1\t\t64: 24/14\n")
    >>> [event.turn for event in record.events if event.kind == "played"]
    ['8/5 6/5', '24/14']

    Raises:
        NotationError: no .sgg file.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(
            f"expected an .sgg file of at most {MOST_BYTES:,} bytes, got more; give one match a file"
        )
    text = data if isinstance(data, str) else decoded(data)
    file, names = MatText(length=0), ("", "")
    for line, row in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        found, players = _GAME.match(row), _PLAYERS.fullmatch(row)
        if found:
            _begin(file, names, line, found)
        elif file.games:
            _read_line(file.games[-1], line, row)
        elif players and not names[0]:
            names = players[1], players[2]
        else:
            _read_fact(file, row)
    if not file.games or not names[0]:
        raise NotationError(
            "expected an .sgg file with 'ann vs. bob' and 'Game 1. 0-0/7', "
            f"got {text.strip()[:60]!r}; do import it in GNU Backgammon and export it as .mat"
        )
    return read_match(file, rules)


def load(file: IO[str] | IO[bytes], rules: Rules | None = None) -> Record:
    """Read a match from a file."""
    return loads(file.read(MOST_BYTES + 1), rules)


def _read_fact(file: MatText, row: str) -> None:
    fact = _FACT.fullmatch(row)
    if not fact:
        return
    if fact[1] == "Doubling Cube":
        file.tags += [("CubeLimit", "1")] if fact[2] == "No" else []
    else:
        value = {"Yes": "On", "No": "Off"}.get(fact[2], fact[2])
        file.tags.append((_TAGS[fact[1]], value))


def _begin(file: MatText, names: tuple[str, str], line: int, found: re.Match[str]) -> None:
    number, white, first, black, second, length = found.groups()
    if file.games and int(length or 0) != file.length:
        one, other = (f"to {points}" if points else "for money" for points in (file.length, length))
        raise NotationError(
            f"expected games of one match {one}, got one {other} in line {line}; "
            "do save them as two files"
        )
    if len(file.games) == MOST_GAMES:
        raise NotationError(f"expected at most {MOST_GAMES:,} games a file, got more")
    file.length = int(length or 0)
    game = GameText(int(number), line, Names(names, (int(white), int(black)), 0))
    # A star stands behind the points of the player whose game it is the Crawford game of.
    game.is_crawford = bool(first or second) or None
    file.games.append(game)


def _read_line(game: GameText, line: int, row: str) -> None:
    found, wins = _ROW.fullmatch(row), _WINS.fullmatch(row)
    if found:
        _read_act(game, line, len(found[1]), found[2].strip())
    elif wins and game.head:
        _read_win(game, line, row.strip(), wins)
    elif game.head and " wi" in row and row.partition(" wi")[0].strip() in game.head.names:
        reason = "expected 'wins 3 points', got a line that is cut short; the result is left out"
        game.odd.append(_lost_result(line, row.strip(), reason))
    elif row.strip():
        game.comments.append(row.strip())


def _read_win(game: GameText, line: int, text: str, wins: re.Match[str]) -> None:
    names = [name.casefold() for name in game.head.names] if game.head else []
    winner = wins[1].strip().casefold()
    if winner in names:
        cell = Cell(line=line, column=names.index(winner), text=text, kind=cells.WIN)
        game.cells.append(replace(cell, number=int(wins[2])))
    else:
        reason = f"expected one of the players as the winner, got {wins[1].strip()!r}; nobody won"
        game.odd.append(_lost_result(line, text, reason))


def _lost_result(line: int, text: str, reason: str) -> Finding:
    return Finding(line=line, turn=text[:80], reason=reason, unreadable=True, is_result_only=True)


def _read_act(game: GameText, line: int, column: int, text: str) -> None:
    last = game.cells[-1] if game.cells else None
    roll = _ROLL.fullmatch(text)
    word = next((word for word in _ACTS if text.lower().startswith(word)), "")
    if roll:
        _read_roll(game, line, column, roll)
    elif word == "resign":
        _resign(game, line, column)
    elif word:
        kind, name = _ACTS[word]
        # A line that comes twice is one act.
        if not (last and (last.kind, last.column) == (kind, column)):
            game.cells.append(Cell(line=line, column=column, text=name, kind=kind))
    elif _CLOSED.fullmatch(text):
        # Who is shut out does not roll; any dice are a dance.
        game.cells.append(
            Cell(line=line, column=column, text=text, kind=cells.TURN, dice="66", turn="")
        )
    else:
        reason = "expected a roll or an act on the cube of an .sgg file; the rest is left out"
        game.odd.append(Finding(line=line, turn=text[:80], reason=reason, unreadable=True))
        game.cells.append(Cell(line=line, column=column, text=text[:80], kind=cells.NO_ROLL))


def _read_roll(game: GameText, line: int, column: int, found: re.Match[str]) -> None:
    """A roll, which comes alone at first, then with its turn."""
    dice, turn = found[1] + found[2], found[3]
    last = game.cells[-1] if game.cells else None
    is_again = bool(last and (last.kind, last.column, last.dice) == (cells.TURN, column, dice))
    text = f"{dice}: {turn}".strip()
    if turn.lower().startswith("resign"):
        _resign(game, line, column)
        return
    turn = "" if turn == _DANCE else turn
    cell = Cell(line=line, column=column, text=text, kind=cells.TURN, dice=dice, turn=turn)
    if not is_again:
        game.cells.append(cell)
    elif text[3:].strip():
        # The same player cannot roll again.
        game.cells[-1] = cell


def _resign(game: GameText, line: int, column: int) -> None:
    """A resignation; a roll that came alone before it had no turn."""
    last = game.cells[-1] if game.cells else None
    if last and (last.kind, last.column, last.text) == (cells.TURN, column, f"{last.dice}:"):
        game.cells[-1] = replace(last, kind=cells.ROLLED)
    game.cells.append(Cell(line=line, column=column, text=" Resigns", kind=cells.RESIGN))
