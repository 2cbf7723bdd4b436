import os
from collections.abc import Callable

import pytest
from tests.cli.talk import START, moment

from nardy.cli.play.screen import Screen
from nardy.core.player import Player

SITUATION = moment(f"{START} dice=31")
Shows = Callable[[Screen], str]


@pytest.fixture
def shows(capsys: pytest.CaptureFixture[str]) -> Shows:
    def show(screen: Screen) -> str:
        screen.board(SITUATION, Player.WHITE)
        return capsys.readouterr().out

    return show


def test_a_pipe_gets_neither_color_nor_control_codes() -> None:
    assert not Screen.of_terminal("en", plain=False).color


@pytest.mark.parametrize(
    ("variable", "value", "plain", "color"),
    [
        ("X", "", False, True),
        ("NO_COLOR", "1", False, False),
        ("NO_COLOR", "", False, True),
        ("TERM", "dumb", False, False),
        ("X", "", True, False),
    ],
)
def test_who_wants_color(
    variable: str, value: str, plain: bool, color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv(variable, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert Screen.of_terminal("en", plain=plain).color == color


def test_each_board_takes_the_place_of_the_one_before(shows: Shows) -> None:
    screen = Screen(color=True)
    screen.line("White rolled 3-1.")
    drawn = shows(screen).removeprefix("White rolled 3-1.\n")
    assert drawn.startswith("\x1b[H\x1b[2J")
    assert drawn.endswith("White rolled 3-1.\n")


def test_in_a_low_window_and_among_bots_nothing_is_wiped(
    shows: Shows, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b[2J" not in shows(Screen(color=True, keeps_all=True))
    monkeypatch.setenv("LINES", "12")
    assert "\x1b[2J" not in shows(Screen(color=True))


def test_only_the_latest_news_stand_under_the_board(shows: Shows) -> None:
    screen = Screen(color=True)
    for number in range(30):
        screen.line(f"news {number}")
    lines = shows(screen).split("\x1b[2J")[1].splitlines()
    assert lines[-1] == "news 29"
    assert len(lines) <= 23


@pytest.mark.parametrize("columns", [45, 60, 79, 80, 200])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_line_is_wider_than_the_window(
    columns: int, language: str, shows: Shows, capsys: pytest.CaptureFixture[str]
) -> None:
    os.environ["COLUMNS"] = str(columns)
    screen = Screen(language)
    lines = shows(screen).splitlines()
    screen.line("one word after another " * 20)
    lines += capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= min(80, columns)


def test_a_window_too_narrow_for_a_board_is_read_to(
    shows: Shows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    told = shows(Screen())
    assert "╭" not in told
    assert "White: 2 checkers on 24" in told
    assert max(map(len, told.splitlines())) < 40


def test_a_terminal_without_line_drawing_gets_ascii(shows: Shows) -> None:
    assert shows(Screen(ascii=True)).isascii()


def test_a_path_is_never_broken(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().line("Saved in " + "/long" * 30)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_the_same_checkers_need_no_second_board(shows: Shows) -> None:
    screen = Screen()
    assert not screen.has_shown(SITUATION)
    shows(screen)
    assert screen.has_shown(moment(START))
    assert not screen.has_shown(SITUATION.flipped())


def test_acts_are_offered_in_the_persons_words() -> None:
    assert Screen("ru").choices(["take", "pass"]) == "взять или пас"
    assert "не брошены" in Screen("ru").law("not-rolled", "reason")
    assert Screen("en").law("not-rolled", "reason") == "reason"
