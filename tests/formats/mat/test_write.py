"""Writing .mat files."""

from dataclasses import replace

import pytest
from tests.effort import each
from tests.moments import STD, game_at, moment

from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.situation import Phase
from nardy.formats import mat
from nardy.formats.mat.write import game_cells, losses, moves_text
from nardy.formats.notes import Choice, Note
from nardy.formats.record import Record
from nardy.games import BACKGAMMON, GAMES, LONG_NARDY, MAD_GULBAR
from nardy.games.game_file import parse_game

CHOICE = Choice(act="8/5 6/5", chances=(0.5, 0.1, 0.0, 0.1, 0.0), equity=0.1)


def play(game: Game, *moves: tuple[int, int]) -> None:
    """Play moves in this order."""
    draft = game.draft()
    for origin, target in moves:
        draft.move(origin, target)
    game.play(draft)


def short_game() -> Game:
    game = Game(BACKGAMMON)
    game.open(3, 1)
    play(game, (8, 5), (6, 5))
    game.roll(Roll(6, 4))
    play(game, (24, 18), (18, 14))
    game.offer_double()
    game.take()
    game.roll(Roll(1, 1))
    play(game, (8, 7), (8, 7), (6, 5), (6, 5))
    return game


def test_cells_are_in_the_words_of_the_format() -> None:
    game = short_game()
    game.offer_double()
    game.pass_double()
    assert list(game_cells(game)) == [
        (Player.WHITE, "31: 8/5 6/5"),
        (Player.BLACK, "64: 24/18 18/14"),
        (Player.WHITE, " Doubles => 2"),
        (Player.BLACK, " Takes"),
        (Player.WHITE, "11: 8/7 8/7 6/5 6/5"),
        (Player.BLACK, " Doubles => 4"),
        (Player.WHITE, " Drops"),
    ]


def test_a_whole_file() -> None:
    match = Match(BACKGAMMON, 3, names=("Ann  of two\nlines", ""))
    game = short_game()
    game.offer_double()
    game.pass_double()
    match.go_on([game])
    assert mat.dumps(Record.of(match, (("Event", "Open"),))) == (
        """; [Event "Open"]

 3 point match

 Game 1
 Ann of two lines : 0                  ? : 0
  1) 31: 8/5 6/5                        64: 24/18 18/14
  2)  Doubles => 2                       Takes
  3) 11: 8/7 8/7 6/5 6/5                 Doubles => 4
  4)  Drops                              Wins 2 points
"""
    )


def test_stars_stand_where_a_checker_is_hit() -> None:
    position = Position.of({13: 2, 6: 13}, {18: 1, 20: 1, 6: 13})
    text = moves_text(BACKGAMMON, position, ((13, 7), (7, 5), (13, 7), (6, 0)))
    assert text == "13/7* 7/5* 13/7 6/0"
    assert moves_text(LONG_NARDY, LONG_NARDY.start, ((24, 18),)) == "24/18"


def test_a_dance_is_dice_alone_and_the_bar_is_25() -> None:
    game = game_at("backgammon w bar:1,13:6,8:3,6:5 24:2,13:5,6:2,5:2,4:2,3:2", 6, 6)
    game.play("(no move)")
    assert list(game_cells(game)) == [(Player.WHITE, "66:")]
    game = game_at(f"backgammon w bar:1,24:1,13:5,8:3,6:5 {STD}", 2, 1)
    play(game, (25, 23), (24, 23))
    assert list(game_cells(game)) == [(Player.WHITE, "21: 25/23 24/23")]


def test_resignations_are_told_by_the_result() -> None:
    game = short_game()
    game.roll(Roll(2, 1))
    game.resign("gammon")
    game.refuse()
    game.resign("single")
    game.agree()
    assert list(game_cells(game))[-1] == (Player.BLACK, "21: ???")
    match = Match(BACKGAMMON)
    match.go_on([game])
    assert mat.losses(match) == ["game 1: a resignation that was refused is left out"]
    assert mat.dumps(match).endswith("21: ???\n      Wins 2 points\n")


def test_ties_of_the_roll_off_are_said_to_be_lost() -> None:
    game = Game(BACKGAMMON)
    game.open(3, 3)
    game.open(3, 1)
    match = Match(BACKGAMMON)
    match.go_on([game])
    (loss,) = mat.losses(match)
    assert loss.startswith("game 1: ties of the opening roll are left out")


def test_leftovers_are_written_as_dice() -> None:
    situation = moment("mad-gulbar w 24:1,6:14 24:1,8:14 left=566")
    game = Game(MAD_GULBAR, situation=situation)
    play(game, (24, 19), (19, 13), (13, 7))
    assert list(game_cells(game)) == [(Player.WHITE, "566: 24/19 19/13 13/7")]


def test_beavers_and_raccoons_are_doubles() -> None:
    game = game_at(f"backgammon,raccoons=on w {STD} {STD}")
    game.offer_double()
    game.beaver()
    game.raccoon()
    assert game.situation.offer is Offer.RACCOON
    texts = [text for _, text in game_cells(game)]
    assert texts == [" Doubles => 2", " Doubles => 4", " Doubles => 8"]


def test_comments_and_tags_are_lines_of_their_own() -> None:
    tags = (("Event", "Open\n Game 1"),)
    text = mat.dumps(Record.of(Match(BACKGAMMON), tags, ("one\ntwo",)))
    assert text.startswith('; [Event "Open  Game 1"]\n; one\n; two\n\n 0 point match\n')


def test_the_games_of_a_rotation_are_named() -> None:
    match = Match((BACKGAMMON, LONG_NARDY), 9)
    first, second = Game(BACKGAMMON), Game(LONG_NARDY)
    for game in (first, second):
        game.roll()
        game.resign()
        game.agree()
    match.go_on([first, second])
    text = mat.dumps(match)
    assert '; [Variation "long-nardy"]\n\n Game 2\n' in text
    assert [g.rules.id for g in mat.loads(text).match.games] == ["backgammon", "long-nardy"]


def lost(*games: Game, length: int = 0) -> list[str]:
    """What is lost of a match of these games."""
    match = Match(games[0].rules, length)
    match.go_on(games)
    return losses(Record.of(match))


@each("name", GAMES)
@each("length", [0, 1, 3])
def test_nothing_is_lost_of_games_from_their_start(name: str, length: int) -> None:
    match = Match(GAMES[name], length, seed=1)
    match.game.roll()
    match.game.resign()
    match.game.agree()
    if not match.is_over:
        match.next_game()
    throws = ("ties of the opening roll", "the opening throw")
    assert not [loss for loss in losses(Record.of(match)) if not any(t in loss for t in throws)]


@each("name", GAMES)
@each("act", ["single", "play"])
def test_the_same_events_are_read_back_or_a_loss_is_told(name: str, act: str) -> None:
    match = Match(GAMES[name], 1, seed=1)
    match.game.open(6, 1)
    if match.game.phase is Phase.ROLL:
        match.game.roll()
    if act == "play":
        match.game.play(next(iter(match.game.legal_turns)))
    else:
        match.game.resign(act)
        match.game.agree()
    told = losses(Record.of(match))
    assert bool(told) != (mat.loads(mat.dumps(match)).events == match.events)


@pytest.mark.parametrize(
    "text",
    [
        "backgammon w 6:15 6:15",
        f"backgammon b {STD} {STD} cube=2w",
        f"backgammon w {STD} {STD} offer=double",
        "plakoto w 24:15 24:1,6:14 opening",
    ],
)
def test_a_beginning_of_its_own(text: str) -> None:
    assert lost(game_at(text)) == ["game 1: the position from which it began is left out"]


def test_the_start_with_a_roll_is_no_loss() -> None:
    assert lost(game_at(f"backgammon b {STD} {STD} dice=31")) == []


def test_a_resignation_that_waits() -> None:
    game = Game(BACKGAMMON)
    game.open(3, 1)
    game.play("8/5 6/5")
    game.resign()
    assert lost(game) == ["game 1: a resignation that was not answered is left out"]
    game.refuse()
    assert lost(game) == ["game 1: a resignation that was refused is left out"]
    game.roll(Roll(2, 1))
    game.resign("gammon")
    assert lost(game)[1:] == ["game 1: a resignation that was not answered is left out"]


def test_the_match_of_a_game_in_a_money_session() -> None:
    game = game_at(f"backgammon w {STD} {STD} match=7:4-5")
    assert lost(game) == ["game 1: that it was played to 7 points is left out"]
    assert lost(game_at(f"backgammon w {STD} {STD}"), length=3) == [
        "game 1: that it was played for money is left out"
    ]
    assert lost(game, length=7) == []


def test_a_crawford_game_that_was_played_before() -> None:
    after, later = (game_at(f"backgammon w {STD} {STD} match=7:{s}") for s in ("4-6", "5-6"))
    assert lost(after, later, length=7) == ["game 1: that it is not the Crawford game is left out"]
    assert lost(game_at(f"backgammon w {STD} {STD} match=7:4-6 crawford"), later, length=7) == []


def test_the_rules_of_a_game_of_ones_own() -> None:
    rules = parse_game('id = "club"\nextends = "fevga"\nstart = "24:4"\n')
    (loss,) = lost(Game(rules))
    assert loss == ("a .mat file names club and does not hold its rules: read it back with --file")


@pytest.mark.parametrize(
    ("note", "loss"),
    [
        (Note(comment="Good"), "comments on its acts are left out"),
        (Note(luck=0.0), "the luck of its rolls is left out"),
        (Note(choices=(CHOICE,)), "the analysis of its acts is left out"),
        (Note(cube=(CHOICE, CHOICE)), "the analysis of its acts is left out"),
    ],
)
def test_notes_are_said_to_be_lost(note: Note, loss: str) -> None:
    match = Match(BACKGAMMON)
    match.go_on([short_game()])
    record = Record.of(match)
    (recorded,) = record.games
    assert losses(record) == []
    noted = replace(record, games=(replace(recorded, notes=((2, note),)),))
    assert losses(noted) == [f"game 1: {loss}"]
