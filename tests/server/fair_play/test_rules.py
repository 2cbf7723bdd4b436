from dataclasses import replace
from random import Random

import pytest
from tests.effort import each

from nardy import BACKGAMMON
from nardy.core.game import Game
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.formats.xgid import loads
from nardy.games import GAMES, find_game
from nardy.server.fair_play.rules import (
    are_of_one_kind,
    board_of,
    is_of_kind,
    is_on_a_clock,
    is_protected,
    last_game,
    may_follow,
    one_turn_ago,
    points_made,
    stood_since,
    turns_taken,
)
from nardy.server.store.log import RoomRecord, Terms


def record(
    white: str | None = "guest:a", black: str | None = "guest:b", **terms: object
) -> RoomRecord:
    return RoomRecord(id="r", games=("backgammon",), white=white, black=black, terms=Terms(**terms))


@each(
    ("of", "wanted"),
    [
        (record(), True),
        (record(black="bot:baseline"), False),
        (record(black="bot:baseline", rated=True), True),
        (record(black="bot:baseline", tournament="t"), True),
        (record("bot:nardy:0", "bot:random", tournament="t"), True),
        (record("bot:nardy:0", "bot:random"), False),
        (record(black=None), False),
        (record(black=None, rated=True), False),
        (replace(record(rated=True), is_over=True), False),
    ],
)
def test_rated_games_tournaments_and_people_are_protected_while_they_play(
    of: RoomRecord, wanted: bool
) -> None:
    assert is_protected(of) == wanted


@pytest.mark.parametrize(
    ("clock", "wanted"),
    [
        (None, False),
        ("600+8", True),
        ("240d12", True),
        ("0d86400", False),
        ("0d86399", True),
        ("259200+86400", False),
        ("259200+0", True),
    ],
)
def test_correspondence_is_a_day_a_turn_or_no_clock(clock: str | None, wanted: bool) -> None:
    assert is_on_a_clock(record(**({"clock": clock} if clock else {}))) == wanted


def at(text: str, game: str = "backgammon") -> Situation:
    white, black = text.split("|")

    def side(part: str) -> dict[int, int]:
        pairs = (one.split(":") for one in part.split(","))
        return {int(place): int(count) for place, count in pairs}

    return Situation(rules=find_game(game), position=Position.of(side(white), side(black)))


def test_games_of_one_kind_share_their_contact_and_races_are_of_every_kind() -> None:
    start = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
    for game in ("backgammon", "portes", "hypergammon", "tavla"):
        assert are_of_one_kind(BACKGAMMON, find_game(game))
        assert is_of_kind(start, find_game(game))
    for game in ("long-nardy", "plakoto", "fevga"):
        assert not are_of_one_kind(BACKGAMMON, find_game(game))
        assert not is_of_kind(start, find_game(game))
    race = at("6:5,5:5,4:5|12:2,6:5,5:8")
    for game in GAMES:
        assert is_of_kind(replace(race, rules=find_game("long-nardy")), find_game(game))
    # A race of backgammon, asked as a game whose numbers run the other way.
    assert is_of_kind(at("14:1,1:14|10:1,1:14", "long-nardy"), BACKGAMMON)


def test_a_board_has_no_seats_no_game_and_nothing_beside_the_checkers() -> None:
    code = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:3:2:0:7:10"
    told = loads(code)
    board = board_of(told.position)
    assert board == board_of(told.flipped().position) == board_of(BACKGAMMON.start)
    fewer = Position.of({6: 2, 0: 13}, {5: 1, 0: 14})
    assert board_of(fewer) == board_of(fewer.flipped())
    assert board_of(fewer) == board_of(Position.of({6: 2, 0: 1}, {5: 1}))
    assert board_of(fewer) != board_of(Position.of({6: 2}, {5: 2}))


def play_anything(game: Game, random: Random) -> None:
    """Any turn of what was rolled, checker by checker: no list of all turns is made."""
    draft = game.draft()
    while moves := list(draft.legal_moves):
        move = random.choice(moves)
        draft.move(move.origin, move.target)
    game.play(draft)


@each("game", sorted(GAMES))
def test_no_legal_turn_is_overlooked_by_the_cheap_condition(game: str) -> None:
    random, played = Random(game), Game(find_game(game), seed=game)
    for _ in range(25):
        if played.outcome:
            break
        before = board_of(played.position)
        may_explode = played.phase.value == "roll" and played.situation.bomb.player_has_access
        if played.rules.bomb and may_explode and random.random() < 0.2:
            played.explode()
        if not played.situation.left:
            played.roll()
        play_anything(played, random)
        after = board_of(played.position)
        assert may_follow(played.rules, before, after)
        assert {points_made(side) for side in before} & {points_made(side) for side in after}


def test_what_is_far_away_does_not_follow() -> None:
    start = board_of(BACKGAMMON.start)
    back = board_of(Position.of({24: 3, 13: 4, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}))
    assert not may_follow(BACKGAMMON, start, back)
    both = board_of(Position.of({24: 2, 13: 4, 8: 4, 6: 5}, {24: 2, 13: 4, 8: 4, 6: 5}))
    assert not may_follow(BACKGAMMON, start, both)


def played(turns: int, game: str = "portes") -> Game:
    made = Game(find_game(game), seed=11)
    for _ in range(turns):
        made.roll()
        play_anything(made, Random(len(made.events)))
    return made


def test_turns_are_counted_in_the_last_game_alone() -> None:
    one, other = played(9), played(3)
    white, black = turns_taken([*one.events, *other.events])
    assert sorted((white, black)) == [1, 2]
    assert list(last_game([*one.events, *other.events])) == list(other.events)


def test_since_a_players_last_turn_stood_what_it_left_and_what_followed() -> None:
    game, before = played(6), played(5)
    waits = game.to_act.opponent
    own = stood_since(game.events, waits, find_game)
    assert [board_of(one.position) for one in own] == [board_of(game.position)]
    theirs = stood_since(game.events, game.to_act, find_game)
    assert [board_of(one.position) for one in theirs] == [
        board_of(before.position),
        board_of(game.position),
    ]
    first = played(1)
    unmoved = stood_since(first.events, first.to_act, find_game)
    assert [board_of(one.position) for one in unmoved] == [
        board_of(first.rules.start),
        board_of(first.position),
    ]


def test_a_turn_ago_is_the_moment_before_the_last_turns_roll() -> None:
    game, before = played(6), played(5)
    for has_rolled in (False, True):
        if has_rolled:
            game.roll()  # the roll of the turn now changes nothing
        told = one_turn_ago(game.events, find_game)
        assert told is not None
        assert (told.position, told.roll) == (before.position, None)
    assert one_turn_ago(played(0).events, find_game) is None
    first = one_turn_ago(played(1).events, find_game)
    assert first is not None
    assert first.position == find_game("portes").start


def test_a_double_before_the_roll_is_part_of_the_turn() -> None:
    game = Game(BACKGAMMON, seed=3)
    game.roll()
    game.play(next(iter(game.legal_turns)))
    game.offer_double()
    game.take()
    game.roll()
    game.play(next(iter(game.legal_turns)))
    told = one_turn_ago(game.events, find_game)
    assert told is not None
    assert (told.phase.value, told.cube.value, told.to_act) == ("roll", 2, game.to_act.opponent)
    assert turns_taken(game.events) == (1, 1)
