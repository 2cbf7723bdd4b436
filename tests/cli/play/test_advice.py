import pytest
from tests.cli.talk import START, moment

from nardy.cli.play import advice
from nardy.cli.play.advice import (
    MOST_LISTED,
    answers,
    before_roll,
    listing,
    tell_hint,
    tell_history,
    tell_pips,
)
from nardy.cli.play.screen import Screen
from nardy.core.events import Started
from nardy.core.game import Game
from nardy.games import BACKGAMMON, find_game
from nardy.kernel import is_available


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
    assert before_roll(Game.from_events([Started(text)], find_game)) == acts


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


if not is_available():
    pytest.skip("hints need the kernel", allow_module_level=True)


def told(text: str, capsys: pytest.CaptureFixture[str], language: str = "en") -> list[str]:
    tell_hint(Screen(language), moment(text))
    return capsys.readouterr().out.splitlines()


def test_the_best_turns_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(f"{START} dice=31", capsys)
    assert lines[0].startswith("1. 8/5 6/5  +0.2")
    assert ", wins 5" in lines[0]
    assert [line[:2] for line in lines] == ["1.", "2.", "3."]
    assert "победа" in told("long-nardy w 24:15 24:15 dice=65", capsys, "ru")[0]


def test_in_a_match_the_chance_to_win_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the match " in told(f"{START} dice=31 match=5:0-0", capsys)[0]


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("backgammon w 6:2 6:2", "double"),
        ("backgammon w 6:2 4:2", "roll"),
        (f"{START} offer=double", "beaver"),
        ("backgammon,beavers=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 offer=double", "take"),
        ("backgammon w 1:2 20:15 offer=single", "accept"),
        ("backgammon,jacoby=off w 1:2 20:15 offer=single", "refuse"),
    ],
)
def test_acts_have_hints_too(text: str, act: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(text, capsys) == [f"The bot's choice: {act}."]


def test_without_a_kernel_there_are_no_hints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "is_available", lambda: False)
    assert "nardy[compile]" in told(f"{START} dice=31", capsys)[0]
