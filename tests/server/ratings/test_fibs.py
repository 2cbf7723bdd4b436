import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each

from nardy.server.ratings.fibs import change, expected_score, factor

ratings = st.floats(800, 2400)
lengths = st.integers(1, 25)
experiences = st.integers(0, 5000)


@each(
    ("ratings", "length", "experience", "score", "by_hand"),
    [
        # Even and experienced, one point: half of the stake of 4.
        ((1500, 1500), 1, 400, 1, 2.0),
        ((1500, 1500), 1, 400, 0, -2.0),
        # 100 points ahead in a match to 9: 10 ** (100 * 3 / 2000) is 1.412538, so the underdog
        # wins 1 / 2.412538 = 0.414501; 4 * 3 * 0.414501 and 4 * 3 * 0.585499.
        ((1600, 1500), 9, 2000, 1, 4.974015),
        ((1500, 1600), 9, 2000, 1, 7.025985),
        ((1600, 1500), 9, 2000, 0, -7.025985),
        # A newcomer's factor is 5: 4 * 5 * sqrt(5) / 2.
        ((1500, 1500), 5, 0, 1, 22.360680),
        # 150 points of experience: factor 3.5; 4 * 3.5 * sqrt(7) / 2.
        ((1500, 1500), 7, 150, 0, -18.520259),
        # A draw against somebody 400 above, one point: 10 ** 0.2 is 1.584893, so 0.386863 was
        # to be expected; 4 * (0.5 - 0.386863).
        ((1500, 1900), 1, 400, 0.5, 0.452548),
    ],
)
def test_worked_examples(ratings, length, experience, score, by_hand) -> None:
    expected = expected_score(*ratings, length)
    assert change(score, expected, length, experience) == pytest.approx(by_hand, abs=1e-5)


@given(mine=ratings, theirs=ratings, length=lengths)
def test_the_chances_of_both_are_one(mine: float, theirs: float, length: int) -> None:
    both = expected_score(mine, theirs, length) + expected_score(theirs, mine, length)
    assert both == pytest.approx(1)


@given(ratings, ratings, lengths, experiences, st.sampled_from([0, 0.5, 1]))
def test_what_one_wins_the_other_loses_if_both_have_the_same_experience(
    mine: float, theirs: float, length: int, experience: int, score: float
) -> None:
    one = change(score, expected_score(mine, theirs, length), length, experience)
    other = change(1 - score, expected_score(theirs, mine, length), length, experience)
    assert one + other == pytest.approx(0, abs=1e-9)
    assert score != 1 or one > 0


@given(mine=ratings, theirs=ratings, length=lengths, experience=experiences)
def test_a_stronger_opponent_is_worth_more(mine, theirs, length, experience) -> None:
    weaker, stronger = (
        change(1, expected_score(mine, theirs + more, length), length, experience)
        for more in (0, 50)
    )
    assert stronger > weaker


@given(ahead=st.floats(1, 800), length=st.integers(1, 24))
def test_a_longer_match_favors_the_stronger(ahead: float, length: int) -> None:
    longer = expected_score(1500 + ahead, 1500, length + 1)
    assert longer > expected_score(1500 + ahead, 1500, length) > 0.5


@given(experience=experiences, length=lengths)
def test_a_rating_settles_and_never_moves_slower_than_the_slowest(experience, length) -> None:
    assert factor(0) >= factor(experience) >= factor(experience + length) >= 1
