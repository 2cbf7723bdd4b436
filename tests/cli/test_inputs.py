from pathlib import Path

import pytest
from tests.cli.talk import START, moment, nardy

from nardy.cli.inputs import GameChoice, with_dice
from nardy.core.dice import Roll
from nardy.core.situation import Situation
from nardy.errors import IllegalActError, NotationError, RulesError, UnknownGameError

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
CLUB = 'id = "club"\nextends = "long-nardy"\naliases = ["ours"]\n[presets.free]\nhead = 0\n'


@pytest.fixture
def club(tmp_path: Path) -> Path:
    file = tmp_path / "club.toml"
    file.write_text(CLUB, "utf-8")
    return file


def test_the_game_of_a_command_line(club: Path) -> None:
    assert GameChoice(None, None).rules().id == "backgammon"
    assert GameChoice(None, club).rules().id == "club"
    assert GameChoice("ours@free", club).rules().head == 0
    assert GameChoice("fevga", club).rules().id == "fevga"
    assert GameChoice(None, club).text == CLUB
    assert GameChoice("fevga", None).text is None
    with pytest.raises(UnknownGameError):
        GameChoice("club", None).rules()
    with pytest.raises(RulesError):
        GameChoice("club@strict", club).rules()


def test_dice_stand_in_one_place() -> None:
    situation = moment(START)
    assert isinstance(situation, Situation)
    assert with_dice(situation, "13").roll == Roll(3, 1)
    with pytest.raises(NotationError, match="expected dice once"):
        with_dice(moment(f"{START} dice=31"), "31")
    with pytest.raises(NotationError, match="expected two dice"):
        with_dice(situation, "311")
    with pytest.raises(IllegalActError):
        with_dice(moment(f"{START} opening"), "31")


def test_a_position_comes_in_any_notation_and_from_standard_input() -> None:
    plain = nardy("turns", START, "31")
    assert plain.status == 0
    assert "8/5 6/5" in plain.lines
    from_xgid = nardy("turns", XGID)
    assert from_xgid.lines == plain.lines
    assert from_xgid.err.startswith("read as XGID\n")
    assert nardy("turns", "-", "31", typed=START + "\n").lines == plain.lines
    russian = nardy("show", XGID, "--language", "ru")
    assert russian.err == "прочитано как XGID\n"
    assert "read as GNU id" in nardy("turns", "4HPwATDgc/ABMA", "31").err


def test_a_file_is_known_to_every_command_that_takes_a_game(club: Path) -> None:
    text = "club,head=0 w 24:15 24:15"
    assert "24/22(2) 24/20" not in nardy("turns", text, "31", "--file", club).lines
    assert nardy("turns", text, "31", "--file", club).lines == ["24/23 24/21", "24/20"]
    assert nardy("show", text, "--file", club, "--format", "position").lines == [text]
    assert nardy("why", text, "31", "24/23 24/21", "--file", club).status == 0
    assert nardy("convert", text, "--to", "position", "--file", club).lines == [text]
    assert nardy("games", "ours@free", "--file", club).status == 0
    assert nardy("play", "club@free", "--file", club, "--seed", "1").status == 0
    assert nardy("show", text).status == 1
