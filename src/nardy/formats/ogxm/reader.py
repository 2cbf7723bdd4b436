"""The plies of an .ogxm file as cells, which are replayed as those of a .mat file are."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import cast

from nardy.core.player import Player
from nardy.core.position import BAR, OFF, PLACES
from nardy.core.rules import Rules
from nardy.core.words import PLACE_TEXTS
from nardy.errors import NotationError
from nardy.formats.mat import cells
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.lines import GameText, MatText, Names
from nardy.formats.mat.match import read_match
from nardy.formats.mat.tags import rules_of_tags
from nardy.formats.ogxm.extract import SET_POSITION, Json
from nardy.formats.record import Finding, Record, Tag
from nardy.formats.seated_position import SeatedPosition

WAY_OUT = "do export it as .mat on OpenGammon"
_VARIATIONS = ("Backgammon", "NackGammon", "HyperGammon", "LongGammon")
_ACTS = {
    21: (cells.DOUBLE, " Doubles"),
    22: (cells.TAKE, " Takes"),
    23: (cells.PASS, " Drops"),
    27: (cells.RESIGN, " Resigns"),
    28: (cells.RESIGN, " Resigns"),
    29: (cells.RESIGN, " Resigns"),
    32: (cells.BEAVER, " Beavers"),
    33: (cells.RACCOON, " Raccoons"),
}
_MARKERS = {24, 25, 26, 30, 37}
"""The end of a game, of the match, of the record, and turns without dice."""
_SEATS = (Player.WHITE, Player.BLACK)
_CRAWFORD, _JACOBY, _BEAVER, _RACCOON = 1, 2, 4, 8
_MOST_LENGTH, _MOST_POINTS, _MOST_CUBE = 9_999, 1_000_000, 4096


def read_plies(found: Json, rules: Rules | None = None) -> Record:
    """Replay the games of a match.

    Raises:
        NotationError: a value that no match has, or no game.
    """
    length, games = found["length"], found["games"]
    if length > _MOST_LENGTH or max(found["score"]) >= _MOST_POINTS:
        raise NotationError(f"expected a match length and a score in an .ogxm file; {WAY_OUT}")
    if not games:
        raise NotationError(f"expected at least one game in an .ogxm file, got none; {WAY_OUT}")
    file = MatText(length=length, tags=[*_tags(found)])
    names = tuple(" ".join(name.split()) for name in found["names"])
    scores, line = cast("tuple[int, int]", tuple(found["score"])), 1
    for number, game in enumerate(games, start=1):
        text = GameText(number, line, Names((names[0], names[1]), scores, 0))
        text.is_crawford = False if found["is_past_crawford"] else None
        _read_game(text, game, file.tags)
        file.games.append(text)
        line += len(game["plies"]) + 1
        scores = _after(scores, game)
    return read_match(file, rules)


def _after(scores: tuple[int, int], game: Json) -> tuple[int, int]:
    """White's and Black's points after a game, which has its full value even beyond the match."""
    white, black = (game["points"] if game["winner"] == seat else 0 for seat in (0, 1))
    return min(scores[0] + white, _MOST_POINTS), min(scores[1] + black, _MOST_POINTS)


def _tags(found: Json) -> Iterator[Tag]:
    variant, flags, limit = found["variant"], found["rules"], found["cube_limit"]
    if not 0 <= variant < len(_VARIATIONS):
        raise NotationError(
            f"expected a game from 0 to {len(_VARIATIONS) - 1} in an .ogxm file, got {variant}; "
            f"{WAY_OUT}"
        )
    yield "Variation", _VARIATIONS[variant]
    # What does not apply is stated too, and would make other rules of it.
    if found["length"]:
        yield "Crawford", "On" if flags & _CRAWFORD else "Off"
    else:
        yield "Jacoby", "On" if flags & _JACOBY else "Off"
        yield "Beaver", "On" if flags & _BEAVER else "Off"
    if limit == 1 or (1 < limit <= _MOST_CUBE):
        yield "CubeLimit", str(limit)
    if found["event"].strip():
        yield "Event", " ".join(found["event"].split())
    if 0 < found["began"] < 2**32:
        yield "EventDate", f"{datetime.fromtimestamp(found['began'], UTC):%Y.%m.%d}"


def _read_game(text: GameText, game: Json, tags: Sequence[Tag]) -> None:
    plies = game["plies"]
    board = game["board"]
    if plies and plies[0]["action"] == SET_POSITION and not plies[0].get("dice"):
        board, plies = plies[0].get("board"), plies[1:]
    text.start = _start(game, board, tags)
    for line, ply in enumerate(plies, start=text.line + 1):
        text.cells += _cells(text, ply, line)
    points, winner = min(game["points"], _MOST_POINTS), game["winner"]
    if winner in (0, 1) and points:
        won = f"Wins {points} point{'s' * (points != 1)}"
        line = text.line + len(game["plies"])
        text.cells.append(Cell(line=line, column=winner, text=won, kind=cells.WIN, number=points))


def _start(game: Json, board: list[int] | None, tags: Sequence[Tag]) -> SeatedPosition | None:
    """The position of a game that did not begin in the usual way."""
    value = game["cube"]
    if board is None and value == 1:
        return None
    if not 1 <= value <= _MOST_CUBE or value & (value - 1):
        raise NotationError(f"expected a cube in an .ogxm file, got {value}; {WAY_OUT}")
    owner = _SEATS[game["owner"]] if game["owner"] in (0, 1) else None
    start = rules_of_tags(tags).start
    white, black = _sides(board) if board else (start.player, start.opponent)
    return SeatedPosition(white=white, black=black, on_roll=Player.WHITE, cube=value, owner=owner)


def _sides(board: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Each player's checkers in their own numbering; White's count is positive."""
    white, black = [0] * PLACES, [0] * PLACES
    for at, count in enumerate(board):
        (white if count > 0 else black)[BAR - at if count > 0 else at] = abs(count)
    if white[OFF] or black[OFF]:
        raise NotationError(f"expected checkers on their own bars in an .ogxm file; {WAY_OUT}")
    return tuple(white), tuple(black)


def _cells(game: GameText, ply: Json, line: int) -> Iterator[Cell]:
    column, action = ply["seat"], ply["action"]
    if action in _ACTS:
        kind, text = _ACTS[action]
        yield Cell(line=line, column=column, text=text, kind=kind)
    elif action in _MARKERS:
        return
    elif action < SET_POSITION and _is_roll(ply.get("dice")):
        dice = "".join(map(str, ply["dice"]))
        turn = turn_text(column, ply["steps"])
        text, kind = f"{dice}: {turn}".strip(), cells.TURN
        yield Cell(line=line, column=column, text=text, kind=kind, dice=dice, turn=turn)
    else:
        is_position = action == SET_POSITION
        got = "a position that was set" if is_position else f"action {action}"
        reason = f"expected a roll, an act on the cube or the end in an .ogxm file, got {got}"
        game.odd.append(Finding(line=line, turn=f"ply {line}", reason=reason, unreadable=True))
        yield Cell(line=line, column=column, text=f"ply {line}", kind=cells.NO_ROLL)


def _is_roll(dice: Sequence[int] | None) -> bool:
    return dice is not None and all(1 <= die <= 6 for die in dice)


def turn_text(seat: int, steps: Sequence[Sequence[int]]) -> str:
    """The text of moves, each the point where it begins and its pips.

    >>> turn_text(0, [(0, 5), (19, 6)]), turn_text(1, [(24, 6)])
    ('bar/20 6/off', '24/18')
    """
    words: list[str] = []
    for at, pips in steps:
        origin = BAR - at if seat == 0 else at
        if not 0 < origin <= BAR or not pips:
            return "?"
        words.append(f"{PLACE_TEXTS[origin]}/{PLACE_TEXTS[max(OFF, origin - pips)]}")
    return " ".join(words)
