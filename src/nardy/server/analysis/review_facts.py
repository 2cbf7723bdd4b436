"""The messages of a review: turns, cube decisions, bombs, and figures of each player."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.server.analysis.evaluations import Candidate, candidates
from nardy.server.protocol.messages import CubeView, Seat
from nardy.server.turns.view import cube_of, seat_of

if TYPE_CHECKING:
    from nardy.analysis.cube_review import ReviewedBomb, ReviewedCube
    from nardy.analysis.review import Decision, ReviewedTurn


class ReviewedBoard(msgspec.Struct):
    """The board before a decision."""

    white: list[int]
    """The checkers as in `View`."""
    black: list[int]
    white_pinned: list[int]
    black_pinned: list[int]
    cube: CubeView | None
    """None in a game without a cube."""


class Reviewed(ReviewedBoard):
    """A turn and its alternatives; a dance is a forced turn."""

    number: int
    """The number of its event in the room's log, from 1."""
    player: Seat
    dice: list[int]
    turn: str
    position: str
    """The board as position text, with the roll."""
    choices: list[Candidate]
    """The best turns, the best first; a worse one that was played is the last."""
    chosen: int
    """The index in `choices` of the turn that was played."""
    loss: float
    grade: str
    """blunder, error, inaccuracy, or empty."""
    luck: float | None
    """The value of the roll above the average one; in a match at its score, like loss."""
    win: float | None
    """The player's chance to win before the roll, from 0 to 1."""
    lose: float | None
    """The opponent's chance to win."""
    is_forced: bool
    plies: int
    """Plies of the evaluation of turns; luck and chances before the roll are always at one ply."""


class ReviewedDouble(ReviewedBoard):
    """A cube decision; a missed double has the number of the roll."""

    number: int
    """The number of its event in the room's log, from 1."""
    player: Seat
    """The player who decided."""
    act: str
    """double, roll, take, pass or beaver."""
    best: str
    position: str
    """The board as position text, with an offered double."""
    no_double: float
    """Points for the player who may double, at a cube of 1; in a match a single is 1."""
    double_take: float
    double_pass: float
    match_chances: list[float] | None
    """The same three as chances to win the match, from 0 to 1; null in a money game."""
    advice: str
    loss: float
    grade: str
    win: float
    lose: float
    plies: int
    """Plies of the evaluation."""


class BombDecision(ReviewedBoard):
    """A decision about a bomb; a bomb that was kept has the number of the roll."""

    number: int
    """The number of its event in the room's log, from 1."""
    player: Seat
    act: str
    """bomb or keep."""
    best: str
    position: str
    exploded: float
    """Mean points over all rolls after the explosion; in a match a single is 1."""
    kept: float
    loss: float
    grade: str
    win: float
    lose: float
    plies: int
    """Plies of the evaluation."""


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
    """See nardy.analysis.review; empty after too few decisions."""


def reviewed(turn: "ReviewedTurn") -> Reviewed:
    before = turn.before
    return Reviewed(
        number=turn.event + 1,
        player=seat_of(turn.player),
        dice=list(before.dice.numbers) if before.dice else [],
        turn=turn.played,
        **_board(before),
        position=situation_text(before),
        choices=candidates(turn.choices),
        chosen=turn.chosen,
        loss=turn.loss,
        grade=turn.grade,
        luck=turn.luck,
        win=turn.win,
        lose=turn.lose,
        is_forced=turn.is_forced,
        plies=turn.plies,
    )


def reviewed_double(of: "ReviewedCube") -> ReviewedDouble:
    in_match = of.choice.match_chances
    return ReviewedDouble(
        number=of.event + 1,
        player=seat_of(of.player),
        act=of.act,
        best=of.best,
        **_board(of.before),
        position=situation_text(of.before),
        no_double=of.choice.no_double,
        double_take=of.choice.double_take,
        double_pass=of.choice.double_pass,
        match_chances=list(in_match) if in_match else None,
        advice=of.choice.advice,
        loss=of.loss,
        grade=of.grade,
        win=of.win,
        lose=of.lose,
        plies=of.plies,
    )


def reviewed_bomb(of: "ReviewedBomb") -> BombDecision:
    return BombDecision(
        number=of.event + 1,
        player=seat_of(of.player),
        act=of.act,
        best=of.best,
        **_board(of.before),
        position=situation_text(of.before),
        exploded=of.exploded,
        kept=of.kept,
        loss=of.loss,
        grade=of.grade,
        win=of.win,
        lose=of.lose,
        plies=of.plies,
    )


def figures(of: "Iterable[Decision]", player: Player) -> Figures:
    """The summary of one player's decisions."""
    from nardy.analysis.review import summary  # noqa: PLC0415 (imports Numba)

    found = summary(of, player)
    return Figures(
        decisions=found.decisions,
        inaccuracies=found.inaccuracies,
        mistakes=found.mistakes,
        blunders=found.blunders,
        error_rate=found.error_rate,
        performance_rating=found.performance_rating,
        luck=found.luck,
        level=found.level,
    )


def _board(before: Situation) -> dict[str, Any]:
    white = before if before.to_act is Player.WHITE else before.flipped()
    return {
        "white": list(white.position.player),
        "black": list(white.position.opponent),
        "white_pinned": sorted(white.position.player_pinned),
        "black_pinned": sorted(white.position.opponent_pinned),
        "cube": cube_of(before),
    }
