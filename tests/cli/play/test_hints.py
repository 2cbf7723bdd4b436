"""Hints at the table."""

import pytest
from tests.cli.talk import START, moment

from nardy.cli.play import hints
from nardy.cli.play.hints import tell_hint
from nardy.cli.play.screen import Screen

pytest.importorskip("numba")


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "warm_behind", lambda: False)
    monkeypatch.setattr(hints, "is_ready", lambda: True)


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
        (f"{START} offer=double", "take"),
        ("backgammon w 1:2 20:15 offer=single", "refuse"),
    ],
)
def test_acts_have_hints_too(text: str, act: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(text, capsys) == [f"The bot's choice: {act}."]


def test_who_asks_too_soon_is_told_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(hints, "warm_behind", lambda: begun.append(True))
    monkeypatch.setattr(hints, "is_ready", lambda: not begun)
    assert "still being made ready" in told(f"{START} dice=31", capsys)[0]
    monkeypatch.setattr(hints, "is_available", lambda: False)
    assert "Numba" in told(f"{START} dice=31", capsys)[0]
