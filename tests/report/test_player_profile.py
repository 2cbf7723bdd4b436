from random import Random

import pytest

from nardy.error_rates.rates import FEWEST_GAMES, FEWEST_TURNS, LossCount
from nardy.report import MatchAnalysis, PlayPart, player_profile
from nardy.report.player_profile import UnknownPlayerError, differences_of, trend_of

RANDOM = Random(5)


def part(name: str, mean: float, games: int, turns: int = 8) -> PlayPart:
    """Losses as they are: most decisions are right, some cost much; a hard game makes all of them larger."""
    counts: list[LossCount] = []
    for _ in range(games):
        hard = RANDOM.lognormvariate(0, 0.4)
        lost = sum(
            RANDOM.expovariate(0.3 / (mean * hard)) * (RANDOM.random() < 0.3) for _ in range(turns)
        )
        counts.append(LossCount(turns, lost))
    return PlayPart(name, tuple(counts))


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
    parts = [part("attack", 0.09, 60), part("race", 0.002, 60), part("contact", 0.02, 60, 20)]
    found = differences_of({"plan": parts})
    assert {("attack", True), ("race", False)} <= {(one.part.name, one.is_leak) for one in found}
    for one in found:
        assert one.part.decisions + one.rest.decisions == 60 * (8 + 8 + 20)
    alike = [[part(name, 0.02, 14, 6) for name in "abcde"] for _ in range(100)]
    wrong = sum(bool(differences_of({"plan": parts})) for parts in alike)
    assert wrong <= 5


def test_a_part_without_a_loss_yet_is_no_strength_by_itself() -> None:
    flawless = PlayPart("race", (LossCount(5, 0.0),) * 12)
    usual = part("contact", 0.01, 12, 20)
    assert flawless.decisions >= FEWEST_TURNS
    assert differences_of({"plan": [usual, flawless]}) == ()


def test_few_games_are_not_compared_however_many_decisions_they_have() -> None:
    games = FEWEST_GAMES - 1
    few = [part("attack", 0.9, games, 50), part("contact", 0.001, games, 50)]
    assert differences_of({"plan": few}) == ()


def test_a_difference_of_two_parts_is_told_once_and_games_are_not_compared() -> None:
    parts = [part("contact", 0.09, 60, 20), part("race", 0.002, 60)]
    [found] = differences_of({"game": parts, "phase": parts})
    assert (found.facet, found.part.name, found.is_leak) == ("phase", "race", False)


def test_a_plan_with_the_decisions_of_a_phase_is_not_told_again() -> None:
    race, contact = part("race", 0.002, 60), part("contact", 0.09, 60, 20)
    fence = part("fence", 0.09, 60, 10)
    found = differences_of({"phase": [contact, race], "plan": [race, fence, fence]})
    assert {(one.facet, one.part.name) for one in found} >= {("phase", "race"), ("plan", "fence")}
    assert ("plan", "race") not in {(one.facet, one.part.name) for one in found}


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ((0.06, 60), (0.01, 60), "better"),
        ((0.01, 60), (0.06, 60), "worse"),
        ((0.02, 60), (0.02, 60), "even"),
        ((0.06, FEWEST_GAMES - 1), (0.01, 60), ""),
    ],
)
def test_the_trend_compares_the_halves(
    first: tuple[float, int], second: tuple[float, int], told: str
) -> None:
    assert trend_of(part("first", *first), part("second", *second)) == told


def test_pr_is_500_times_the_mean_loss() -> None:
    games = LossCount(1, 0.01), LossCount(0, 0.0), LossCount(1, 0.03)
    assert PlayPart("x", games).performance_rating == pytest.approx(10)
    assert PlayPart("x", ()).performance_rating == 0
