import pytest
from tests.report.read_back import ReadBack

from nardy import render
from nardy.analysis.game_review import ReviewedTurn
from nardy.core.turn import Move, Turn
from nardy.report import MatchAnalysis
from nardy.report.boards import arrows_of, board_figure
from nardy.report.wording import Wording


def test_the_board_has_arrows_of_both_turns_and_both_names(match: MatchAnalysis) -> None:
    wood = render.svg(match.decisions[0].decision.before, theme="wood")
    assert "#5fd3cb" not in wood
    for one in match.mistakes(3):
        drawn = board_figure(one, Wording("en"))
        is_turn = isinstance(one.decision, ReviewedTurn)
        assert ("#5fd3cb" in drawn) == is_turn
        caption = "".join(ReadBack(drawn).texts)
        assert f"Best: {one.best}" in caption
        assert f"Played: {one.played}" in caption


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_board_is_told_in_the_language(match: MatchAnalysis, language: str) -> None:
    one = match.mistakes(1)[0]
    title = ReadBack(board_figure(one, Wording(language))).texts[0]
    assert title.startswith({"en": "Backgammon.", "ru": "Короткие нарды."}[language])


def test_a_cascade_has_no_arrows() -> None:
    long = Turn(tuple(Move(n + 1, n) for n in range(20, 2, -1)))
    assert arrows_of(long) == ()
    assert arrows_of(Turn((Move(13, 7, hits=True), Move(7, 5), Move(8, 7)))) == (
        *((13, 7), (7, 5)),
        (8, 7),
    )
