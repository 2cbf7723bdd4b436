"""Finished games of a stored match: known by their events, replayed only when more is asked for."""

import copy
from random import Random
from unittest.mock import patch

import pytest
from tests.moments import is_sound, play_out

from nardy.core import finished_game
from nardy.core.events import Rolled, Started
from nardy.core.finished_game import FinishedGame
from nardy.core.game import Game
from nardy.core.match import Match, had_crawford
from nardy.core.player import Player
from nardy.core.replay import first_situation
from nardy.core.text import situation_text
from nardy.errors import EventsError
from nardy.formats import sgf
from nardy.games import BACKGAMMON, find_game


def played(games: int, length: int) -> Match:
    """A match in its last game of so many."""
    match, rng = Match(BACKGAMMON, length, seed=4), Random(4)
    for _ in range(games - 1):
        play_out(match.game, rng, is_sound, 0.02)
        match.next_game()
    match.game.open(6, 1)
    return match


def test_a_match_goes_on_without_a_replay_of_its_finished_games() -> None:
    match, again = played(5, 99), Match(BACKGAMMON, 99)
    with patch.object(Game, "from_events", side_effect=Game.from_events) as replayed:
        again.replay(match.events, find_game, trusted=True)
        assert again.score == match.score
        assert again.game.situation == match.game.situation
        assert (again.is_over, again.winner, len(again.games)) == (False, None, 5)
        assert again.events == match.events
        assert not had_crawford(again.games)
        again.game.play(next(iter(again.game.legal_turns)))
        assert replayed.call_count == 1


def test_no_position_of_a_stored_match_is_read_before_it_is_asked_for() -> None:
    match, again = played(5, 99), Match(BACKGAMMON, 99)
    with patch(f"{finished_game.__name__}.first_situation", side_effect=first_situation) as reading:
        again.replay(match.events, find_game, trusted=True)
        assert again.score == match.score
        assert reading.call_count == 0
        past = [game for game in again.games if isinstance(game, FinishedGame)]
        # A game has begun with the rules and the text of its first event.
        for one in past * 2:
            assert one.rules is BACKGAMMON
            assert one.events[0] == Started(situation_text(one.begun))
        assert reading.call_count == len(past) == 4


def test_a_finished_game_is_replayed_when_its_end_is_asked_for() -> None:
    game = played(2, 99).games[0]
    past = FinishedGame(game.events, find_game)
    with patch.object(Game, "from_events", side_effect=Game.from_events) as replayed:
        assert past.outcome == game.outcome
        assert (past.situation, past.points, past.ended_as) == (
            game.situation,
            game.points,
            game.ended_as,
        )
        assert past.kept_events == game.kept_events
        assert past.rules is game.rules
        assert replayed.call_count == 1


def test_a_stored_match_is_written_to_files_of_other_programs() -> None:
    match, again = played(3, 99), Match(BACKGAMMON, 99)
    again.replay(match.events, find_game, trusted=True)
    assert sgf.dumps(again) == sgf.dumps(match)


def test_the_next_game_after_a_stored_match_follows_from_its_last_one() -> None:
    match, again = played(4, 99), Match(BACKGAMMON, 99)
    play_out(match.game, Random(1), is_sound, 0.02)
    again.replay(match.events, find_game, trusted=True)
    assert again.next_game().situation == match.next_game().situation
    assert again.score == match.score
    for one in (match, again):
        one.game.open(6, 1)
        one.game.resign("gammon")
        one.game.agree()
    assert again.score == match.score


def test_a_money_session_has_its_score_in_no_game_and_is_replayed() -> None:
    match, again = played(4, 0), Match(BACKGAMMON)
    again.replay(match.events, find_game, trusted=True)
    assert again.score == match.score
    assert max(match.score[player] for player in Player)


def test_a_list_that_begins_no_game_is_refused() -> None:
    for events in ([], [Rolled("white", (6, 1))]):
        with pytest.raises(EventsError, match="started"):
            FinishedGame(events, find_game)
    with pytest.raises(EventsError):
        Match(BACKGAMMON, 3).replay([], find_game, trusted=True)


def test_it_has_what_a_game_has_and_nothing_else() -> None:
    past = FinishedGame([Started(str(Game(BACKGAMMON)))], find_game)
    with pytest.raises(AttributeError):
        past.nothing  # noqa: B018 (it is asked for)
    for other in (copy.copy(past), copy.deepcopy(past)):
        assert other.events == past.events
