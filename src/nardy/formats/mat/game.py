"""Replay one game of a .mat file."""

from nardy.core.choices import Opening
from nardy.core.game import Game, opening_situation
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Score
from nardy.formats.mat import cells as mat_cells
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.doubles import read_bomb, read_double, read_pass, read_take
from nardy.formats.mat.end import finish, read_end, result_of_cells
from nardy.formats.mat.lines import GameText
from nardy.formats.mat.reader import Reader, Reads, Seats
from nardy.formats.mat.rolls import read_no_roll, read_roll
from nardy.formats.record import Finding, RecordedGame

READS: Reads = {
    mat_cells.TURN: read_roll,
    mat_cells.NO_ROLL: read_no_roll,
    mat_cells.DOUBLE: read_double,
    mat_cells.BEAVER: read_double,
    mat_cells.RACCOON: read_double,
    mat_cells.TAKE: read_take,
    mat_cells.PASS: read_pass,
    mat_cells.BOMB: read_bomb,
    mat_cells.RESIGN: read_end,
    mat_cells.WIN: read_end,
}


def read_game(
    text: GameText, rules: Rules, seats: Seats, scores: tuple[float, float], score: Score | None
) -> RecordedGame:
    """Replay the cells of a game; *scores* are as written, *score* as interpreted."""
    game = begin_game(rules, text.cells, seats, score)
    reader = Reader(game, text.cells, seats, READS)
    stated_result = result_of_cells(text.cells, seats)
    if text.cells:
        _check_beginning(reader)
        reader.read()
        finish(reader, stated_result)
    findings = [*text.odd, *_of_empty(text), *reader.findings]
    return RecordedGame(
        game=game,
        number=text.number,
        line=text.line,
        scores=scores,
        stated_result=stated_result,
        findings=tuple(sorted(findings, key=lambda finding: finding.line)),
        comments=tuple(text.comments),
    )


def begin_game(rules: Rules, cells: list[Cell], seats: Seats, score: Score | None) -> Game:
    """A game before its first act; if the opening roll is played, it is the first roll."""
    first = _first_roll(cells)
    starter = _starter(first, seats)
    dice = first.dice if first else ""
    if not _is_roll_off(rules, dice):
        return Game(rules, situation=opening_situation(rules, starter, score))
    game = Game(rules, situation=opening_situation(rules, None, score))
    low, high = sorted(map(int, dice))
    game.open(*((high, low) if starter is Player.WHITE else (low, high)))
    return game


def _starter(first: Cell | None, seats: Seats) -> Player:
    if first is None:
        return Player.WHITE
    # In a game without turns the player on roll resigned.
    return seats[first.column].opponent if first.kind == mat_cells.WIN else seats[first.column]


def _first_roll(cells: list[Cell]) -> Cell | None:
    """The first cell with dice, otherwise the first cell."""
    rolls = (cell for cell in cells if cell.kind == mat_cells.TURN)
    return next(rolls, cells[0] if cells else None)


def _is_roll_off(rules: Rules, dice: str) -> bool:
    return rules.opening is Opening.USE and len(dice) == 2 and dice[0] != dice[1]


def _check_beginning(reader: Reader) -> None:
    first, rules = _first_roll(reader.cells), reader.game.rules
    if first and rules.opening is Opening.USE and not _is_roll_off(rules, first.dice):
        reader.find(first, "expected the game to begin with an opening roll of two different dice")


def _of_empty(text: GameText) -> list[Finding]:
    if text.cells:
        return []
    return [Finding(line=text.line, turn=f"Game {text.number}", reason="the game has no turns")]
