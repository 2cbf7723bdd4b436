"""The end of a game in a .mat file: played out, passed, resigned, or incomplete."""

from nardy.core.game import Game
from nardy.core.outcome import size_points, sizes
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.formats.mat.cells import RESIGN, WIN, Cell
from nardy.formats.mat.reader import Reader, Seats
from nardy.formats.record import StatedResult


def result_of_cells(cells: list[Cell], seats: Seats) -> StatedResult | None:
    """The result in the last line of a game, which is in the winner's column."""
    for cell in reversed(cells):
        if cell.kind == WIN:
            return StatedResult(winner=seats[cell.column], points=cell.number or 0, line=cell.line)
    return None


def read_end(reader: Reader, cell: Cell) -> None:
    """Read a resignation or a result; `finish` handles them after all cells."""
    outcome = reader.game.outcome
    if cell.kind == WIN and outcome and outcome.winner is reader.seat(cell):
        reader.fits += 1


def finish(reader: Reader, stated_result: StatedResult | None) -> None:
    """End a game as the file says, and report differences from the replay."""
    game, last = reader.game, reader.cells[-1]
    loser = stated_result.winner.opponent if stated_result else _resigned(reader)
    if game.phase is not Phase.OVER and loser:
        _give_up(game, loser, stated_result.points if stated_result else 0)
    if game.phase is not Phase.OVER:
        reader.find(last, "the game is not over here, and the file states no result")
    elif stated_result:
        _compare(reader, stated_result, last)


def _resigned(reader: Reader) -> Player | None:
    resigned = (reader.seat(cell) for cell in reader.cells if cell.kind == RESIGN)
    return next(resigned, None)


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
    """Compare winner and points of the replay with the file."""
    outcome, points = reader.game.outcome, reader.game.points
    if outcome is None or (
        outcome.winner is stated_result.winner and points == stated_result.points
    ):
        return
    winner = outcome.winner.value.title() if outcome.winner else "nobody"
    reader.find(
        last,
        f"the file says that {stated_result.winner.value.title()} wins {stated_result.points}; "
        f"by the rules {winner} wins {points:g}",
    )
