from dataclasses import FrozenInstanceError

import pytest
from tests.server.played import result, some_results

from nardy.server.ratings.glicko import Strength, after_matches
from nardy.server.ratings.ladder import Ladder, RatedResult, played
from nardy.server.ratings.standing import ESTABLISHED, Standing
from nardy.server.timestamps import DAY_MS


def test_a_first_game_moves_newcomers_by_ten_and_is_told() -> None:
    ladder = Ladder()
    rated = ladder.add(result(1, "a", "b"))
    # 4 * 5 * sqrt(1) * 0.5; a single game is a match to one point.
    assert (rated.white_change, rated.black_change) == (10, -10)
    assert (ladder.of("guest:a").rating, ladder.of("guest:b").rating) == (1510, 1490)
    assert ladder.of("guest:a").experience == 1
    assert ladder.of("guest:nobody") == Standing()
    with pytest.raises(FrozenInstanceError):
        rated.white_change = 20


def test_a_match_counts_once_with_its_length() -> None:
    ladder = Ladder()
    rated = ladder.add(result(1, "a", "b", length=9, white_points=11.0, black_points=8.0))
    assert rated.white_change == pytest.approx(30)
    assert (rated.white.experience, rated.white.matches) == (9, 1)


def test_a_result_without_points_has_none() -> None:
    whole = result(1, "a", "b")
    needed = ("room", "game", "pace", "length", "is_rated", "white", "black", "score")
    bare = RatedResult(**{name: getattr(whole, name) for name in needed}, ended_at=1)
    assert (bare.white_points, bare.black_points, bare.rated_length) == (0, 0, None)


def test_rows_of_wins_and_losses() -> None:
    ladder = Ladder()
    seen = []
    for number, score in enumerate([1, 1, 1, 0, 0, 0.5, 1]):
        seen.append(ladder.add(result(number, "a", "b", score)).white.streak)
    assert seen == [1, 2, 3, -1, -2, 0, 1]
    mine = ladder.of("guest:a")
    assert (mine.longest, mine.won, mine.drawn, mine.lost) == (3, 4, 1, 2)
    assert mine.peak == max(mine.trend)


def test_ten_matches_make_a_player_ranked() -> None:
    ladder = Ladder()
    others = [("b", "c", "d")[n % 3] for n in range(11)]
    added = [ladder.add(result(n, "a", other, n % 2)).white for n, other in enumerate(others)]
    open_after = [one.is_provisional for one in added]
    assert open_after == [True] * (ESTABLISHED - 1) + [False, False]
    assert [one.opponents for one in added] == [1, 2, *[3] * 9]
    assert len(ladder.of("guest:a").trend) == 11


def test_matches_against_too_few_rank_nobody() -> None:
    ladder = Ladder()
    for number in range(3 * ESTABLISHED):
        ladder.add(result(number, "a", "bc"[number % 2]))
    assert ladder.of("guest:a").is_provisional


def test_a_match_weighs_what_was_played_of_it() -> None:
    long, given_up, short = (
        Ladder().add(result(1, "a", "b", length=length, rated_length=weight)).white
        for length, weight in ((25, None), (25, 1), (1, None))
    )
    assert given_up.rating == short.rating < long.rating
    assert given_up.experience == short.experience == 1


def test_without_play_less_is_known_of_a_player() -> None:
    soon, late = Ladder(), Ladder()
    for ladder, wait in ((soon, 1), (late, 400)):
        ladder.add(result(1, "a", "b"))
        ladder.add(result(1 + wait, "a", "b"))
    assert late.of("guest:a").strength.deviation > soon.of("guest:a").strength.deviation
    assert soon.of("guest:a").strength.deviation < Strength().deviation


def test_my_own_experience_says_how_fast_my_rating_moves() -> None:
    veteran, newcomer = Standing(experience=1000), Standing()
    one = result(1, "a", "b")
    # Even: 4 * factor / 2, and the factor is 1 after 400 points of matches and 5 at the beginning.
    assert played(veteran, newcomer, one, 1).rating == pytest.approx(1502)
    assert played(newcomer, veteran, one, 1).rating == pytest.approx(1510)


def test_what_is_known_of_the_opponent_has_aged_too() -> None:
    sharp = Strength(1500, 50, 0.06)
    one = result(400, "a", "b")
    mine = Standing(strength=sharp, last=(one.ended_at - DAY_MS, "r"))
    fresh, rusty = (
        Standing(strength=sharp, last=(one.ended_at - days * DAY_MS, "r")) for days in (1, 1000)
    )
    after = [played(mine, theirs, one, 1).strength for theirs in (fresh, rusty)]
    # A day later the deviation of 50 is 51.1, 1000 days later 333.4 (step 6 of Glickman's paper).
    for strength, deviation in zip(after, (51.07485, 333.37718), strict=True):
        of_then = Strength(1500, deviation, 0.06)
        expected = after_matches(Strength(1500, 51.07485, 0.06), [(of_then, 1)])
        assert strength.rating == pytest.approx(expected.rating, abs=1e-4)
        assert strength.deviation == pytest.approx(expected.deviation, abs=1e-4)
    assert after[0].rating > after[1].rating + 1


def test_the_stronger_come_out_on_top() -> None:
    ladder = Ladder()
    people = ["ann", "bo", "cy", "dee"]
    for one in some_results(people, 400):
        ladder.add(one)
    by_rating = sorted(people, key=lambda who: -ladder.of(f"guest:{who}").rating)
    assert by_rating[0] == "ann"
    assert by_rating[-1] == "dee"
    by_strength = sorted(people, key=lambda who: -ladder.of(f"guest:{who}").strength.rating)
    assert by_strength[0] == "ann"


@pytest.mark.parametrize(
    "facts",
    [{"is_rated": False}, {"pace": None}, {"score": None}],
    ids=["casual", "untimed", "void"],
)
def test_what_does_not_count(facts: dict[str, object]) -> None:
    assert result(1, "a", "b").counts
    assert not result(1, "a", "b", **facts).counts
