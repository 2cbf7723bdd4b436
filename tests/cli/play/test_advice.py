import pytest
from tests.cli.talk import START, moment

from nardy.cli.play.advice import (
    MOST_LISTED,
    answers,
    before_roll,
    listing,
    tell_history,
    tell_pips,
)
from nardy.cli.play.screen import Screen
from nardy.core.game import Game
from nardy.games import BACKGAMMON


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        (START, ["double"]),
        (f"{START} cube=2b", []),
        (f"{START} match=5:4-0 crawford", []),
        ("nuclear w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", ["double", "bomb"]),
        ("nuclear w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 cube=2b bomb=b", []),
        ("fevga w 24:15 24:15", []),
    ],
)
def test_what_may_be_done_before_the_roll(text: str, acts: list[str]) -> None:
    assert before_roll(moment(text)) == acts


@pytest.mark.parametrize(
    ("fields", "acts"),
    [
        ("offer=double", ["take", "beaver", "pass"]),
        ("offer=double match=5:0-0", ["take", "pass"]),
        ("cube=2b offer=beaver", ["take", "pass"]),
        ("cube=2w offer=gammon", ["accept", "refuse"]),
    ],
)
def test_how_an_offer_may_be_answered(fields: str, acts: list[str]) -> None:
    assert answers(moment(f"{START} {fields}")) == acts


def test_long_lists_are_cut_with_a_count() -> None:
    told = listing(Screen(), [str(n) for n in range(MOST_LISTED + 5)])
    assert told.endswith("; and 5 more")
    assert listing(Screen(), ["8/5"]) == "8/5"


def test_the_history_names_players_and_dice(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(BACKGAMMON, seed=7)
    game.open(1, 3)
    game.play("8/5 6/5")
    tell_pips(Screen(), game)
    game.roll()
    game.play(next(iter(game.legal_turns)))
    tell_history(Screen("ru"), game)
    pips, first, second = capsys.readouterr().out.splitlines()
    assert pips == "Pip count: White 167, Black 163."
    assert first == "1. Чёрные 3-1: 8/5 6/5"
    assert second.startswith("2. Белые ")
