"""Whoever cannot play is found out before the first roll."""

from pathlib import Path

import pytest
from tests.bots.engines import BAD, engine
from tests.cli.talk import nardy, refused

from nardy.bots import load_bot, registry
from nardy.bots.ubgi.external import UbgiBot
from nardy.bots.ubgi.process import ExternalBotError
from nardy.cli.play.preflight import require_able, require_ready
from nardy.cli.play.saving import Setting, saved_games
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.errors import NardyError
from nardy.games import BACKGAMMON, TAVLI

CLUB = 'extends = "hypergammon"\nid = "club"\nname = "club"\n'
LITTLE = f'{CLUB}start = "5:4"\n'
"""Of four checkers: no game of the family has the equipment."""


@pytest.fixture
def with_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """These bots need Numba: whoever has hidden it."""
    pytest.importorskip("numba")
    monkeypatch.setattr(registry, "is_available", lambda: True)


def test_who_needs_nothing_is_ready() -> None:
    require_ready(Setting(games=("tapa",), white="random", black="baseline"))
    require_ready(Setting(games=("tapa",), white="person", black=" Person "))


@pytest.mark.usefixtures("with_networks")
def test_a_network_is_needed_for_every_game() -> None:
    bot = load_bot("nardy")
    require_able(bot, TAVLI)
    with pytest.raises(NardyError, match="none comes with nardy"):
        require_able(
            bot, [*TAVLI, BACKGAMMON.replace(id="little", start=Position.of({24: 5}, {24: 5}))]
        )


@pytest.mark.usefixtures("with_networks")
def test_only_the_seats_that_are_asked_for_are_looked_at() -> None:
    setting = Setting(games=("backgammon",), white="nardy:none.npz", black="nobody")
    with pytest.raises(NardyError, match=r"none\.npz"):
        require_ready(setting, [Player.WHITE])
    with pytest.raises(NardyError, match="'nobody'"):
        require_ready(setting, [Player.BLACK])
    require_ready(setting, [])


def test_a_program_is_started_and_ended(tmp_path: Path) -> None:
    (tmp_path / "engines").mkdir()
    require_able(UbgiBot(engine(tmp_path / "engines", BAD["dies"])), [BACKGAMMON])
    with pytest.raises(ExternalBotError):
        require_able(UbgiBot("/no/such/engine"), [BACKGAMMON])


def test_a_program_is_refused_where_it_cannot_be_told_the_game(tmp_path: Path) -> None:
    command = engine(tmp_path, "pass", "say('ubgiok')")
    require_able(UbgiBot(command), [BACKGAMMON])
    with pytest.raises(ExternalBotError, match="as GNU ids, got portes; play backgammon"):
        require_able(UbgiBot(command), TAVLI)
    setting = Setting(games=("long-nardy",), white=f"ubgi:{command}", black="baseline")
    with pytest.raises(ExternalBotError, match="as GNU ids, got long-nardy"):
        require_ready(setting)


@pytest.mark.usefixtures("with_networks")
@pytest.mark.parametrize(
    ("bot", "part"),
    [
        ("nardy:none.npz", "got No such file or directory for none.npz"),
        ("nardy:beginer2", "the levels are beginner, casual, club, expert, master"),
        ("nardy:club.toml", "expected a file of weights made by 'nardy train'"),
        ("ubgi:./no-engine", "got No such file or directory for './no-engine'"),
    ],
)
@pytest.mark.parametrize("seat", ["--white", "--black"])
def test_a_bot_that_cannot_play_is_refused_before_a_file_is_made(
    bot: str, part: str, seat: str
) -> None:
    Path("club.toml").write_text(CLUB, "utf-8")
    assert part in refused("play", "hypergammon", seat, bot)
    assert not saved_games().exists()


@pytest.mark.usefixtures("with_networks")
def test_a_game_without_a_network_is_told_who_else_plays_it() -> None:
    Path("little.toml").write_text(LITTLE, "utf-8")
    said = refused("play", "--file", "little.toml", "--level", "club")
    assert "nardy train --file" in said
    assert "play against 'baseline'" in said
    # Nobody was named: the best bot that knows the game is baseline.
    assert nardy("play", "--file", "little.toml").status == 0


@pytest.mark.usefixtures("with_networks")
def test_a_game_of_ones_own_is_played_with_its_relatives_network() -> None:
    Path("club.toml").write_text(CLUB, "utf-8")
    answer = nardy("hint", "club w 22:1,9:1,6:1 24:1,5:1,4:1", "62", "--file", "club.toml")
    assert answer.status == 0, answer.err
    assert answer.lines[0].startswith(" 1. ")
