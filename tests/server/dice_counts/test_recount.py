from nardy.server.dice_counts.recount import recount
from nardy.server.dice_counts.tally import CountedThrow, nothing
from nardy.server.protocol.dice import DoubleNext


def test_a_club_without_a_throw_has_nothing_to_tell() -> None:
    assert recount([]) == recount([[]]) == nothing()


def test_rows_end_with_their_rooms() -> None:
    double, other = CountedThrow("people", "white", (1, 1)), CountedThrow("people", "black", (2, 1))
    counts = recount([[double, double], [double, other, other, double]])
    assert counts.longest_streak == 2
    assert counts.streaks[:2] == [DoubleNext(2, 1), DoubleNext(0, 0)]
    assert counts.waits[:2] == [DoubleNext(1, 0), DoubleNext(1, 1)]
    assert counts.reached[:5] == [2, 2, 1, 1, 0]
