from pathlib import Path

import pytest
from tests.bots.engines import BAD, engine
from tests.cli.talk import nardy, refused

from nardy.bots import load_bot
from nardy.bots.registry import UnknownBotError
from nardy.bots.ubgi.external import UbgiBot
from nardy.bots.ubgi.process import ExternalBotError
from nardy.cli.play.saving import Setting, saved_games
from nardy.cli.play.table import (
    bot_of,
    dice_after,
    hash_seed,
    open_table,
    require_able,
    require_ready,
    resume_table,
    rotation_of,
)
from nardy.core.dice import Roll
from nardy.core.events import Rolled, RolledOff
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.situation import Phase
from nardy.errors import NardyError, RulesError
from nardy.games import BACKGAMMON, TAVLI
from nardy.kernel import is_available


def test_a_table_knows_who_sits_where(tmp_path: Path) -> None:
    table = open_table(Setting(games=("fevga",), seed="1"), tmp_path / "g.jsonl")
    assert table.people == (Player.WHITE,)
    table.game.roll()
    bot = table.bot_to_act()
    assert (bot is None) == (table.game.to_act is Player.WHITE)


def test_a_bot_that_is_not_known_makes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    with pytest.raises(UnknownBotError, match="'person' is you"):
        open_table(Setting(games=("fevga",), white="gnubg"), path)
    with pytest.raises(RulesError):
        open_table(Setting(games=("frog",)), path)
    assert not path.exists()
    assert bot_of(" Person ", None) is None


def test_a_rotation_is_played_in_turn() -> None:
    assert rotation_of(Setting(games=("portes", "plakoto", "fevga"))) == TAVLI


def test_the_dice_go_on_where_the_events_end(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    table = open_table(Setting(games=("hypergammon",), seed="4", black="person"), path)
    while table.game.phase is not Phase.OVER:
        if table.game.phase is Phase.TURN:
            table.game.play(next(iter(table.game.legal_turns)))
        else:
            table.game.roll()
        table.save()
        again = resume_table(path)
        assert again.match.events == table.match.events
        ahead = dice_after("4", table.match.events)
        assert [again.match.dice.roll() for _ in range(3)] == [ahead.roll() for _ in range(3)]


def test_only_dice_that_nobody_has_acted_on_are_taken_back(tmp_path: Path) -> None:
    setting = Setting(games=("hypergammon",), black="person", real_dice=True)
    table = open_table(setting, tmp_path / "g.jsonl")
    assert table.take_back() is None
    table.game.open(3, 1)
    assert table.take_back() == RolledOff(3, 1)
    table.game.open(3, 1)
    table.game.play("24/21 23/22")
    assert table.take_back() is None
    table.game.roll(Roll(6, 5))
    assert table.take_back() == Rolled("black", (6, 5))
    table.game.offer_double()
    assert table.take_back() is None


def test_dice_of_a_seed_are_never_taken_back(tmp_path: Path) -> None:
    table = open_table(Setting(games=("hypergammon",), seed="1"), tmp_path / "g.jsonl")
    table.game.roll()
    assert table.take_back() is None


def test_a_game_of_ones_own_is_kept_in_the_saved_file(tmp_path: Path) -> None:
    toml = 'id = "club"\nextends = "long-nardy"\nstart = "24:3"\n[presets.free]\nhead = 0\n'
    setting = Setting(games=("club,head=0",), game_file=toml, seed="1")
    open_table(setting, tmp_path / "g.jsonl")
    rules = resume_table(tmp_path / "g.jsonl").game.rules
    assert (rules.id, rules.checkers, rules.head) == ("club", 3, 0)


def test_seeds_that_begin_alike_are_different_for_bots() -> None:
    assert hash_seed("tournament-1") != hash_seed("tournament-2")


CLUB = 'extends = "hypergammon"\nid = "club"\nname = "club"\n'
LITTLE = f'{CLUB}start = "5:4"\n'
"""Of four checkers: no game of the family has the equipment."""


@pytest.fixture
def with_networks() -> None:
    """These bots need the kernel."""
    if not is_available():
        pytest.skip("needs the kernel")


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
        ("nardy:beginer2", "level-8, beginner, casual, club, expert, master"),
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
