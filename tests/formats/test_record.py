"""Records."""

from dataclasses import replace

from tests.moments import game_at

from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Score
from nardy.formats.record import Finding, Record, RecordedGame, start_of
from nardy.games import BACKGAMMON


def resigned_match() -> Match:
    match = Match(BACKGAMMON, 5, seed=3, names=("Ann", "Bob"))
    for _ in range(2):
        match.game.roll()
        match.game.resign("gammon")
        match.game.agree()
        if len(match.games) < 2:
            match.next_game()
    return match


def test_a_match_that_was_played_is_a_record() -> None:
    match = resigned_match()
    record = Record.of(match, (("Event", "Open"),))
    assert record.players == ("Ann", "Bob")
    assert record.events == match.events
    assert [game.number for game in record.games] == [1, 2]
    first, second = record.games
    assert first.scores == (0, 0)
    winner = match.games[0].outcome.winner  # type: ignore[union-attr]
    assert second.scores == ((2, 0) if winner is Player.WHITE else (0, 2))
    assert record.tags == (("Event", "Open"),)


def test_draws_score_for_both() -> None:
    game = game_at("long-nardy,last_throw=half b off:15 1:1 match=3:0-0 last", 2, 1)
    match = Match(game.rules, 3)
    match.go_on([game])
    game.play("1/off")
    record = Record.of(match)
    assert record.games[0].scores == (0, 0)
    assert record.score == (0.5, 0.5)


def test_a_match_taken_up_in_its_midst_keeps_its_points() -> None:
    game = game_at("backgammon b 6:15 6:15 match=7:4-5.5", 2, 1)
    match = Match(BACKGAMMON, 7)
    match.go_on([game])
    record = Record.of(match)
    assert record.games[0].scores == (4, 5.5)
    game.resign()
    game.agree()
    assert record.score == (5, 5.5)
    assert isinstance(record.score[0], int)
    assert start_of(game).score == Score(7, 5.5, 4)


def test_the_points_before_a_money_session_are_the_files() -> None:
    match = resigned_match()
    recorded = RecordedGame(game=match.games[0], number=4, line=0, scores=(4, 6))
    assert sum(Record(match=match, games=(recorded,)).score) == 12


def test_what_breaks_a_law_is_gathered() -> None:
    game = Match(BACKGAMMON).game
    remark = Finding(line=1, turn="x", reason="a remark")
    fault = Finding(line=2, turn="y", law="wrong-die", reason="a fault")
    recorded = RecordedGame(game=game, number=1, line=1, findings=(remark, fault))
    record = Record(match=Match(BACKGAMMON), games=(recorded, recorded))
    assert recorded.illegal == (fault,)
    assert record.illegal == (fault, fault)


def test_what_is_left_out_is_gathered() -> None:
    match = resigned_match()
    cut, whole = (
        Finding(line=line, turn="x", reason="left out", unreadable=True) for line in (3, 9)
    )
    again = replace(cut, left_out=2)
    recorded = RecordedGame(game=match.games[0], number=1, line=1, findings=(cut, again))
    record = Record(match=match, games=(recorded,), findings=(whole,))
    assert recorded.cut is cut
    assert record.unreadable == (cut, whole)


def test_guessed_turns_are_counted_through_the_games() -> None:
    match = resigned_match()
    first, second = (
        RecordedGame(game=game, number=n, line=n, guessed=(2,))
        for n, game in enumerate(match.games)
    )
    record = Record(match=match, games=(first, second))
    assert record.guessed == (2, len(match.games[0].events) + 2)
