from pathlib import Path

import pytest

from nardy.bots.registry import UnknownBotError
from nardy.cli.play.saving import Setting
from nardy.cli.play.table import (
    bot_of,
    dice_after,
    hash_seed,
    open_table,
    resume_table,
    rotation_of,
)
from nardy.core.dice import Roll
from nardy.core.events import Rolled, RolledOff
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import RulesError
from nardy.games import TAVLI


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
