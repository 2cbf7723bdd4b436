"""Matches: scores, Crawford, Holland, who starts, tavli, and money sessions."""

from random import Random

import pytest
from tests.effort import some, tries
from tests.moments import game_at, is_sound, play_out, through_json
from tests.oracle import game_of
from tests.oracle.ends import next_match_game, opening_cube

from nardy.core.dice import Roll
from nardy.core.events import RolledOff
from nardy.core.game import Game
from nardy.core.match import Match, game_points, had_crawford, next_starter, starter_of
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.errors import EventsError, IllegalActError, RulesError
from nardy.formats import position_text
from nardy.games import BACKGAMMON, FEVGA, GAMES, LONG_NARDY, PLAKOTO, PORTES, find_game

WHITE, BLACK = Player
TAVLI = (PORTES, PLAKOTO, FEVGA)


def with_cube(rules: Rules) -> Rules:
    return rules.replace(cube_play=True, beavers=True, raccoons=True, auto_doubles=2)


def play_match(match: Match, rng: Random, boldness: float = 0.2) -> None:
    """A match to its end; the score and the Crawford game are what the oracle says."""
    crawford_played = False
    while True:
        game = match.game
        situation = game.situation
        white, black = match.score[WHITE], match.score[BLACK]
        _, is_crawford = next_match_game(
            match.length, (white, black), crawford_played=crawford_played
        )
        one_each = min(white, black) >= match.length - 1
        cube = game.rules.cube_play and game.rules.crawford
        assert situation.is_crawford == (is_crawford and cube and not one_each)
        crawford_played |= situation.is_crawford
        assert match.is_crawford == situation.is_crawford
        play_out(game, rng, is_sound, boldness)
        for player, points in game_points(game).items():
            white, black = (white + points, black) if player is WHITE else (white, black + points)
        assert match.score == {WHITE: white, BLACK: black}
        if match.is_over:
            break
        assert match.winner is None
        match.next_game()
        assert len(match.games) < 500
    assert max(match.score.values()) >= match.length


def rebuilt_match(match: Match) -> Match:
    """The match from its own events, through JSON; the same whether its laws are asked or not."""
    events = through_json(match.events)
    again, believed = (Match(match.rotation, match.length, names=match.names) for _ in range(2))
    again.replay(events, find_game)
    believed.replay(events, find_game, trusted=True)
    assert believed.events == again.events
    assert believed.game.situation == again.game.situation
    assert believed.score == again.score == match.score
    assert had_crawford(believed.games) == had_crawford(again.games)
    assert [one.situation for one in believed.games] == [one.situation for one in again.games]
    return again


def gone_on(game: Game, length: int) -> Match:
    """A match of which one game has been played."""
    match = Match(game.rules, length)
    match.go_on([game])
    return match


def lose(game: Game, loser: Player, size: str = "single") -> None:
    """The loser resigns, on his first roll or his second."""
    if game.phase is Phase.OPENING:
        game.open(6, 1) if loser is WHITE else game.open(1, 6)
    if game.to_act is not loser:
        if game.phase is Phase.ROLL:
            game.roll(Roll(2, 1))
        game.play(next(iter(game.legal_turns)))
    game.resign(size)
    game.agree()


def turn(game: Game) -> None:
    if game.phase is not Phase.TURN:
        game.roll(Roll(2, 1))
    game.play(next(iter(game.legal_turns)))


@pytest.mark.parametrize("name", some(GAMES, 6))
def test_matches_of_every_game_with_the_cube(name: str) -> None:
    match = Match(with_cube(GAMES[name]), length=3, seed=name)
    play_match(match, Random(name))
    again = rebuilt_match(match)
    assert again.score == match.score
    assert again.winner is match.winner
    assert again.events == match.events


@pytest.mark.parametrize(
    "name", ["long-nardy@draw", "portes,last_throw=half", "tapa,last_throw=one"]
)
def test_matches_with_draws(name: str) -> None:
    for number in range(tries(1, 4, 4)):
        match = Match(with_cube(find_game(name)), length=3, seed=number)
        play_match(match, Random(number))


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_many_matches(name: str) -> None:
    for number in range(tries(6, 6, 20)):
        play_match(Match(with_cube(GAMES[name]), length=5, seed=number), Random(number))


# ---------------------------------------------------------------------------- tavli


def test_tavli_plays_portes_plakoto_fevga_in_turn() -> None:
    match = Match(TAVLI, length=7, seed=1)
    seen = []
    for loser in (WHITE, BLACK, BLACK, WHITE, WHITE):
        seen.append(match.game.rules.id)
        lose(match.game, loser)
        winner = loser.opponent
        assert match.next_game().to_act is winner
        assert match.game.phase is Phase.ROLL
    assert seen == ["portes", "plakoto", "fevga", "portes", "plakoto"]
    assert not match.is_crawford
    assert match.score == {WHITE: 2, BLACK: 3}


def test_a_tavli_match_ends() -> None:
    play_match(Match(TAVLI, length=5, seed=2), Random(2), boldness=0.05)


def test_a_tavli_match_rebuilt_from_its_events_goes_on_in_rotation() -> None:
    match = Match(TAVLI, length=7, seed=1)
    for loser in (WHITE, BLACK, WHITE):
        lose(match.game, loser)
        match.next_game()
    again = rebuilt_match(match)
    assert again.score == match.score
    lose(again.game, WHITE)
    lose(match.game, WHITE)
    assert again.next_game().rules == match.next_game().rules == PLAKOTO


# ------------------------------------------------------------------------- who starts


def test_in_backgammon_each_game_has_its_roll_off() -> None:
    match = Match(BACKGAMMON, length=5, seed=1)
    lose(match.game, WHITE)
    assert match.next_game().phase is Phase.OPENING


@pytest.mark.parametrize(("first", "second"), [(WHITE, BLACK), (BLACK, WHITE)])
@pytest.mark.parametrize("loser", Player)
def test_in_long_nardy_who_moved_second_starts(
    first: Player, second: Player, loser: Player
) -> None:
    match = Match(LONG_NARDY, length=9, seed=1)
    match.game.open(*((6, 1) if first is WHITE else (1, 6)))
    turn(match.game)
    lose(match.game, loser)
    assert starter_of(match.game) is first
    assert next_starter(match.game, LONG_NARDY) is second
    assert match.next_game().to_act is second
    lose(match.game, loser)
    assert match.next_game().to_act is first


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("long-nardy,last_throw=half w 24:15 24:13,20:2 match=5:0-0 first=b", BLACK),
        ("long-nardy,last_throw=half b 24:13,20:2 24:15 match=5:0-0", WHITE),
        ("long-nardy,last_throw=half w 1:1 off:15 last", BLACK),
        ("long-nardy w 24:15 24:13,20:2 match=5:0-0 first=b", BLACK),
        ("long-nardy b 24:13,20:2 24:15 match=5:0-0", BLACK),
    ],
)
def test_a_saved_game_tells_who_started_it(text: str, first: Player) -> None:
    game = game_at(text)
    assert starter_of(game) is first
    lose(game, game.to_act)
    assert next_starter(game, LONG_NARDY) is first.opponent


def test_after_a_draw_the_dice_decide_where_the_winner_would_start() -> None:
    drawn = game_at("portes,last_throw=half b off:15 1:1 match=3:0-0 last", 2, 1)
    drawn.play("1/off")
    match = gone_on(drawn, length=3)
    assert match.next_game().phase is Phase.OPENING


# ------------------------------------------------------------------- scores and the cube


def test_halves_count_in_a_match() -> None:
    drawn = game_at("long-nardy,last_throw=half b off:15 1:1 match=3:0-0 last", 2, 1)
    drawn.play("1/off")
    assert game_points(drawn) == {WHITE: 0.5, BLACK: 0.5}
    match = gone_on(drawn, length=3)
    assert match.score == {WHITE: 0.5, BLACK: 0.5}
    game = match.next_game()
    assert " match=3:0.5-0.5" in str(game)
    is_sound(game)


def test_draws_of_one_may_take_both_to_the_length() -> None:
    drawn = game_at("long-nardy,last_throw=one b off:15 1:1 match=1:0-0 last", 2, 1)
    drawn.play("1/off")
    match = gone_on(drawn, length=1)
    assert match.is_over
    assert match.winner is None
    with pytest.raises(IllegalActError):
        match.next_game()


def test_the_cube_counts_in_a_match_and_the_excess_does_not_matter() -> None:
    match = Match(BACKGAMMON, length=3, seed=1)
    game = match.game
    game.open(2, 1)
    turn(game)
    game.offer_double()
    game.take()
    game.roll(Roll(2, 1))
    game.resign("backgammon")
    game.agree()
    assert match.score == {WHITE: 6, BLACK: 0}
    assert match.winner is WHITE


def test_jacoby_is_for_money() -> None:
    match = Match(BACKGAMMON, length=9, seed=1)
    lose(match.game, WHITE, "gammon")
    assert match.score == {WHITE: 0, BLACK: 2}
    session = Match(BACKGAMMON, seed=1)
    lose(session.game, WHITE, "gammon")
    assert session.score == {WHITE: 0, BLACK: 1}


def test_a_match_without_the_cube_has_no_crawford_game() -> None:
    match = Match(PORTES, length=2, seed=1)
    lose(match.game, WHITE)
    assert not match.next_game().situation.is_crawford
    match = Match(find_game("backgammon,crawford=off"), length=2, seed=1)
    lose(match.game, WHITE)
    assert not match.next_game().situation.is_crawford


def test_holland_waits_for_two_rolls_of_each_side() -> None:
    match = Match(find_game("backgammon,holland=on"), length=3, seed=1)
    lose(match.game, BLACK)
    lose(match.next_game(), BLACK)
    assert match.next_game().situation.is_crawford
    lose(match.game, WHITE)
    game = match.next_game()
    assert not game.situation.is_crawford
    assert "turns=0-0" in str(game)
    game.open(2, 1)
    for _ in range(4):
        if game.phase is Phase.ROLL:
            with pytest.raises(IllegalActError) as caught:
                game.offer_double()
            assert caught.value.law == "holland"
        turn(game)
        is_sound(game)
    game.offer_double()
    assert "turns=" not in str(game)


def test_holland_asks_nothing_before_the_crawford_game() -> None:
    match = Match(find_game("backgammon,holland=on"), length=5, seed=1)
    assert "turns=" not in str(match.game)
    match.game.open(2, 1)
    turn(match.game)
    match.game.offer_double()


# ------------------------------------------------------- a match taken up in its midst


def taken_up(score: str, game: str = "backgammon") -> Match:
    """A match to 7 whose first game begins at this score."""
    sides = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
    return gone_on(game_at(f"{game} b {sides} match=7:{score}", 2, 1), length=7)


def test_the_points_before_the_first_game_count() -> None:
    match = taken_up("4-6")
    assert match.score == {WHITE: 4, BLACK: 6}
    lose(match.game, BLACK, "backgammon")
    assert match.score == {WHITE: 7, BLACK: 6}
    assert match.is_over
    assert match.winner is WHITE
    with pytest.raises(IllegalActError):
        match.next_game()


def test_the_next_game_goes_on_from_them() -> None:
    match = taken_up("3-5")
    lose(match.game, WHITE)
    assert " match=7:3-6 crawford" in str(match.next_game())
    again = rebuilt_match(match)
    assert again.score == {WHITE: 3, BLACK: 6}
    lose(again.game, BLACK)
    assert " match=7:4-6" in str(again.next_game())
    assert not again.is_crawford


@pytest.mark.parametrize("score", ["4-6 crawford", "4-6"])
def test_a_match_that_begins_one_point_away_has_no_later_crawford_game(score: str) -> None:
    match = taken_up(score)
    lose(match.game, BLACK)
    assert not match.next_game().situation.is_crawford


def test_a_money_session_has_no_points_before_it() -> None:
    begun = game_at("backgammon w 6:15 6:15 match=7:4-6", 2, 1)
    assert gone_on(begun, length=0).score == {WHITE: 0, BLACK: 0}


# ------------------------------------------------------------------------ money sessions


def test_a_money_session_goes_on_without_an_end() -> None:
    session = Match(with_cube(BACKGAMMON), seed=4)
    rng = Random(4)
    for _ in range(4):
        play_out(session.game, rng, is_sound, boldness=0.3)
        assert not session.is_over
        assert session.winner is None
        session.next_game()
    again = rebuilt_match(session)
    assert again.score == session.score
    assert again.events == session.events


@pytest.mark.parametrize("most", [0, 1, 3])
def test_ties_of_the_roll_off_double_the_cube(most: int) -> None:
    name = f"backgammon,auto_doubles={most}"
    session = Match(find_game(name), seed=1)
    for ties in range(1, 6):
        session.game.open(ties, ties)
        assert session.game.situation.cube.value == opening_cube(game_of(name), ties)
        is_sound(session.game)
    lose(session.game, WHITE)
    assert session.score[BLACK] == opening_cube(game_of(name), 5)
    assert session.next_game().situation.cube.value == 1


# ----------------------------------------------------------------------------- refusals


def test_the_next_game_waits_for_the_end_of_this_one() -> None:
    match = Match(BACKGAMMON, length=3, seed=1)
    with pytest.raises(IllegalActError, match="goes on"):
        match.next_game()
    assert len(match.games) == 1


@pytest.mark.parametrize("length", [-1, -7])
def test_a_match_has_a_length(length: int) -> None:
    with pytest.raises(RulesError, match=str(length)):
        Match(BACKGAMMON, length=length)


def test_a_match_has_games() -> None:
    with pytest.raises(RulesError):
        Match(())
    match = Match(BACKGAMMON, length=3, seed=1)
    games = match.games[:]
    for events in ([], [RolledOff(3, 1)], [*match.events, RolledOff(0, 0)]):
        with pytest.raises(EventsError):
            match.replay(events, find_game)
    with pytest.raises(EventsError):
        match.go_on([])
    assert match.games == games


def test_names_are_kept() -> None:
    match = Match(BACKGAMMON, names=("Ann", "Bob"))
    assert match.names == ("Ann", "Bob")


@pytest.mark.parametrize("length", [10_000, 2.5, "7", True, None])
def test_a_length_is_one_that_position_text_can_hold(length: object) -> None:
    with pytest.raises(RulesError, match=r"expected a length from 0 \(money\) to 9999 points, got"):
        Match(BACKGAMMON, length)  # type: ignore[arg-type]
    longest = Match(BACKGAMMON, 9_999)
    assert position_text.loads(str(longest.game)) == longest.game.situation


def test_the_name_of_a_game_is_no_match() -> None:
    for wrong in ("backgammon", ("backgammon",)):
        with pytest.raises(RulesError, match=r"write find_game\('backgammon'\)"):
            Match(wrong)  # type: ignore[arg-type]


def test_a_game_that_goes_on_is_not_followed_by_another() -> None:
    match = Match(BACKGAMMON, length=3, seed=1)
    with pytest.raises(IllegalActError) as caught:
        match.next_game()
    assert caught.value.law == "not-rolled"
    match.game.open(3, 1)
    match.game.resign()
    with pytest.raises(IllegalActError, match="this one goes on; finish it first") as caught:
        match.next_game()
    assert caught.value.law == "offer-open"
