"""Records of a .bgf file, read as a match."""

from typing import Any

import pytest
from tests.formats.bgf import made
from tests.formats.played import played_match

from nardy.core.cube import Owner
from nardy.core.player import Player
from nardy.errors import NotationError
from nardy.formats.bgf.reader import read_bgf, turn_text
from nardy.formats.record import start_of

MATCH = played_match("backgammon,beavers=off", 3, 1, most_games=1)


def changed(**fields: Any) -> dict[str, Any]:
    return made.match_of(MATCH) | fields


def with_game(**fields: Any) -> dict[str, Any]:
    return changed(games=[made.match_of(MATCH)["games"][0] | fields])


def test_names_and_tags_are_kept() -> None:
    record = read_bgf(changed(site="Club", round="2", extMatchID="7", cubeLimit=64))
    assert record.players == MATCH.names
    assert {*record.tags} >= {
        ("Event", "Open"),
        ("Site", "Club"),
        ("Round", "2"),
        ("Match ID", "7"),
        ("EventDate", "2026.01.08"),
        ("CubeLimit", "64"),
    }
    assert record.match.game.rules.cube_cap == 64
    assert not read_bgf(changed(useCube=False)).match.game.rules.cube_play


def test_a_position_that_was_set_up_is_kept() -> None:
    points = [0] * 26
    points[23 - 5], points[2] = 2, -3
    initial = {"points": points, "cube": 2, "cubeOwner": 1}
    turn = made.record_of(Player.WHITE, 6, 5, **{"from": [6, 6], "to": [0, 1]})
    record = read_bgf(with_game(initial=initial, moves=[turn], wonPoints=0))
    start = start_of(record.games[0].game)
    assert start.position.player[6] == 2
    assert start.position.opponent[3] == 3
    assert (start.cube.value, start.cube.owner) == (2, Owner.OPPONENT)


def test_the_score_tells_the_points_of_a_last_resignation() -> None:
    moves = [made.record_of(Player.WHITE, made.END, 7)]
    found = with_game(moves=moves, wonPoints=0) | {"finalGreen": 2, "finalRed": 0}
    (game,) = read_bgf(found).games
    assert game.stated_result
    assert (game.stated_result.winner, game.stated_result.points) == (Player.WHITE, 2)


def test_an_unknown_record_ends_what_is_read() -> None:
    moves = [made.record_of(Player.WHITE, 8, 7), made.record_of(Player.WHITE, made.END, 7)]
    (game,) = read_bgf(with_game(moves=moves)).games
    assert any(finding.unreadable for finding in game.findings)


@pytest.mark.parametrize(
    ("record", "turn"),
    [
        ({"from": [25, 13, -1, -1], "to": [20, 8, -1, -1]}, "bar/20 13/8"),
        ({"from": [6, 6, 5, 5], "to": [0, 0, 0, 0]}, "6/off 6/off 5/off 5/off"),
        ({"from": [], "to": []}, ""),
        ({"from": [6], "to": [8]}, None),
        ({"from": [26], "to": [8]}, None),
        ({"from": ["6"], "to": [5]}, None),
        ({"from": [6], "to": [None]}, None),
    ],
)
def test_moves_are_in_the_movers_numbering(record: dict[str, Any], turn: str | None) -> None:
    assert turn_text(record) == turn


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (changed(games=[]), "at least one game"),
        (changed(games=[{}] * 1_001), "at most 1,000 games"),
        (changed(matchlen=-1), "points as matchlen of a .bgf file, got -1; do open it"),
        (changed(matchlen=10_000), "points as matchlen"),
        (with_game(initial={"egyptian": True}), "without the Egyptian rule"),
        (with_game(initial={"points": [99]}), "checkers on points"),
        (with_game(initial={"cube": 3}), "a position and a cube"),
        (with_game(moves=[{"player": 0}]), "player -1 or 1 in record 2"),
    ],
)
def test_impossible_values_are_refused(found: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        read_bgf(found)
