import pytest
from tests.server.pairing.played_out import begun, lower_wins

from nardy.server.pairing.tie_breaks import (
    MeetingRow,
    Tally,
    buchholz,
    direct,
    median_buchholz,
    sonneborn_berger,
    tallies,
)
from nardy.server.pairing.values import MeetingResult, TournamentTerms


def tally(number: int, *meetings: tuple[int | None, float, float]) -> Tally:
    told = [MeetingRow(o, score, won, is_played=o is not None) for o, score, won in meetings]
    return Tally(number, tuple(told))


def test_sums_by_hand() -> None:
    """Beat one with 3 points, drew with one with 2, lost to one with 4, and had a bye with 2 of his own."""
    one = tally(1, (2, 3, 1), (3, 2, 0.5), (4, 4, 0), (None, 2, 1))
    assert buchholz(one) == 11
    assert median_buchholz(one) == 5
    assert sonneborn_berger(one) == 6
    assert (one.played, one.won, one.drawn, one.lost) == (3, 2, 1, 1)


def test_what_was_not_played_counts_by_own_points_if_won_and_nothing_if_lost() -> None:
    """3 has the bye; then 1 does not come, and 2 is given the point."""
    played = begun(TournamentTerms("swiss", rounds=2), 3)
    played.begin()
    played.end(lower_wins())
    played.begin()
    played.end(lambda _: MeetingResult(0, 1, is_played=False))
    told = tallies(played.now)
    own = {number: sum(one.won for one in tally.meetings) for number, tally in told.items()}
    unplayed = [
        (one.won, one.score, own[number])
        for number, tally in told.items()
        for one in tally.meetings
        if not one.is_played
    ]
    assert {won for won, _, _ in unplayed} == {0, 1}
    assert all(score == (points if won else 0) for won, score, points in unplayed)


def test_a_median_needs_three() -> None:
    assert median_buchholz(tally(1, (2, 3, 1), (3, 1, 1))) == 4


@pytest.mark.parametrize(
    ("ring", "found"),
    [
        ([(1, 2, 1), (2, 3, 1), (1, 3, 1)], {1: 2, 2: 1, 3: 0}),
        ([(1, 2, 1), (2, 3, 1), (3, 1, 1)], {1: 1, 2: 1, 3: 1}),
        ([(1, 2, 1), (2, 3, 1)], {1: 0, 2: 0, 3: 0}),  # 1 and 3 have not met
    ],
)
def test_direct_encounters_count_only_where_all_have_met(
    ring: list[tuple[int, int, float]], found: dict[int, float]
) -> None:
    met = {n: list[tuple[int | None, float, float]]() for n in (1, 2, 3)}
    for one, other, won in ring:
        met[one].append((other, 1, won))
        met[other].append((one, 1, 1 - won))
    assert direct([tally(number, *told) for number, told in met.items()]) == found
