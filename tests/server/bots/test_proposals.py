"""The level proposed next, from one's own results."""

import pytest

from nardy.server.bots import proposals
from nardy.server.bots.proposals import LADDER, OwnScore, own_scores, proposed
from nardy.server.store.bot_results import BotResult

GAME = "backgammon"
RATINGS = (1200, 1400, 1500, 1700, 1900, 2100, 2300, 2500)


@pytest.fixture(autouse=True)
def ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder with even steps, whatever was measured."""
    monkeypatch.setattr(proposals, "measured_ratings", {GAME: RATINGS, "tavli": ()}.__getitem__)


def results(number: int, scores: str, length: int = 0) -> list[BotResult]:
    """Results against a level: w, d and l."""
    score = {"w": 1.0, "d": 0.5, "l": 0.0}
    return [
        BotResult(f"bot:nardy:level-{number}", length, score[one], n)
        for n, one in enumerate(scores)
    ]


def test_nothing_is_proposed_without_results() -> None:
    assert proposed(GAME, []) == 0


def test_levels_that_were_not_measured_are_taken_to_be_even() -> None:
    assert proposed("tavli", results(3, "wl")) == 3
    assert proposed("tavli", results(7, "wl" * 20)) in (6, 7)


@pytest.mark.parametrize("number", range(1, 9))
def test_the_level_that_beats_one_half_of_the_time_is_proposed(number: int) -> None:
    """Forty results are enough to leave the level where newcomers begin."""
    assert abs(proposed(GAME, results(number, "wl" * 20)) - number) <= 1


def test_who_wins_goes_up_and_who_loses_goes_down() -> None:
    even = proposed(GAME, results(3, "wl"))
    assert proposed(GAME, results(3, "wwww")) > even > proposed(GAME, results(3, "llll"))
    one_win, one_loss = (proposed(GAME, results(3, one)) for one in "wl")
    assert 0 < one_win - one_loss <= 2


def test_a_match_counts_for_more_than_a_game() -> None:
    assert proposed(GAME, results(4, "ww", length=9)) >= proposed(GAME, results(4, "ww"))


def test_bots_with_old_names_count_as_the_level_that_plays_like_them() -> None:
    assert LADDER["bot:nardy:club"] == LADDER["bot:nardy:level-6"] == 6
    assert LADDER["bot:nardy:1"] == 8
    assert "bot:random" not in LADDER
    played = [*results(6, "wd"), BotResult("bot:nardy:club", 0, 0.0, 9)]
    assert own_scores(played) == {6: OwnScore(1, 1, 1)}
