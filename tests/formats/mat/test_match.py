"""Whole files: names, scores, and the rules that they were played by."""

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from tests.formats.matches import game, only, read, text_of
from tests.formats.played import told
from tests.moments import STD, moment

from nardy.core.events import Resigned, RolledOff, Started
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import NotationError, RulesError
from nardy.formats import mat, match_json
from nardy.formats.mat.match import size_for_points
from nardy.formats.record import Record
from nardy.games import BACKGAMMON, PORTES, find_game
from nardy.games.game_file import finder, parse_game

GAME = " Game {n}\n {left} : {one}          {right} : {two}\n  1) 31: 8/5 6/5    64: 24/14\n"


def games(*results: str, length: int = 5, tags: str = "") -> str:
    """A file of short games; a result is 'left right one two line'."""
    lines = [tags, f" {length} point match"]
    for n, result in enumerate(results, start=1):
        left, right, one, two, end = result.split(" ", 4)
        lines += [GAME.format(n=n, left=left, right=right, one=one, two=two), f"      {end}"]
    return "\n".join(lines)


def test_scores_run_through_a_match() -> None:
    record = mat.loads(games("ann bob 0 0 Wins 2 points", "ann bob 2 0 Wins 1 point"))
    assert [recorded.scores for recorded in record.games] == [(0, 0), (2, 0)]
    assert record.match.score[Player.WHITE] == 3
    assert not record.findings


def test_names_may_change_places() -> None:
    record = mat.loads(games("ann bob 0 0 Wins 2 points", "bob ann 0 2 Wins 1 point"))
    assert record.players == ("ann", "bob")
    assert record.match.score == {Player.WHITE: 2, Player.BLACK: 1}
    assert record.games[1].scores == (2, 0)
    assert record.games[1].game.events[1].white == 1  # type: ignore[union-attr]
    assert mat.loads(mat.dumps(record)).events == record.events


@pytest.mark.parametrize("names", ["BOB ANN", "bob ann(1512)", "bob(1490) Ann"])
def test_names_may_change_places_and_letters(names: str) -> None:
    record = mat.loads(games("Ann bob 0 0 Wins 2 points", f"{names} 0 2 Wins 1 point"))
    assert record.games[1].scores == (2, 0)
    assert record.match.score == {Player.WHITE: 2, Player.BLACK: 1}


def test_names_that_differ_in_capitals_alone_change_places_as_written() -> None:
    record = mat.loads(games("Ann ann 0 0 Wins 2 points", "ann Ann 0 2 Wins 1 point"))
    assert record.games[1].scores == (2, 0)


def test_a_name_may_be_spelled_otherwise() -> None:
    record = mat.loads(games("ann bob 0 0 Wins 2 points", "ann(1512) bob 2 0 Wins 1 point"))
    assert record.match.score == {Player.WHITE: 3, Player.BLACK: 0}
    (finding,) = record.findings
    assert finding.turn == "Game 2"
    assert (
        finding.reason == "expected ann and bob, got ann(1512) and bob; they are taken as the same"
    )


def test_a_game_of_other_players_is_refused() -> None:
    text = games("ann bob 0 0 Wins 2 points", "carl dave 0 0 Wins 1 point")
    told = "expected one match a file, of ann and bob, got a game of carl and dave"
    with pytest.raises(NotationError, match=f"{told} in line 8; save them as two files"):
        mat.loads(text)


def test_names_may_be_missing_or_in_other_letters() -> None:
    for names in ("Ann BOB", "? bob"):
        text = games("ann bob 0 0 Wins 2 points", f"{names} 2 0 Wins 1 point")
        assert len(mat.loads(text.replace("?", "")).games) == 2


def test_a_score_that_does_not_follow_is_said() -> None:
    record = mat.loads(games("ann bob 0 0 Wins 2 points", "ann bob 1 0 Wins 1 point"))
    (finding,) = record.findings
    assert finding.turn == "Game 2"
    assert finding.reason == "the file says 1-0, by the games before it is 2-0"


def test_games_after_the_end_of_the_match_are_left_out() -> None:
    record = mat.loads(games("ann bob 0 0 Wins 3 points", "ann bob 3 0 Wins 1 point", length=3))
    assert len(record.games) == 1
    assert record.findings[0].law == "game-over"
    assert record.unreadable == record.findings


def test_the_crawford_game_is_found_by_the_score() -> None:
    text = games(
        "ann bob 0 0 Wins 2 points",
        "ann bob 2 0 Wins 1 point",
        "ann bob 2 1 Wins 1 point",
        length=3,
    ).replace("      Wins 1 point", "                                        Wins 1 point")
    record = mat.loads(text)
    crawford = [recorded.game.situation.is_crawford for recorded in record.games]
    assert crawford == [False, True, False]


DOUBLED = ["31: 8/5 6/5 |  Doubles => 2", " Takes | 64: 24/14", "      Wins 2 points"]


def test_a_match_with_doubles_in_its_crawford_game_was_played_without() -> None:
    record = read(*DOUBLED, length=5, scores=(4, 0))
    assert not record.match.rotation[0].crawford
    assert not record.illegal
    again = mat.loads(mat.dumps(record))
    assert again.events == record.events


def test_where_a_tag_says_otherwise_the_double_is_illegal() -> None:
    record = read(*DOUBLED, length=5, scores=(4, 0), tags='; [Crawford "On"]')
    assert [finding.law for finding in record.illegal] == ["crawford"]


def test_money_games_that_count_gammons_were_played_without_jacoby() -> None:
    rows = ["31: 8/5 6/5 |", "      Wins 2 points"]
    record = read(*rows, length=0)
    assert not record.match.rotation[0].jacoby
    assert record.match.score[Player.WHITE] == 2
    assert mat.loads(mat.dumps(record)).events == record.events
    stated = read(*rows, length=0, tags='; [Jacoby "On"]')
    assert stated.match.rotation[0].jacoby
    assert "by the rules White wins 1" in stated.games[0].findings[-1].reason


def test_a_tag_before_a_later_game_names_its_rules() -> None:
    first = text_of("31: 8/5 6/5 |", "      Wins 1 point", tags='; [Variation "portes"]')
    second = '; [Variation "plakoto"]\n Game 2\n ann : 1    bob : 0\n  1) 31: 24/20\n'
    record = mat.loads(first + second)
    assert [recorded.game.rules.id for recorded in record.games] == ["portes", "plakoto"]
    assert [rules.id for rules in record.match.rotation] == ["portes", "plakoto"]
    assert mat.loads(mat.dumps(record)).events == record.events


def test_given_rules_stand_where_no_tag_names_a_game() -> None:
    text = text_of("31: 8/5 6/5 |", "      Wins 1 point")
    assert mat.loads(text).match.rotation == (BACKGAMMON,)
    assert mat.loads(text, PORTES).match.rotation == (PORTES,)
    named = text_of("31: 24/20 |", tags='; [Variation "long-nardy"]')
    assert mat.loads(named, PORTES).match.rotation == (find_game("long-nardy"),)


CLUB = parse_game('id="club"\nname="Club nardy"\nextends="long-nardy"\nlast_throw="half"\n')


@pytest.mark.parametrize("text", ["club", "club,koks=3"])
def test_a_game_of_ones_own_is_read_back(text: str) -> None:
    rules = finder(CLUB)(text)
    match = Match(rules, 3, seed=1)
    match.game.roll()
    match.game.play(next(iter(match.game.legal_turns)))
    written = mat.dumps(match)
    again = mat.loads(written, CLUB)
    assert again.match.rotation == (rules,)
    assert told(again.match.game) == told(match.game)
    assert mat.dumps(again) == written
    with pytest.raises(RulesError, match="expected a game, got 'club'"):
        mat.loads(written)


def test_a_game_of_ones_own_is_found_by_its_name() -> None:
    text = text_of("31: 24/20 |", tags='; [Variation "club NARDY"]')
    assert mat.loads(text, CLUB).match.rotation == (CLUB,)


@pytest.mark.parametrize(
    "names",
    [
        ("plakoto,mother=off", "fevga"),
        ("fevga", "backgammon,jacoby=off", "plakoto,mother=off"),
        ("backgammon,cube_cap=64", "backgammon"),
        ("backgammon", "club", "backgammon"),
    ],
)
def test_each_game_of_a_rotation_has_its_own_rules(names: tuple[str, ...]) -> None:
    games = [finder(CLUB)(name) for name in names]
    match = Match(games, 9, seed=1)
    for number in range(len(games)):
        if number:
            match.next_game()
        match.game.roll()
        match.game.resign()
        match.game.agree()
    again = mat.loads(mat.dumps(Record.of(match, (("Event", "Open"),))), CLUB)
    assert [recorded.game.rules for recorded in again.games] == games
    assert again.tags[0] == ("Event", "Open")
    assert again.match.score == match.score


def test_a_file_may_begin_in_the_midst_of_a_match() -> None:
    rows = ["31: 8/5 6/5 |", "      Wins 3 points"]
    record = read(*rows, length=7, scores=(4, 6))
    assert record.match.score == {Player.WHITE: 7, Player.BLACK: 6}
    assert record.match.winner is Player.WHITE
    assert mat.losses(record) == []
    again = match_json.loads(match_json.dumps(record))
    assert mat.dumps(again) == mat.dumps(record)


def test_players_without_names_are_white_and_black() -> None:
    assert mat.loads(" 1 point match\n Game 1\n  1) 31: 8/5 6/5\n").players == ("White", "Black")


def test_unknown_games_are_refused() -> None:
    with pytest.raises(RulesError, match="expected a game, got 'Tabula'"):
        game("31: 8/5 6/5 |", tags='; [Variation "Tabula"]')


def test_a_file_that_begins_after_the_end_is_refused() -> None:
    with pytest.raises(NotationError, match="one that begins after its end"):
        read("31: 8/5 6/5 |", length=3, scores=(3, 0))


def test_the_first_roll_is_the_roll_off() -> None:
    events = game("31: 8/5 6/5 |", "      Wins 1 point").game.events
    assert events[1] == RolledOff(3, 1)
    events = game(" | 31: 8/5 6/5", "      Wins 1 point").game.events
    assert events[1] == RolledOff(1, 3)


def test_where_the_starter_rolls_afresh_he_is_named() -> None:
    recorded = game(" | 33: 24/21(4)", tags='; [Variation "gul-bara"]')
    first = recorded.game.events[0]
    assert isinstance(first, Started)
    assert first.position.startswith("gul-bara b ")
    assert "opening" not in first.position


def test_nobody_doubles_before_the_roll_off() -> None:
    recorded = game(" Doubles => 2 |  Takes", "31: 8/5 6/5 |", "      Wins 1 point")
    assert [finding.law for finding in recorded.findings] == ["already-rolled"]


@pytest.mark.parametrize("row", ["33: 8/5(2) 6/3(2) |", " Doubles => 2 |  Takes"])
def test_a_beginning_without_a_roll_off_is_said(row: str) -> None:
    recorded = game(row, "      Wins 1 point")
    assert recorded.findings[0].law is None
    assert "opening roll of two different dice" in recorded.findings[0].reason


def test_a_game_without_turns_is_said() -> None:
    recorded = game()
    assert only(recorded).reason == "the game has no turns"
    assert recorded.game.outcome is None


def test_a_result_alone_ends_the_game() -> None:
    record = read("      Wins 1 point")
    assert record.match.score[Player.WHITE] == 1


def test_findings_are_in_the_order_of_lines() -> None:
    recorded = game("31: 8/5 6/4 | 64: 24/14", "nonsense", "31: 6/3 | 11: 6/5(4)", "nonsense")
    lines = [finding.line for finding in recorded.findings]
    assert lines == sorted(lines)
    assert len(lines) >= 4


RIGHT = " " * 38


@pytest.mark.parametrize(
    ("points", "size"), [(0, "single"), (1, "single"), (2, "gammon"), (3, "backgammon")]
)
def test_the_loser_on_roll_resigns_what_the_points_say(points: int, size: str) -> None:
    recorded = game("31: 8/5 6/5 |", f"      Wins {points} points")
    assert recorded.game.events[-2] == Resigned("black", size)


@pytest.mark.parametrize(("points", "size"), [(1, "single"), (2, "gammon")])
def test_a_player_may_give_up_while_the_other_is_on_roll(points: int, size: str) -> None:
    recorded = game("31: 8/5 6/5 |", f"{RIGHT}Wins {points} points")
    assert recorded.game.events[-1] == Resigned("white", size, accepted=True)
    assert recorded.game.outcome
    assert recorded.game.outcome.winner is Player.BLACK
    assert recorded.game.points == points
    assert not recorded.findings


def test_a_word_for_giving_up_needs_no_result() -> None:
    recorded = game("31: 8/5 6/5 |  Concedes")
    assert recorded.game.outcome
    assert str(recorded.game.outcome) == "w1"


def test_a_resignation_without_its_result_is_told() -> None:
    (finding,) = game("31: 8/5 6/5 |  Concedes").findings
    assert finding.reason == (
        "expected a result such as 'wins 2 points' after the resignation, got none; "
        "a single is assumed"
    )
    told = game("31: 8/5 6/5 |  Concedes", "      Wins 3 points")
    passed = game("31: 8/5 6/5 |  Doubles => 2", " Drops |")
    one_size = game("31: 8/5 6/5 |  Concedes", tags='; [Variation "sudden-death"]')
    assert (told.findings, passed.findings, one_size.findings) == ((), (), ())


def test_a_double_before_the_end_was_passed() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", f"{RIGHT}Wins 1 point")
    assert str(recorded.game.outcome) == "b1"
    assert not recorded.findings


def test_a_double_that_the_doubler_lost_was_taken() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", "      Wins 2 points")
    assert (str(recorded.game.outcome), recorded.game.points) == ("w1", 2)


def test_a_game_that_goes_on_is_said() -> None:
    recorded = game("31: 8/5 6/5 |")
    assert recorded.game.outcome is None
    assert only(recorded).reason == "the game is not over here, and the file states no result"


def test_winner_and_points_are_compared() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", " Drops |", "      Wins 2 points")
    assert only(recorded).law is None
    assert only(recorded).reason == ("the file says that White wins 2; by the rules Black wins 1")


@pytest.mark.parametrize(
    ("game_text", "points", "size"),
    [
        ("backgammon,jacoby=off", 5, "backgammon"),
        ("backgammon", 3, "single"),
        ("portes", 3, "gammon"),
        ("sudden-death", 2, "single"),
        ("long-nardy@amateur", 3, "backgammon"),
    ],
)
def test_sizes_are_those_of_the_game(game_text: str, points: int, size: str) -> None:
    rules = find_game(game_text)
    start = "24:15 24:15" if rules.id == "long-nardy" else f"{STD} {STD}"
    assert size_for_points(moment(f"{game_text} w {start}"), points) == size


def rolled_out(size: int, seeds: Iterator[int]) -> Game:
    """A game of hypergammon without doubles, played to a win of this size."""
    while True:
        rng = Random(next(seeds))
        game = Game(find_game("hypergammon,jacoby=off"), seed=rng.randrange(1_000))
        while game.phase is not Phase.OVER:
            if game.phase is Phase.TURN:
                game.play(rng.choice([*game.legal_turns]))
            else:
                game.roll()
        if str(game.outcome)[1] == str(size):
            return game


def test_a_guess_that_explains_no_result_is_dropped() -> None:
    seeds = count()
    match = Match(find_game("hypergammon,jacoby=off"))
    match.go_on([rolled_out(1, seeds), rolled_out(2, seeds)])
    lines = [line for line in mat.dumps(match).splitlines() if "Jacoby" not in line]
    one, two = "\n".join(lines).split(" Game 2")
    text = one.replace("Wins 1 point", "Wins 2 points") + " Game 2"
    text += two.replace("Wins 2 points", "Wins 1 point").replace(": 1 ", ": 2 ")
    record = mat.loads(text)
    assert record.match.rotation[0].jacoby
    reasons = [[finding.reason for finding in game.findings] for game in record.games]
    assert [len(found) for found in reasons] == [1, 0]
    assert "wins 2; by the rules" in reasons[0][0]


def test_each_option_is_guessed_by_itself() -> None:
    rows = ["31: 8/5 6/5 | 64: 24/14", " Doubles => 2 |  Beavers => 4"]
    rows += [" Raccoons => 8 |  Takes", "11: 6/4(2) |", "      Wins 8 points"]
    second = " Game 2\n ann : 8    bob : 0\n  1) 31: 8/5 6/5    64: 24/14\n"
    third = "  2)  Doubles => 2   Drops\n      Wins 2 points\n"
    record = mat.loads(text_of(*rows, length=0) + second + third)
    assert record.match.rotation[0].raccoons
    assert record.match.rotation[0].jacoby
