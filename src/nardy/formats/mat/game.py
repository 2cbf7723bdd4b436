"""Replay one game of a .mat file."""

from nardy.core.choices import Opening
from nardy.core.game import Game, opening_situation
from nardy.core.outcome import size_points, sizes
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Score, Situation
from nardy.formats.mat.cells import RESIGN, TURN, WIN, Cell
from nardy.formats.mat.lines import GameText
from nardy.formats.mat.reader import Reader, Seats
from nardy.formats.record import Finding, RecordedGame, StatedResult


def read_game(
    text: GameText, rules: Rules, seats: Seats, scores: tuple[float, float], score: Score | None
) -> RecordedGame:
    """Replay the cells of a game; *scores* are as written, *score* as interpreted."""
    game = begin_game(rules, text.cells, seats, score)
    reader = Reader(game, text.cells, seats)
    stated_result = result_of_cells(text.cells, seats)
    findings = list(text.odd)
    if text.cells:
        _check_beginning(reader)
        reader.read()
        finish(reader, stated_result)
    else:
        turn, reason = f"Game {text.number}", "the game has no turns"
        findings.append(Finding(line=text.line, turn=turn, reason=reason))
    findings += reader.findings
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
    first, starter, dice = _first_roll(cells), Player.WHITE, ""
    if first:
        # In a game without turns the player on roll resigned.
        winner, dice = first.kind == WIN, first.dice
        starter = seats[first.column].opponent if winner else seats[first.column]
    if not _is_roll_off(rules, dice):
        return Game(rules, situation=opening_situation(rules, starter, score))
    game = Game(rules, situation=opening_situation(rules, None, score))
    low, high = sorted(map(int, dice))
    game.open(*((high, low) if starter is Player.WHITE else (low, high)))
    return game


def _first_roll(cells: list[Cell]) -> Cell | None:
    """The first cell with dice, otherwise the first cell."""
    rolls = (cell for cell in cells if cell.kind == TURN)
    return next(rolls, cells[0] if cells else None)


def _is_roll_off(rules: Rules, dice: str) -> bool:
    return rules.opening is Opening.USE and len(dice) == 2 and dice[0] != dice[1]


def _check_beginning(reader: Reader) -> None:
    first, rules = _first_roll(reader.cells), reader.game.rules
    if first and rules.opening is Opening.USE and not _is_roll_off(rules, first.dice):
        reader.find(first, "expected the game to begin with an opening roll of two different dice")


def result_of_cells(cells: list[Cell], seats: Seats) -> StatedResult | None:
    """The result in the last line of a game, which is in the winner's column."""
    for cell in reversed(cells):
        if cell.kind == WIN:
            return StatedResult(winner=seats[cell.column], points=cell.number or 0, line=cell.line)
    return None


def finish(reader: Reader, stated_result: StatedResult | None) -> None:
    """End a game as the file says, and report differences from the replay."""
    game, last = reader.game, reader.cells[-1]
    resigned = (reader.seat(cell) for cell in reader.cells if cell.kind == RESIGN)
    loser = stated_result.winner.opponent if stated_result else next(resigned, None)
    if game.phase is not Phase.OVER and loser:
        _give_up(game, loser, stated_result.points if stated_result else 0)
    if game.phase is not Phase.OVER:
        reader.find(last, "the game is not over here, and the file states no result")
    elif stated_result:
        _compare(reader, stated_result, last)


def _give_up(game: Game, loser: Player, points: int) -> None:
    """The loser passes a pending double, or resigns."""
    if game.phase is Phase.ANSWER and game.to_act is loser:
        game.pass_double()
        return
    if game.phase is Phase.ANSWER:
        game.take()
    game.resign(size_for_points(game.situation, points), player=loser, accepted=True)
    if game.phase is not Phase.OVER:
        game.agree()


def size_for_points(situation: Situation, points: int) -> str:
    """The smallest size of loss with at least these points; a single for 0."""
    value, rules = situation.cube.value, situation.rules
    if situation.is_jacoby:
        # Jacoby rule: without a taken double every win is a single.
        return sizes(rules)[0]
    fitting = [size for size in sizes(rules) if size_points(rules, size) * value >= points]
    return fitting[0] if fitting else sizes(rules)[-1]


def _compare(reader: Reader, stated_result: StatedResult, last: Cell) -> None:
    outcome, points, stated = reader.game.outcome, reader.game.points, stated_result.points
    if outcome is None or (outcome.winner is stated_result.winner and points == stated):
        return
    winner = outcome.winner.value.title() if outcome.winner else "nobody"
    said = f"the file says that {stated_result.winner.value.title()} wins {stated}"
    reader.find(last, f"{said}; by the rules {winner} wins {points:g}")
