import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.talk import play, process, saved

from nardy.cli.play.saving import SaveFile, Setting, latest_path, load, new_path, saved_games
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.errors import EventsError
from nardy.games import BACKGAMMON

SETTING = Setting(games=("backgammon",), seed="7")


@pytest.fixture
def game() -> Game:
    game = Game(BACKGAMMON, seed=7)
    for _ in range(4):
        game.roll()
        game.play(next(iter(game.legal_turns)))
    return game


@pytest.fixture
def path(tmp_path: Path, game: Game) -> Path:
    path = tmp_path / "game.jsonl"
    SaveFile.begin(path, SETTING).append(game.events)
    return path


def test_a_saved_game_is_read_back(path: Path, game: Game) -> None:
    setting, events, _ = load(path)
    assert (setting, events) == (SETTING, game.events)


def test_events_are_appended_and_written_once(path: Path, game: Game) -> None:
    *_, save = load(path)
    save.append(game.events)
    size = path.stat().st_size
    game.roll()
    save.append(game.events)
    save.append(game.events)
    assert path.stat().st_size > size
    assert load(path)[1] == game.events


def test_a_file_keeps_as_many_events_as_it_is_told(path: Path, game: Game) -> None:
    whole = path.read_bytes()
    *_, save = load(path)
    for count in range(len(game.events), 0, -1):
        save.keep(count)
        assert load(path)[1] == game.events[:count]
    save.append(game.events)
    assert path.read_bytes() == whole


def test_somebody_else_sits_down_and_the_game_goes_on(path: Path, game: Game) -> None:
    with path.open("ab") as file:
        file.write(b'{"cut sh')
    path.chmod(0o600)
    *_, save = load(path)
    other = replace(SETTING, black="somebody with a longer name, Ann\xe9 \udcff")
    save.reseat(other)
    assert load(path)[:2] == (other, game.events)
    assert path.stat().st_mode & 0o777 == 0o600
    game.roll()
    save.append(game.events)
    save.keep(3)
    assert load(path)[1] == game.events[:3]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_nobody_sits_down_where_another_program_has_written(path: Path) -> None:
    *_, save = load(path)
    with path.open("ab") as file:
        file.write(b"{}\n")
    with pytest.raises(EventsError, match="another program has written to"):
        save.reseat(replace(SETTING, black="random"))
    path.unlink()
    with pytest.raises(EventsError, match="cannot write"):
        save.reseat(SETTING)


def test_a_setting_knows_its_seats() -> None:
    assert [SETTING.seat(player) for player in Player] == ["person", "baseline"]


def test_a_game_cut_at_any_byte_goes_on_from_its_last_whole_line(path: Path, game: Game) -> None:
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole), 7):
        path.write_bytes(whole[:cut])
        _, events, save = load(path)
        assert path.read_bytes() == whole[:cut], "reading changes nothing"
        assert events == game.events[: whole[:cut].count(b"\n") - 1]
        save.append(game.events)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "got an empty"),
        (b"hello", "expected a game saved by nardy in"),
        (b"\xff\xfe\x00", "expected a game saved by nardy in"),
        (b"[]\n", "expected a game saved by nardy in"),
        (b"{" * 100_000, "expected a game saved by nardy in"),
        (b"[" * 100_000, "expected a game saved by nardy in"),
        (b'{"a":' * 20_000 + b"\n", "expected a game saved by nardy in"),
        (b'{"nardy": 2, "games": ["backgammon"]}\n', "expected a saved game of version 1"),
        (b'{"nardy": "frog"}\n', "expected a saved game of version 1"),
        (b'{"nardy": 1}\n', "expected games and players in line 1"),
        (b'{"nardy": 1, "games": []}\n', "expected games and players in line 1"),
        (b'{"nardy": 1, "gam', "expected a game saved by nardy in"),
    ],
)
def test_what_is_no_saved_game_is_refused(content: bytes, part: str, tmp_path: Path) -> None:
    path = tmp_path / "spoiled.jsonl"
    path.write_bytes(content)
    with pytest.raises(EventsError) as error:
        load(path)
    assert part in str(error.value)
    answer = play("--resume", path)
    assert (answer.status, answer.out) == (1, "")
    assert part in answer.err
    assert path.read_bytes() == content


@pytest.mark.parametrize("line", ["", "frog", "{}", '{"kind": "frog"}', "[" * 50_000, "\x00"])
def test_a_line_spoiled_in_the_middle_is_named(line: str, path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    lines[3] = line
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(EventsError, match=r"expected an event in line 4 of .*can be resumed"):
        load(path)
    assert play("--resume", path).status == 1


def test_events_that_do_not_follow_the_laws_are_refused(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    del lines[2]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    answer = play("--resume", path)
    assert answer.status == 1
    assert f"expected a game in {path}: " in answer.err


def test_a_folder_a_missing_file_and_a_pipe_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, part in (("", "directory"), ("none", "No such file"), ("pipe", "not a file")):
        answer = play("--resume", tmp_path / name)
        assert answer.status == 1
        assert part in answer.err
        assert "--resume FILE" in answer.err


def test_a_file_of_something_else_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\n", "utf-8")
    answer = play("--save", path)
    assert answer.status == 1
    assert "which is not a saved game; choose another with --save FILE" in answer.err
    assert path.read_text("utf-8") == "Dear Ann,\n"


def test_an_earlier_game_of_the_same_file_is_kept(path: Path) -> None:
    before = path.read_bytes()
    answer = play("fevga", "--save", path)
    assert f"The game saved there before is now {path}.old." in answer.lines
    assert Path(f"{path}.old").read_bytes() == before
    assert saved(path)[0]["games"] == ["fevga"]


def test_an_empty_file_is_taken(tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").touch()
    assert play("--save", tmp_path / "new.jsonl").status == 0


def test_two_programs_cannot_write_to_one_game(path: Path, game: Game) -> None:
    *_, one = load(path)
    *_, other = load(path)
    game.roll()
    one.append(game.events)
    with pytest.raises(EventsError, match="another program has written to"):
        other.append(game.events)
    assert load(path)[1] == game.events


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_in_a_sentence() -> None:
    answer = process("play", "--black", "person", "--save", "/dev/full")
    assert answer.returncode == 1
    assert answer.stderr.decode() == (
        "nardy: cannot write /dev/full: No space left on device; choose another with --save FILE\n"
    )
    assert Path("/dev/full").is_char_device()


def test_a_path_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    for path in (tmp_path, tmp_path / "file" / "game.jsonl", tmp_path / ("a" * 300)):
        answer = play("--save", path)
        assert answer.status == 1
        assert answer.err.startswith("nardy: cannot write ")


def test_a_disk_that_fills_up_in_mid_game_stops_it_with_what_was_saved(
    path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    *_, save = load(path)
    game.roll()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EventsError, match="No space left on device; choose another"):
        save.append(game.events)
    monkeypatch.undo()
    assert path.read_bytes().startswith(before)
    assert load(path)[1][:-1] == game.events[:-1]


def test_the_latest_game_is_the_one_written_last() -> None:
    with pytest.raises(EventsError, match="'nardy play' begins one"):
        latest_path()
    first, second = (SaveFile.begin(new_path(), SETTING).path for _ in range(2))
    assert first != second
    assert first.parent == saved_games()
    os.utime(first, (2e9, 2e9))
    assert latest_path() == first


def test_the_first_line_is_plain_json(path: Path) -> None:
    assert json.loads(path.read_text("utf-8").splitlines()[0]) == {
        "nardy": 1,
        "games": ["backgammon"],
        "length": 0,
        "white": "person",
        "black": "baseline",
        "seed": "7",
        "game_file": None,
        "real_dice": False,
    }
