"""Games of SGF files, replayed."""

import pytest

from nardy.core.player import Player
from nardy.errors import NotationError
from nardy.formats import mat, match_json, sgf
from nardy.formats.record import Record, RecordedGame

ROOT = "GM[6]MI[length:{}]PW[ann]PB[bob]"


def record(nodes: str, length: int = 3) -> Record:
    return sgf.loads(f"(;{ROOT.format(length)}{nodes})")


def only(nodes: str, length: int = 3) -> RecordedGame:
    (game,) = record(nodes, length).games
    return game


def test_a_match_is_that_of_a_mat_file() -> None:
    text = """
 3 point match

 Game 1
 ann : 0                         bob : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2               Takes
  3) 52: 24/22 13/8              33:
     Wins 4 points and the match
"""
    nodes = "RE[W+4R];W[31hefe];B[64aggk];W[double];B[take];W[52xvmh];PL[B]DI[33]"
    read, expected = record(nodes), mat.loads(text)
    assert read.events == expected.events
    assert read.score == expected.score == (4, 0)
    assert not [finding for game in read.games for finding in game.findings]


def test_dice_before_a_turn_are_those_of_the_turn() -> None:
    plain, told = only(";W[31hefe];B[64aggk]"), only(";PL[W]DI[31];W[31hefe];PL[B]DI[64];B[64aggk]")
    assert told.game.events == plain.game.events


def test_dice_at_the_end_stay_to_be_played() -> None:
    game = only(";W[31hefe];PL[B]DI[64]").game
    assert (str(game.situation.roll), game.to_act) == ("64", Player.BLACK)


def test_a_game_begins_from_a_position_that_is_set_up() -> None:
    nodes = ";PL[B]AE[a:y]AW[a][a][f][y]AB[x][x][s];CV[2];CP[w];PL[B]DI[21];B[21wxsv]"
    game = only(nodes.replace("B[21wxsv]", "B[21stsu]"), 0).game
    start = game.events[0]
    assert "b bar:1,6:1,1:2 6:1,1:2" in str(start)
    assert "cube=2w" in str(start)


BOARD = "AE[a:y]AW[f][f][h][h][x]AB[s][s][q][q][a]"


@pytest.mark.parametrize("setup", [f"PL[W]{BOARD};CV[2];CP[w]", f"{BOARD}CV[2]CP[w]"])
def test_dice_may_stand_before_the_position(setup: str) -> None:
    told = only(f";PL[W]DI[31];{setup};W[31fcfe]", 0)
    usual = only(f";PL[W]{BOARD}CV[2]CP[w];PL[W]DI[31];W[31fcfe]", 0)
    assert told.game.events == usual.game.events
    assert told.game.events[-1].kind == "played"
    assert "cube=2w" in str(told.game.events[0])
    assert not [finding for finding in told.findings if finding.unreadable]


def test_a_position_with_the_other_player_on_roll_keeps_no_dice() -> None:
    game = only(f";PL[W]DI[31];PL[B]{BOARD};B[31tqts]", 0)
    (cut,) = [finding for finding in game.findings if finding.unreadable]
    assert "the position is changed by hand here" in cut.reason


def test_comments_without_an_act_are_the_games() -> None:
    setup = f"C[At the start];PL[W]{BOARD}C[One\n\nTwo];CV[2]C[Cube];PL[W]DI[31]C[Roll]"
    recorded = only(f"{setup};W[31fcfe]C[Turn];C[The end]", 0)
    assert recorded.comments == ("At the start", "One", "Two", "Cube", "The end")
    assert [note.comment for _, note in recorded.notes] == ["Turn"]


def test_an_automatic_double_stands_at_the_root() -> None:
    assert "cube=2" in str(only("CV[2];W[31hefe]", 0).game.events[0])


def test_a_position_changed_within_a_game_ends_what_is_read() -> None:
    game = only(";W[31hefe];AE[a:y]AW[a]AB[x];B[64aggk]")
    (cut,) = game.illegal + tuple(finding for finding in game.findings if finding.unreadable)
    assert "the position is changed by hand here; the rest is left out" in cut.reason
    assert len(game.game.events) == 3


@pytest.mark.parametrize("value", ["", "77ab", "31hefex", "31hefeabcdab", "resign"])
def test_an_act_that_is_none_ends_what_is_read(value: str) -> None:
    game = only(f";W[31hefe]\n;B[{value}];W[21xv]")
    (cut,) = [finding for finding in game.findings if finding.unreadable]
    assert cut.line == 2
    assert "expected dice and moves" in cut.reason


def test_the_largest_number_of_a_game_goes_through_json() -> None:
    record = sgf.loads("(;GM[6]MI[length:3][game:999999]PW[ann]PB[bob];W[31hefe])")
    assert match_json.loads(match_json.dumps(record)).games[0].number == record.games[0].number


def test_dice_that_are_none_end_what_is_read() -> None:
    game = only(";W[31hefe]\n;PL[B]DI[71]\n;B[64aggk]")
    assert [finding.line for finding in game.findings if finding.unreadable] == [2]
    assert not [one for one in only(";PL[W]DI[00];W[31hefe]").findings if one.unreadable]


def test_a_file_cut_short_is_read_to_the_cut() -> None:
    game = sgf.loads(f"(;{ROOT.format(3)};W[31hefe]\n;B[64ag").games[0]
    assert [finding.line for finding in game.findings if finding.unreadable] == [2]
    assert len(game.game.events) == 3


def test_the_crawford_game_is_the_one_of_the_file() -> None:
    text = "(;GM[6]MI[length:3][game:3][ws:2][bs:0]PW[ann]PB[bob]RU[Crawford{}];W[31hefe])"
    for words, is_crawford in ((":CrawfordGame", True), ("", False)):
        assert sgf.loads(text.format(words)).games[0].game.situation.is_crawford is is_crawford


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;GM[1];B[aa])", r"expected an SGF of backgammon \(GM\[6\]\), got GM\[1\]; do save"),
        (
            "(;GM[6]MI[length:3])(;GM[6]MI[length:5])",
            "expected games of one match to 3, got one to 5 in line 1",
        ),
        (
            "(;GM[6]MI[length:10000]PW[a]PB[b];W[31hefe])",
            "expected a match of at most 9,999 points, got one of 10,000; correct the length",
        ),
        ("(;GM[6];AW[A])", r"expected a point from a to y in line 1 of the SGF, got 'A'"),
        ("(;GM[6];AW[aa])", r"expected a point from a to y"),
        ("(;GM[6];CV[3])", "expected a cube of 1, 2, 4 and so on in line 1 of the SGF, got '3'"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        sgf.loads(text)


def test_games_of_other_players_are_refused() -> None:
    game = "(;GM[6]MI[length:3]PW[{}]PB[{}];W[31hefe])"
    assert len(sgf.loads(game.format("ann", "bob") * 2).games) == 2
    with pytest.raises(
        NotationError, match="expected one match a file, of ann and bob, got a game"
    ):
        sgf.loads(game.format("ann", "bob") + game.format("carl", "dave"))


def test_a_second_match_begins_where_the_numbers_of_games_do() -> None:
    game = "(;GM[6]MI[length:3][game:{}]PW[ann]PB[{}];W[31hefe])"
    assert len(sgf.loads(game.format(0, "bob") + game.format(2, "bob")).games) == 2
    for number, name in ((0, "carl"), (0, "bob")):
        with pytest.raises(NotationError, match="expected one match a file, got game 0 in line 1"):
            sgf.loads(game.format(0, "bob") + game.format(number, name))


@pytest.mark.parametrize("length", [0, 3])
def test_the_cube_of_a_match_is_told_in_chances_to_win_it(length: int) -> None:
    values = " ".join(["0.5 0.1 0 0.1 0 -0.2 0.45"] * 2)
    recorded = only(f";W[31hefe];B[double]DA[E ver 3 2C 1 0.000000 1 {values}]", length)
    [note] = [note for _, note in recorded.notes]
    assert {choice.is_match_chance for choice in note.cube} == {length > 0}
