import io
import json
from random import Random

import pytest
from hypothesis import given
from tests.effort import each
from tests.formats.matches import read
from tests.moments import game_at, play_out
from tests.strategies import seeds

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.errors import EventsError, NardyError
from nardy.formats import mat, match_json
from nardy.formats.record import Record
from nardy.games import BACKGAMMON, GAMES, TAVLI
from nardy.games.game_file import finder, parse_game


def a_match(seed: int, games: int = 2, rules: object = BACKGAMMON, length: int = 9) -> Match:
    match = Match(rules, length, seed=seed, names=("Ann", "Борис"))  # type: ignore[arg-type]
    chance = Random(seed)
    while True:
        play_out(match.game, chance, lambda _: None, 0.2)
        if match.is_over or len(match.games) == games:
            return match
        match.next_game()


@given(seeds)
def test_a_match_is_read_back_event_by_event(seed: int) -> None:
    match = a_match(seed % 50)
    record = match_json.loads(match_json.dumps(match))
    assert record.events == match.events
    assert (record.players, record.match.length) == (match.names, 9)
    assert record.match.score == match.score


def test_several_games_in_rotation_and_every_game() -> None:
    match = a_match(4, 3, TAVLI, 0)
    assert match_json.loads(match_json.dumps(match)).events == match.events
    for rules in GAMES.values():
        match = Match(rules, seed=1)
        match.game.roll()
        assert match_json.loads(match_json.dumps(match)).match.game.situation.rules == rules


def test_a_match_goes_on_with_the_games_of_its_rotation() -> None:
    match = a_match(4, 2, TAVLI, 0)
    again = match_json.loads(match_json.dumps(match)).match
    assert again.rotation == match.rotation
    assert again.next_game().rules == match.next_game().rules == TAVLI[2]


def test_tags_are_kept_and_files_are_written() -> None:
    record = Record.of(a_match(1), (("Event", "Open"), ("Round", "2")))
    file = io.StringIO()
    match_json.dump(record, file)
    file.seek(0)
    again = match_json.load(file)
    assert again.tags == record.tags
    assert again.events == record.events


MONEY = """; [Event "Club night"]
; written by hand
 0 point match

 Game 4
 ann : 4  bob : 6.5
  1) 31: 8/5 6/5
      Wins 1 point

 Game 6
 ann : 5  bob : 6.5
  1) 31: 8/5 6/5
"""


def test_comments_and_the_numbers_of_games_are_kept() -> None:
    record = mat.loads(MONEY)
    text = match_json.dumps(record)
    again = match_json.loads(text)
    assert again.comments == ("written by hand",)
    assert [(g.number, g.scores) for g in again.games] == [(4, (4, 6.5)), (6, (5, 6.5))]
    assert again.score == record.score == (5, 6.5)
    assert mat.dumps(again) == mat.dumps(record)
    assert match_json.dumps(again) == text


def test_guessed_turns_are_kept() -> None:
    record = read(*["31: 8/5 6/5 | 42: ???"], "64: 24/14 |", "      Wins 1 point")
    assert record.guessed
    text = match_json.dumps(record)
    assert match_json.loads(text).guessed == record.guessed


@pytest.mark.parametrize("guessed", ["[0]", "[true]", "[99]", "[-1]", '"3"', "[3, 2]", "[2, 2]"])
def test_guessed_turns_are_checked(guessed: str) -> None:
    record = read("31: 8/5 6/5 | 42: 8/4 6/4", "64: 24/14 |", "      Wins 1 point")
    data = json.loads(match_json.dumps(record))
    data["games"] = [{"number": 1, "score": [0, 0], "guessed": json.loads(guessed)}]
    with pytest.raises(EventsError, match="expected guessed as ascending indices of turns"):
        match_json.loads(json.dumps(data))


def test_an_ordinary_match_has_no_numbers() -> None:
    assert json.loads(match_json.dumps(a_match(1))).keys().isdisjoint({"games", "comments"})


def test_one_event_a_line() -> None:
    match = a_match(2)
    lines = match_json.dumps(match).splitlines()
    assert len(lines) == len(match.events) + 2
    assert json.loads(lines[1].rstrip(","))["kind"] == "started"


def test_an_accepted_faulty_turn_is_found_with_its_line_and_law() -> None:
    game = game_at("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")
    game.play("13/8", accepted=True)
    match = Match(BACKGAMMON)
    match.go_on([game])
    text = match_json.dumps(match)
    (finding,) = match_json.loads(text).illegal
    assert (finding.turn, finding.law, finding.player) == ("13/8", "wrong-die", Player.WHITE)
    assert '"13/8"' in text.splitlines()[finding.line - 1]
    assert match_json.loads(match_json.dumps(match_json.loads(text))).illegal == (finding,)


def test_a_game_of_ones_own() -> None:
    rules = parse_game('id = "club"\nextends = "fevga"\nstart = "24:4"\n')
    match = Match(rules, seed=1)
    match.game.roll()
    text = match_json.dumps(match)
    assert match_json.loads(text, finder(rules)).match.game.rules == rules
    with pytest.raises(NardyError, match="expected a game, got 'club'"):
        match_json.loads(text)


GOOD = json.loads(match_json.dumps(Match(BACKGAMMON, 5, seed=1)))


@each(
    ("changes", "part"),
    [
        ({"nardy": "game"}, "expected a match as JSON with"),
        ({"version": 2}, "expected a match as JSON with"),
        ({"length": -1}, "expected a match as JSON with"),
        ({"length": "5"}, "expected a match as JSON with"),
        ({"players": ["Ann"]}, "expected a match as JSON with"),
        ({"players": ["Ann", 5]}, "expected a match as JSON with"),
        ({"events": {}}, "expected a match as JSON with"),
        ({"events": []}, "expected the events of at least one game"),
        ({"events": ["frog"]}, "expected an event as a JSON object"),
        ({"events": [{"kind": "frog"}]}, "expected a kind of event"),
        ({"events": [{"kind": "rolled", "player": "white", "dice": [3, 1]}]}, "expected"),
        ({"events": [{"kind": "started", "position": ""}]}, "expected a game, got '?'"),
        ({"events": [{"kind": "started", "position": "fevga"}]}, "expected a game, a side"),
        ({"tags": [["Event"]]}, "expected tags as pairs"),
        ({"tags": 5}, "expected tags as pairs"),
        ({"comments": [5]}, "expected comments as texts"),
        ({"comments": 5}, "expected comments as texts"),
        ({"rotation": [5]}, "expected a rotation of games as texts"),
        ({"rotation": ["frog"]}, "expected a game, got 'frog'"),
        ({"games": 5}, "expected 1 games with their numbers"),
        ({"games": []}, "expected 1 games with their numbers"),
        ({"games": [5]}, "expected a game's number and score"),
        ({"games": [{"number": -1, "score": [0, 0]}]}, "expected a game's number and score"),
        ({"games": [{"number": 1, "score": [0, float("nan")]}]}, "expected a game's number"),
        ({"games": [{"number": 1, "score": [0]}]}, "expected a game's number and score"),
    ],
)
def test_what_tells_no_match_is_refused(changes: dict, part: str) -> None:
    with pytest.raises(NardyError) as error:
        match_json.loads(json.dumps({**GOOD, **changes}))
    assert part in str(error.value)


@pytest.mark.parametrize("text", ["", "frog", "[", "[" * 50_000, '{"a":' * 50_000, "5", "[]"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(EventsError, match="expected a match as JSON"):
        match_json.loads(text)


def test_events_that_break_the_laws_are_refused() -> None:
    game = Game(BACKGAMMON, seed=1)
    game.roll()
    match = Match(BACKGAMMON)
    match.go_on([game])
    data = json.loads(match_json.dumps(match))
    data["events"].append({"kind": "rolled", "player": "white", "dice": [3, 1]})
    with pytest.raises(EventsError, match="does not fit"):
        match_json.loads(json.dumps(data))


@each(
    ("changes", "part"),
    [
        ({"length": 10_000}, "expected a length from 0 .money. to 9999 points, got 10000"),
        ({"rotation": ["backgammon,head=9"]}, r"expected head=0\|1, got .9."),
        ({"events": [{"kind": "started", "position": "fevga"}]}, "event 1 begins no game"),
    ],
)
def test_what_events_cannot_be_is_an_error_of_events(changes: dict, part: str) -> None:
    with pytest.raises(EventsError, match=part):
        match_json.loads(json.dumps({**GOOD, **changes}))


def test_what_a_file_stated_is_not_kept() -> None:
    record = mat.loads(MONEY)
    assert record.games[0].stated_result
    again = match_json.loads(match_json.dumps(record))
    assert again.games[0].stated_result is None
    assert again.events == record.events
