"""Plies of an .ogxm file, read as a match."""

from typing import Any

import pytest
from tests.formats.ogxm import made
from tests.formats.played import played_match

from nardy.core.cube import Owner
from nardy.core.player import Player
from nardy.errors import NotationError
from nardy.formats.ogxm.extract import extract
from nardy.formats.ogxm.reader import read_plies, turn_text
from nardy.formats.record import start_of

MATCH = played_match("backgammon", 3, 2, most_games=1)
TURN = {"action": 19, "seat": 0, "dice": (5, 6), "steps": [(1, 6), (7, 5)]}


def changed(**fields: Any) -> dict[str, Any]:
    return extract(made.file_of(MATCH)) | fields


def with_game(**fields: Any) -> dict[str, Any]:
    usual = {"winner": None, "points": 0, "board": None, "cube": 1, "owner": None, "plies": [TURN]}
    return changed(games=[usual | fields])


def test_names_and_tags_are_kept() -> None:
    record = read_plies(changed(cube_limit=64))
    assert record.players == MATCH.names
    assert {*record.tags} >= {("Event", "Open"), ("EventDate", "2026.01.01"), ("CubeLimit", "64")}


def test_the_score_goes_on_from_game_to_game() -> None:
    game = {"winner": 1, "points": 2, "board": None, "cube": 1, "owner": None, "plies": [TURN]}
    record = read_plies(changed(games=[game, game], length=7, score=[1, 0]))
    assert [recorded.scores for recorded in record.games] == [(1, 0), (1, 2)]


def test_a_position_and_a_cube_may_stand_at_the_beginning() -> None:
    board = [0] * 26
    board[19], board[4], board[25] = 2, -3, -1
    turn = TURN | {"steps": [(19, 6), (19, 6)], "dice": (6, 5)}
    record = read_plies(with_game(board=board, cube=2, owner=1, plies=[turn]))
    start = start_of(record.games[0].game)
    assert start.position.player[6] == 2
    assert (start.position.opponent[4], start.position.opponent[25]) == (3, 1)
    assert (start.cube.value, start.cube.owner) == (2, Owner.OPPONENT)
    plies = [{"action": 31, "seat": 0, "board": board}, turn]
    again = read_plies(with_game(plies=plies))
    assert start_of(again.games[0].game).position == start.position


def test_a_forfeited_game_is_lost() -> None:
    plies = [TURN, {"action": 29, "seat": 1}, {"action": 24, "seat": 0}]
    (game,) = read_plies(with_game(plies=plies, winner=0, points=1)).games
    assert game.game.outcome
    assert game.game.outcome.winner is Player.WHITE
    assert not game.findings


@pytest.mark.parametrize(
    "ply",
    [
        {"action": 31, "seat": 0, "dice": (1, 2), "board": [0] * 26},
        {"action": 34, "seat": 0},
        {"action": 7, "seat": 0},
        TURN | {"dice": (0, 6)},
        TURN | {"dice": (5, 7)},
        TURN | {"dice": (25, 6)},
    ],
)
def test_what_is_no_act_ends_what_is_read(ply: dict[str, Any]) -> None:
    (game,) = read_plies(with_game(plies=[TURN, ply, TURN])).games
    assert any(finding.unreadable for finding in game.findings)
    assert len(game.game.events) == 3


def test_points_beyond_all_sense_are_capped() -> None:
    plies = [TURN, {"action": 29, "seat": 1}]
    (game,) = read_plies(with_game(plies=plies, winner=0, points=2**60)).games
    assert [finding.reason.partition(";")[0] for finding in game.findings] == [
        "the file says that White wins 1000000"
    ]


def test_moves_are_in_the_movers_numbering() -> None:
    assert turn_text(0, [(17, 3), (19, 1)]) == "8/5 6/5"
    assert turn_text(1, [(25, 6), (6, 6)]) == "bar/19 6/off"
    assert turn_text(1, []) == ""
    assert turn_text(1, [(0, 1)]) == turn_text(0, [(25, 1)]) == turn_text(0, [(3, 0)]) == "?"


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (changed(games=[]), "at least one game"),
        (changed(length=10_000), "a match length and a score"),
        (changed(score=[0, 2**40]), "a match length and a score"),
        (changed(variant=9), "a game from 0 to 3 in an .ogxm file, got 9; do export it"),
        (with_game(cube=3), "a cube in an .ogxm file, got 3"),
        (with_game(board=[-1] + [0] * 25), "own bars"),
    ],
)
def test_impossible_values_are_refused(found: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        read_plies(found)
