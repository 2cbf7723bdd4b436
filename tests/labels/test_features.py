"""Features of one side, counted by hand."""

import pytest

from nardy.formats import position_text
from nardy.labels.features import SideFeatures, features


def of(text: str) -> tuple[SideFeatures, SideFeatures]:
    asked = position_text.loads(text)
    return features(asked.rules, asked.position)


def test_the_start_of_backgammon() -> None:
    mine, theirs = of("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5")
    assert mine == theirs
    assert mine == SideFeatures(
        pips=167,
        off=0,
        bar=0,
        rear=24,
        back=2,
        out=10,
        made=(6, 8, 13, 24),
        anchors=(24,),
        behind=(15, 15),
        spare=15,
        pinned=(),
    )


def test_a_prime_holds_what_is_behind_it() -> None:
    """White's 8 to 4 are Black's 17 to 21: only Black's checkers beyond 21 are behind them."""
    mine, theirs = of("backgammon w 8:3,7:3,6:3,5:3,4:3 bar:1,24:2,22:1,10:11")
    assert (mine.prime, mine.behind[5]) == (5, 4)
    assert (theirs.prime, theirs.bar, theirs.rear, theirs.anchors) == (1, 1, 25, (24,))


def test_in_long_nardy_a_row_ends_where_the_opponents_way_ends() -> None:
    """White's 15 to 10 are Black's 3 to 1 and 24 to 22: no row of six."""
    mine, _ = of("long-nardy w 15:1,14:1,13:1,12:1,11:1,10:1,6:9 21:15")
    assert (mine.prime, mine.behind[3]) == (3, 15)


def test_a_shorter_row_may_hold_what_the_longest_does_not() -> None:
    """White's row of five has no checkers behind it, White's row of four has ten."""
    mine, _ = of("long-nardy w 23:1,22:1,21:1,20:1,10:1,9:1,8:1,7:1,6:1,3:6 14:5,13:5,3:5")
    assert mine.prime == 5
    assert mine.behind[4:] == (10, 0)
    assert mine.holds_behind(4)
    assert not mine.holds_behind(5)
    assert not mine.holds_behind(6)


@pytest.mark.parametrize(("alone", "prime"), [("24:2,13:12,11:1", 1), ("24:2,13:12,10:1", 1)])
def test_one_checker_closes_no_point_where_it_can_be_pinned(alone: str, prime: int) -> None:
    mine, _ = of(f"plakoto w {alone} 24:2,11:13")
    assert mine.prime == prime


def test_a_checker_on_a_pinned_one_closes_the_point() -> None:
    mine, theirs = of("plakoto w 24:2,13:12,10:1 24:2,15:p,11:12")
    assert theirs.pinned == (15,)
    assert mine.prime == 1
    assert mine.pinned == ()
