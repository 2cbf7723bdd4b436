"""The numbers of the plots."""

import pytest
from tests.moments import game_at

from nardy.analysis.game_review import Decision, ReviewedTurn, review, summary
from nardy.bots.neural import NeuralBot
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.games import find_game
from nardy.plots.series import GRADE_NAMES, equity_points, player_totals


@pytest.fixture(scope="module")
def match() -> Match:
    """Two games of hypergammon, each with the first turn that is legal."""
    match = Match(find_game("hypergammon"), 3, seed=4)
    for _ in range(2):
        while match.game.outcome is None:
            match.game.roll()
            if match.game.phase.value == "turn":
                match.game.play(next(iter(match.game.legal_turns)))
        if not match.is_over:
            match.next_game()
    return match


@pytest.fixture(scope="module")
def decisions(match: Match) -> list[Decision]:
    return [*review(match, bot=NeuralBot(0))]


def test_a_point_is_a_turn_as_white_sees_it(decisions: list[Decision]) -> None:
    points = equity_points(decisions)
    turns = [one for one in decisions if isinstance(one, ReviewedTurn)]
    assert [point.number for point in points] == [*range(1, len(turns) + 1)]
    for point, turn in zip(points, turns, strict=True):
        sign = 1 if turn.player is Player.WHITE else -1
        assert point.equity == pytest.approx(sign * turn.choices[turn.chosen].equity)
        assert (point.player, point.turn, point.loss) == (turn.player, turn.played, turn.loss)
        assert point.grade in GRADE_NAMES


def test_games_are_counted_with_their_scores(match: Match, decisions: list[Decision]) -> None:
    points = equity_points(decisions)
    assert sorted({point.game for point in points}) == [1, 2]
    assert [point.game for point in points] == sorted(point.game for point in points)
    scores = {point.game: point.score for point in points}
    for number, game in enumerate(match.games[:2], 1):
        score = scores[number]
        assert score is not None
        white = (
            game.situation if game.situation.to_act is Player.WHITE else game.situation.flipped()
        )
        assert white.score == score


def test_games_from_positions_that_were_set_up_are_counted() -> None:
    played: list[Game] = []
    for _ in range(3):
        game = game_at("hypergammon w 6:1,5:1,4:1 6:1,5:1,3:1")
        for _ in range(2):
            game.roll(Roll(2, 1))
            game.play(next(iter(game.legal_turns)))
        played.append(game)
    bot = NeuralBot(0)
    together = review([event for game in played for event in game.events], find_game, bot)
    one_by_one = (decision for game in played for decision in review(game, bot=bot))
    for decisions in (together, one_by_one):
        assert [point.game for point in equity_points(decisions)] == [1, 1, 2, 2, 3, 3]


def test_totals_are_those_of_the_summary(decisions: list[Decision]) -> None:
    white, black = player_totals(decisions, ("ann", "bob"))
    assert (white.name, black.name) == ("ann", "bob")
    for total, player in ((white, Player.WHITE), (black, Player.BLACK)):
        assert total.summary == summary(decisions, player)
        assert sum(total.lost) == pytest.approx(total.summary.lost)
        assert total.luck == total.summary.luck


def test_nothing_reviewed_is_nothing_drawn() -> None:
    assert equity_points([]) == []
    assert [total.luck for total in player_totals([])] == [0, 0]
