from random import Random

import pytest

from nardy.report import MatchAnalysis, PlayPart, player_profile
from nardy.report.player_profile import FEWEST, UnknownPlayerError, differences_of, trend_of

RANDOM = Random(5)


def part(name: str, mean: float, decisions: int) -> PlayPart:
    """Losses as they are: most decisions are right, some cost much."""
    return PlayPart(name, tuple(RANDOM.expovariate(1 / mean) for _ in range(decisions)))


def test_every_facet_divides_all_decisions(match: MatchAnalysis) -> None:
    for name in ("Anna", "Boris"):
        profile = player_profile([match], name)
        own = [
            one.decision
            for one in match.decisions
            if match.players[one.player] == name and one.decision.is_decision
        ]
        assert profile.total.decisions == len(own)
        assert profile.total.lost == pytest.approx(sum(one.loss for one in own))
        for parts in (*profile.facets.values(), profile.matches):
            assert sum(one.decisions for one in parts) == len(own)
            assert sum(one.lost for one in parts) == pytest.approx(profile.total.lost)


def test_a_name_is_found_without_regard_to_capitals(match: MatchAnalysis) -> None:
    assert player_profile([match, match], " ANNA ").matches[1].name == "match.mat"
    with pytest.raises(UnknownPlayerError, match=r"expected a player .*Anna, Boris.*, got 'Clara'"):
        player_profile([match], "Clara")


def test_a_leak_and_a_strength_are_found_and_chance_is_not() -> None:
    parts = [part("attack", 0.06, 80), part("race", 0.002, 80), part("contact", 0.02, 300)]
    found = differences_of({"plan": parts})
    assert {("attack", True), ("race", False)} <= {(one.part.name, one.is_leak) for one in found}
    for one in found:
        assert one.part.decisions + one.rest.decisions == 460
    alike = [[part(name, 0.02, 60) for name in "abcde"] for _ in range(200)]
    wrong = sum(len(differences_of({"plan": parts})) for parts in alike)
    assert wrong <= 20


def test_few_decisions_are_not_compared() -> None:
    few = [part("attack", 0.9, FEWEST - 1), part("contact", 0.001, 300)]
    assert differences_of({"plan": few}) == ()


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ((0.04, 300), (0.01, 300), "better"),
        ((0.01, 300), (0.04, 300), "worse"),
        ((0.02, 300), (0.02, 300), "even"),
        ((0.04, FEWEST - 1), (0.01, 300), ""),
    ],
)
def test_the_trend_compares_the_halves(
    first: tuple[float, int], second: tuple[float, int], told: str
) -> None:
    assert trend_of(part("first", *first), part("second", *second)) == told


def test_pr_is_500_times_the_mean_loss() -> None:
    assert PlayPart("x", (0.01, 0.03)).performance_rating == pytest.approx(10)
    assert PlayPart("x", ()).performance_rating == 0
