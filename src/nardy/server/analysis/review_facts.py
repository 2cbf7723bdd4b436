"""The messages of a review: turns, cube decisions, bombs, and figures of each player."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from nardy.core.player import Player
from nardy.core.text import situation_text
from nardy.server.analysis.evaluations import Candidate, candidates
from nardy.server.protocol.shared import CubeView, Seat, filled_from
from nardy.server.turns.view import cube_of, seat_of

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision


class ReviewedDecision(msgspec.Struct):
    """The fields common to all decisions, and the board before them."""

    white: list[int]
    """The checkers as in `View`."""
    black: list[int]
    white_pinned: list[int]
    black_pinned: list[int]
    cube: CubeView | None
    """None in a game without a cube."""
    number: int
    """The number of its event in the room's log, from 1; for what was not done, that of the roll."""
    player: Seat
    """The player who decided."""
    position: str
    """The board as position text, with the roll or the offered double."""
    loss: float
    grade: str
    """blunder, error, inaccuracy, or empty."""
    plies: int
    """Plies of the evaluation of this decision; luck and chances before a roll are always at one ply."""


class Reviewed(ReviewedDecision):
    """A turn and its alternatives; a dance is a forced turn."""

    dice: list[int]
    turn: str
    choices: list[Candidate]
    """The best turns, the best first; a worse one that was played is the last."""
    chosen: int
    """The index in `choices` of the turn that was played."""
    luck: float | None
    """The value of the roll above the average one; in a match at its score, like loss."""
    win: float | None
    """The player's chance to win before the roll, from 0 to 1."""
    lose: float | None
    """The opponent's chance to win."""
    is_forced: bool


class ReviewedDouble(ReviewedDecision):
    """A cube decision; a missed double has the number of the roll."""

    act: str
    """double, roll, take, pass or beaver."""
    best: str
    no_double: float
    """Points for the player who may double, at a cube of 1; in a match a single is 1."""
    double_take: float
    double_pass: float
    match_chances: list[float] | None
    """The same three as chances to win the match, from 0 to 1; null in a money game."""
    advice: str
    win: float
    lose: float


class BombDecision(ReviewedDecision):
    """A decision about a bomb; a bomb that was kept has the number of the roll."""

    act: str
    """bomb or keep."""
    best: str
    exploded: float
    """Mean points over all rolls after the explosion; in a match a single is 1."""
    kept: float
    win: float
    lose: float


class Figures(msgspec.Struct):
    """The summary of one player's decisions."""

    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    error_rate: float
    """Mean loss per decision in thousandths of a point."""
    performance_rating: float
    """PR: 500 times the mean loss of equity per decision."""
    luck: float
    level: str
    """See nardy.analysis.game_review; empty after too few decisions."""


ReviewMessage = Reviewed | ReviewedDouble | BombDecision


def message_of(of: "Decision") -> ReviewMessage:
    """The message about a decision."""
    # Each imports NumPy.
    from nardy.analysis.cube_review import ReviewedBomb  # noqa: PLC0415
    from nardy.analysis.game_review import ReviewedTurn  # noqa: PLC0415

    white = of.before if of.before.to_act is Player.WHITE else of.before.flipped()
    facts: dict[str, object] = {
        "number": of.event + 1,
        "player": seat_of(of.player),
        "position": situation_text(of.before),
        "white": list(white.position.player),
        "black": list(white.position.opponent),
        "white_pinned": sorted(white.position.player_pinned),
        "black_pinned": sorted(white.position.opponent_pinned),
        "cube": cube_of(of.before),
    }
    if isinstance(of, ReviewedTurn):
        dice = list(of.before.dice.numbers) if of.before.dice else []
        choices = candidates(of.choices)
        return filled_from(Reviewed, of, **facts, dice=dice, turn=of.played, choices=choices)
    if isinstance(of, ReviewedBomb):
        return filled_from(BombDecision, of, **facts)
    in_match = of.choice.match_chances
    chances = list(in_match) if in_match else None
    return filled_from(ReviewedDouble, of.choice, of, **facts, match_chances=chances)


def figures(of: "Iterable[Decision]", player: Player) -> Figures:
    """The summary of one player's decisions."""
    from nardy.analysis.game_review import summary  # noqa: PLC0415 (imports NumPy)

    return filled_from(Figures, summary(of, player))
