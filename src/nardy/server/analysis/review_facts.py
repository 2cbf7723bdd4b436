"""A review's decisions as the page shows them: turns, doubles, bombs, and what they came to."""

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
    from nardy.analysis.bomb_review import ReviewedBomb
    from nardy.analysis.cube_review import ReviewedCube
    from nardy.analysis.review import Decision, ReviewedTurn


class ReviewedBoard(msgspec.Struct):
    """The board at a moment."""

    white: list[int]
    """The checkers before the decision, as a view tells them."""
    black: list[int]
    white_pinned: list[int]
    black_pinned: list[int]
    cube: CubeView | None
    """None where the game has none."""


class Reviewed(ReviewedBoard):
    """One turn, beside what would have been best; a dance is a forced one."""

    number: int
    """Of its event in the room's log, from 1."""
    player: Seat
    dice: list[int]
    turn: str
    position: str
    """The same as position text, with the roll."""
    choices: list[Candidate]
    """The best few, best first, the one that was played among them or behind."""
    chosen: int
    """Which of the choices was played."""
    loss: float
    grade: str
    """blunder, error, inaccuracy, or nothing."""
    luck: float | None
    """By how much the roll was better than the average one; in a match by the score, as loss."""
    win: float | None
    """The player's chance before the roll, from 0 to 1."""
    lose: float | None
    """The opponent's."""
    is_forced: bool
    plies: int
    """How far ahead the turns were looked at; luck and chances before the roll always one ply."""


class ReviewedDouble(ReviewedBoard):
    """A decision with the cube; a double that was missed stands where the roll was asked for."""

    number: int
    """Of its event in the room's log, from 1."""
    player: Seat
    """Who decided."""
    act: str
    """double, roll, take, pass or beaver."""
    best: str
    position: str
    """As position text; an offered double stands in it."""
    no_double: float
    """Points for who may double, at a cube of 1; in a match a single is 1."""
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
    """How far ahead it was looked."""


class BombDecision(ReviewedBoard):
    """A bomb that was exploded; one that was kept stands where the roll was asked for."""

    number: int
    """Of its event in the room's log, from 1."""
    player: Seat
    act: str
    """bomb or keep."""
    best: str
    position: str
    exploded: float
    """Points of the average roll after it; in a match a single is 1."""
    kept: float
    loss: float
    grade: str
    win: float
    lose: float
    plies: int
    """How far ahead it was looked."""


class Figures(msgspec.Struct):
    """One player's decisions."""

    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    error_rate: float
    """Thousandths of a point given away a decision."""
    performance_rating: float
    """PR: 500 times the mean loss of equity a decision."""
    luck: float
    level: str
    """See nardy.analysis.summary; empty where there were too few decisions."""


def reviewed(turn: "ReviewedTurn") -> Reviewed:
    """A turn as the page shows it."""
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
    """A decision with the cube as the page shows it."""
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
    """A decision with the bomb as the page shows it."""
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
    """What one player's decisions came to."""
    from nardy.analysis.summary import summary  # noqa: PLC0415 (imports Numba)

    told = summary(of, player)
    return Figures(
        decisions=told.decisions,
        inaccuracies=told.inaccuracies,
        mistakes=told.mistakes,
        blunders=told.blunders,
        error_rate=told.error_rate,
        performance_rating=told.performance_rating,
        luck=told.luck,
        level=told.level,
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
