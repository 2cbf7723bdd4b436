"""Records of .xg files, replayed."""

from typing import Any

import pytest
from tests.formats.played import played_match
from tests.formats.xg import made

from nardy.core.cube import Cube, Owner
from nardy.core.events import Acted
from nardy.core.match import Match
from nardy.errors import NotationError
from nardy.formats import match_json
from nardy.formats.xg.extract import extract
from nardy.formats.xg.reader import read_records, turn_text
from nardy.games import BACKGAMMON

OPENED = Match(BACKGAMMON, 3, names=("Ann", "Bob"))
OPENED.game.open(3, 1)
OPENED.game.play("8/5 6/5")


def found(match: Match = OPENED) -> dict[str, Any]:
    return extract(made.packed({"temp.xg": made.records_of(match), "temp.xgc": b"one\r\ntwo"}))


def test_notes_are_kept() -> None:
    records = found()
    turn = records["records"][1]
    turn["comment"] = "a start"
    (game,) = read_records(records).games
    ((event, note),) = game.notes
    assert event == 2
    assert (note.comment, note.luck, note.played) == ("a start", 0.125, 0)
    (choice,) = note.choices
    assert (choice.act, choice.equity, choice.method) == ("8/5 6/5", 0.1, "level 3")
    assert choice.chances == (0.5, 0.25, 0.02, 0.125, 0.01)


def test_doubles_have_the_values_of_both_actions() -> None:
    match = played_match("backgammon", 7, 5, most_games=3)
    record = read_records(found(match))
    notes = [
        note
        for game in record.games
        for event, note in game.notes
        if isinstance(game.game.events[event], Acted)
    ]
    assert notes
    assert [choice.act for choice in notes[0].cube] == ["no double", "double, take"]
    assert [choice.equity for choice in notes[0].cube] == [0.25, 0.5]


def test_what_describes_the_match_becomes_tags() -> None:
    assert read_records(found()).tags == (
        ("Variation", "Backgammon"),
        ("Crawford", "On"),
        ("CubeLimit", "1024"),
        ("Event", "Open"),
        ("Player 1 Elo", "1600.00/0"),
        ("EventDate", "2025.11.08"),
    )


def test_a_game_begins_from_a_position_that_was_set_up() -> None:
    records = found()
    start = [0] * 26
    start[6], start[25], start[24], start[0] = 1, 1, -2, -1
    records["records"][0]["start"] = start
    del records["records"][1]
    records["records"].insert(1, turn(1, [24, 21, 5, 4], [3, 1]))
    (game,) = read_records(records).games
    assert "w bar:1,6:1 bar:1,1:2" in str(game.game.events[0])
    assert not game.illegal


MONEY = Match(BACKGAMMON, names=("Ann", "Bob"))
MONEY.game.open(3, 1)
MONEY.game.play("8/5 6/5")


def test_automatic_doubles_stand_at_the_beginning() -> None:
    records = found(MONEY)
    records["records"][0]["auto_doubles"] = 2
    (game,) = read_records(records).games
    assert "cube=4" in str(game.game.events[0])
    assert game.game.situation.cube == Cube(4, Owner.NOBODY)
    assert not game.illegal
    start = [0] * 26
    start[8], start[6], start[24], start[0] = 1, 1, -2, -1
    records["records"][0]["start"] = start
    (game,) = read_records(records).games
    assert "bar:1,1:2 cube=4" in str(game.game.events[0])


def test_a_match_has_no_automatic_doubles() -> None:
    records = found()
    records["records"][0]["auto_doubles"] = 2
    assert read_records(records).games[0].game.situation.cube.value == 1


@pytest.mark.parametrize("count", [-1, 13])
def test_too_many_automatic_doubles_are_refused(count: int) -> None:
    records = found(MONEY)
    records["records"][0]["auto_doubles"] = count
    with pytest.raises(NotationError, match="at most 12 automatic doubles"):
        read_records(records)


def turn(player: int, moves: list[int], dice: list[int]) -> dict[str, Any]:
    moves = moves + [-1] * (8 - len(moves))
    facts = {"kind": "move", "record": 9, "player": player, "moves": moves, "dice": dice}
    return {**facts, "played": True, "luck": None, "choices": [], "comment": ""}


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ([23, 22, 12, 8, -1, -1, -1, -1], "24/23 13/9"),
        ([24, 20, 3, -3, -1, 7, 6, 5], "bar/21 4/off"),
        ([-1, 5, 9, 3, 0, 0, 0, 0], ""),
        ([5, 6, 0, 0, 0, 0, 0, 0], ""),
        ([99, 6, 0, 0, 0, 0, 0, 0], ""),
    ],
)
def test_turns_as_xg_counts_points(moves: list[int], text: str) -> None:
    assert turn_text(moves) == text


@pytest.mark.parametrize(
    ("where", "name", "value", "sentence"),
    [
        ("match", "length", -3, "expected a match length"),
        ("match", "variation", 9, "expected a game from 0 to 3 in an .xg file, got 9"),
        ("game", "score", [-1, 0], "expected a score"),
        ("game", "start", [3] + [0] * 25, "no white or checkers|checkers"),
        ("turn", "player", 7, "expected player 1 or -1 in record 3 .* got 7"),
    ],
)
def test_values_that_no_match_has_are_refused(
    where: str, name: str, value: object, sentence: str
) -> None:
    records = found()
    part = {"match": records["match"], "game": records["records"][0], "turn": records["records"][1]}
    part[where][name] = value
    with pytest.raises(NotationError, match=sentence):
        read_records(records)


@pytest.mark.parametrize("number", [-1, 0, 1_000_000])
def test_a_number_that_no_game_has_becomes_its_place(number: int) -> None:
    records = found()
    records["records"][0]["number"] = number
    record = read_records(records)
    assert record.games[0].number == 1
    assert match_json.loads(match_json.dumps(record)).events == record.events


def test_dice_that_are_none_end_what_is_read() -> None:
    records = found()
    records["records"][1]["dice"] = [7, 0]
    (game,) = read_records(records).games
    assert any(finding.unreadable for finding in game.findings)


def test_a_file_without_a_game_is_refused() -> None:
    records = found()
    records["records"] = []
    with pytest.raises(NotationError, match="at least one game"):
        read_records(records)
