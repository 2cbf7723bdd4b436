import json
from pathlib import Path

import pytest
from tests.cli.talk import nardy, play
from tests.cli.test_bad_input import MAT

from nardy.cli.files import read_record
from nardy.cli.inputs import GameChoice
from nardy.errors import EventsError, NotationError

NO_GAME = GameChoice(None, None)


def test_a_match_is_read_whatever_it_is() -> None:
    play("fevga", "--white", "random", "--match", "1", "--seed", "1", "--save", "saved.jsonl")
    Path("match.mat").write_text(MAT, "utf-8")
    Path("match.json").write_text(nardy("convert", "match.mat", "--to", "json").out, "utf-8")
    assert read_record("saved.jsonl", NO_GAME).match.length == 1
    assert read_record("match.mat", NO_GAME).players == ("Anna", "Boris")
    assert read_record("match.json", NO_GAME).players == ("Anna", "Boris")


def test_standard_input_holds_what_a_file_holds() -> None:
    play("fevga", "--white", "random", "--match", "1", "--seed", "1", "--save", "saved.jsonl")
    told = nardy("replay", "saved.jsonl")
    assert told.status == 0
    assert nardy("replay", "-", typed=Path("saved.jsonl").read_bytes()) == told
    cut = Path("saved.jsonl").read_bytes().partition(b"\n")[0]
    assert "in line 1 of standard input" in nardy("replay", "-", typed=cut).err


def test_a_match_as_json_may_stand_on_one_line() -> None:
    """With the numbers of its games it has two keys of a saved game."""
    late = MAT.replace(" Game 1", " Game 4")
    told = json.loads(nardy("convert", "-", "--to", "json", typed=late).out)
    assert "games" in told
    Path("match.json").write_text(f"{json.dumps(told)}\n", "utf-8")
    assert read_record("match.json", NO_GAME).games[0].number == 4


def test_reading_a_saved_game_that_was_cut_changes_nothing() -> None:
    play("fevga", "--seed", "1", "--save", "saved.jsonl")
    cut = Path("saved.jsonl").read_bytes()[:-5]
    Path("saved.jsonl").write_bytes(cut)
    assert read_record("saved.jsonl", NO_GAME).games
    assert Path("saved.jsonl").read_bytes() == cut


def test_a_saved_game_with_a_long_first_line_is_read() -> None:
    """A game file is saved within it."""
    play("fevga", "--seed", "1", "--save", "saved.jsonl")
    first, rest = Path("saved.jsonl").read_text("utf-8").split("\n", 1)
    longer = json.dumps({**json.loads(first), "comment": 20_000 * "."})
    Path("saved.jsonl").write_text(f"{longer}\n{rest}", "utf-8")
    assert read_record("saved.jsonl", NO_GAME).games


def test_what_is_no_match_is_refused() -> None:
    Path("spoiled.json").write_text('{"nardy": "match"}', "utf-8")
    with pytest.raises(EventsError):
        read_record("spoiled.json", NO_GAME)
    with pytest.raises(NotationError, match="No such file"):
        read_record("none.mat", NO_GAME)
    with pytest.raises(NotationError, match="directory"):
        read_record(".", NO_GAME)


def test_a_saved_game_that_breaks_off_the_laws_is_refused() -> None:
    play("fevga", "--white", "random", "--seed", "1", "--save", "g.jsonl")
    lines = Path("g.jsonl").read_text("utf-8").splitlines(keepends=True)
    roll = next(n for n, line in enumerate(lines) if '"rolled"' in line)
    Path("g.jsonl").write_text("".join([*lines[:roll], *lines[roll + 1 :]]), "utf-8")
    with pytest.raises(NotationError, match=r"expected a match in g\.jsonl: "):
        read_record("g.jsonl", NO_GAME)
