import pytest
from tests.report.read_back import small_match

from nardy.core.player import Player
from nardy.report import MatchAnalysis, error_tally


@pytest.mark.parametrize("player", Player)
def test_turns_and_cube_add_up(match: MatchAnalysis, player: Player) -> None:
    tally = error_tally([one.decision for one in match.decisions], player)
    assert tally.turns.decisions + tally.cube.decisions == tally.total.decisions
    assert tally.turns.lost + tally.cube.lost == pytest.approx(tally.total.lost)
    assert tally.cube.luck == 0
    assert tally.turns.luck == pytest.approx(tally.total.luck)
    graded = [
        one.decision
        for one in match.of(player)
        if one.decision.grade and one.played in {"roll", "double", "take", "pass"}
    ]
    assert sum(errors.count for errors in tally.cube_errors.values()) == len(graded)
    lost = sum(errors.lost for errors in tally.cube_errors.values())
    assert lost == pytest.approx(sum(one.loss for one in graded))


def test_a_double_that_should_have_been_taken_is_a_wrong_double_and_a_wrong_pass() -> None:
    found = small_match()
    decisions = [one.decision for one in found.decisions]
    white, black = (error_tally(decisions, player) for player in Player)
    assert {name: one.count for name, one in white.cube_errors.items()} == {
        **dict.fromkeys(("missed doubles", "wrong takes", "wrong passes"), 0),
        "wrong doubles": 1,
    }
    assert black.cube_errors["wrong passes"].count == 1
    [passed] = [one for one in found.decisions if one.played == "pass"]
    assert black.cube_errors["wrong passes"].lost == passed.decision.loss
