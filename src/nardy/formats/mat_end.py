"""How a game of a .mat file ended: played out, passed, given up, or broken off."""

from nardy.core.cube import Offer
from nardy.core.game import Game
from nardy.core.outcome import size_points, sizes
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.formats.mat_cells import RESIGN, WIN, Cell
from nardy.formats.mat_reader import GameReader, Seats
from nardy.formats.record import Told


def told_result(cells: list[Cell], seats: Seats) -> Told | None:
    """What the last line of a game says: it stands in the winner's column."""
    for cell in reversed(cells):
        if cell.kind == WIN:
            return Told(winner=seats[cell.column], points=cell.number or 0, line=cell.line)
    return None


def finish(reader: GameReader, told: Told | None) -> None:
    """End a game as the file says it ended, and say where replay and file disagree."""
    game, last = reader.game, reader.cells[-1] if reader.cells else None
    if last is None:
        return
    loser = told.winner.opponent if told else _resigned(reader)
    if game.phase is not Phase.OVER and loser:
        _give_up(game, loser, told.points if told else 0)
    if game.phase is not Phase.OVER:
        reader.find(last, "the game is not over here, and no result is told")
    elif told:
        _compare(reader, told, last)


def _resigned(reader: GameReader) -> Player | None:
    for cell in reader.cells:
        if cell.kind == RESIGN:
            return reader.seats[cell.column]
    return None


def _give_up(game: Game, loser: Player, points: int) -> None:
    """The loser passes the double before him, or resigns."""
    situation = game.situation
    if situation.offer is Offer.DOUBLE and situation.to_act is loser:
        game.pass_double()
        return
    if game.phase is Phase.ANSWER:
        game.take()
    game.resign(size_told(game.situation, points), player=loser, accepted=True)
    game.agree()


def size_told(situation: Situation, points: int) -> str:
    """The size of loss that gives these points, or the next larger one.

    A single where no points are told.
    """
    value = situation.cube.value
    for size in sizes(situation.rules):
        if size_points(situation.rules, size) * value >= points:
            return size
    return sizes(situation.rules)[-1]


def _compare(reader: GameReader, told: Told, last: Cell) -> None:
    """Winner and points, as replayed and as the file has them."""
    outcome, points = reader.game.outcome, reader.game.points
    if outcome is None or (outcome.winner is told.winner and points == told.points):
        return
    winner = outcome.winner.value.title() if outcome.winner else "nobody"
    reader.find(
        last,
        f"the file says that {told.winner.value.title()} wins {told.points}, "
        f"by the rules {winner} wins {points:g}",
    )
