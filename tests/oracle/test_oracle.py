"""The oracle against the worked cases, and the ends and stakes derived by hand."""

import json
from pathlib import Path
from random import Random

import pytest
from tests.effort import each, tries
from tests.oracle.catalog import (
    GAMES,
    PRESETS,
    TOLD,
    Side,
    described,
    dice_list,
    facing,
    game_of,
    game_text,
    parse,
    side_of,
    side_text,
    size,
    turns_taken,
)
from tests.oracle.ends import (
    cube_story,
    explode,
    next_match_game,
    nobody_can_move,
    opening_cube,
    result,
    stake,
)
from tests.oracle.moves import texts
from tests.oracle.oracle import (
    TooManyError,
    Walk,
    final_positions,
    first_moves,
    leftover,
    longest,
)
from tests.oracle.random_positions import nasty, positions, reachable

from nardy.games import GAMES as EVERY

DATA = Path(__file__).parents[1] / "data"


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def walk_of(text: str, roll: list[int] | None = None) -> tuple[Walk, str]:
    """The walk of a position with its leftovers or a roll, and the letter of its mover."""
    game, letter, white, black, fields = parse(text)
    players = (white, black) if letter == "w" else (black, white)
    if "left" in fields:
        return Walk(game, players, fields["left"], in_order=True, double=0), letter
    dice, in_order, double = dice_list(game, roll or fields["dice"], turns_taken(letter, fields))
    return Walk(game, players, dice, in_order=in_order, double=double), letter


def ends_of(text: str, roll: list[int] | None = None) -> set[str]:
    """The final positions as `<white> <black>`."""
    walk, letter = walk_of(text, roll)
    return {" ".join(both if letter == "w" else both[::-1]) for both in walk.ends()}


def test_the_worked_cases() -> None:
    cases = lines("rule-cases.jsonl")
    assert len(cases) == 162
    wrong = [c["case"] for c in cases if ends_of(c["position"], c.get("dice")) != set(c["after"])]
    assert not wrong


def test_valid_position_texts_are_read() -> None:
    for case in lines("text-cases.jsonl"):
        if case["kind"] == "position" and case["valid"]:
            game, letter, white, black, _ = parse(case["text"])
            words = [game_text(game), letter, side_text(white), side_text(black)]
            assert case["canonical"].split(" ")[:4] == words


def test_every_game_and_preset_has_a_text() -> None:
    for name, options in PRESETS.items():
        game = game_of(name)
        assert game == {**GAMES[name.split("@")[0]], **options}
        assert game_of(game_text(game)) == game


@each("name", TOLD)
def test_what_is_told_of_a_game_is_what_its_rules_say(name: str) -> None:
    assert described(EVERY[name]) == TOLD[name]


@each("name", GAMES)
def test_facing_is_an_involution(name: str) -> None:
    game = GAMES[name]
    assert [facing(game, facing(game, p)) for p in range(1, 25)] == list(range(1, 25))


# --------------------------------------------------------------------- ends and stakes


def pair(game: dict, mover: str, other: str) -> tuple[Side, Side]:
    return side_of(game, mover), side_of(game, other)


def paid(name: str, loser: str) -> int:
    game = game_of(name)
    return stake(game, side_of(game, loser))


def test_long_nardy_pays_oin_and_mars() -> None:
    assert paid("long-nardy", "24:14") == 1
    assert paid("long-nardy", "24:15") == 2
    assert paid("long-nardy,koks=3", "20:1,5:14") == 3
    assert paid("long-nardy,home_mars=4", "6:5,1:10") == 4
    assert paid("long-nardy,home_mars=3", "6:5,1:10") == 3
    assert paid("long-nardy,home_mars=4,koks=3", "9:1,5:14") == 2
    assert paid("long-nardy@amateur", "20:1,5:14") == 3


def test_the_last_throw() -> None:
    game = game_of("long-nardy@draw")
    done = side_of(game, "off:15")
    assert result(game, *pair(game, "off:15", "2:1,1:1"), turn="first") == ("last", 0)
    assert result(game, *pair(game, "off:15", "2:1,1:1"), turn="later") == ("mover", 1)
    assert ends_of("long-nardy,last_throw=half b off:15 2:1,1:1 last", [6, 5]) == {"off:15 off:15"}
    assert result(game, done, done, turn="last") == ("draw", 0.5)
    assert result(game_of("long-nardy,last_throw=one"), done, done, turn="last") == ("draw", 1)
    four = "long-nardy,last_throw=half b off:15 1:4 last"
    assert ends_of(four, [6, 5]) == {"off:15 1:2"}
    assert ends_of(four, [1, 1]) == {"off:15 off:15"}
    none_off = "long-nardy,last_throw=half b off:15 6:13,1:2 last"
    assert ends_of(none_off, [6, 2]) == {"off:15 6:11,4:1,1:2"}
    assert result(game, *pair(game, "6:14", "off:15"), turn="last") == ("other", 1)
    assert result(game, *pair(game, "6:15", "off:15"), turn="last") == ("other", 2)


def test_backgammon_pays_up_to_three() -> None:
    losers = "20:1,5:14", "18:1,5:14", "bar:1,5:14"
    assert [4 * paid("backgammon", loser) for loser in losers] == [12, 8, 12]
    game = GAMES["backgammon"]
    assert stake(game, side_of(game, "bar:1,5:14"), cube_taken=False) == 1
    assert stake(game_of("backgammon,jacoby=off"), side_of(game, "18:15"), cube_taken=False) == 2
    assert paid("portes", "bar:1,5:14") == 2
    assert paid("sudden-death", "bar:1,5:14") == 1
    assert cube_story(2, 1, passed=True) == ("taker", 2)


def test_beavers_raccoons_and_automatic_doubles() -> None:
    assert cube_story(1, 1, passed=False) == ("taker", 2)
    assert cube_story(1, 2, passed=False) == ("taker", 4)
    assert cube_story(1, 2, passed=True) == ("doubler", 2)
    assert cube_story(1, 3, passed=False) == ("taker", 8)
    assert cube_story(1, 3, passed=True) == ("taker", 4)
    assert opening_cube(game_of("backgammon,auto_doubles=1"), ties=2) == 2
    assert opening_cube(GAMES["backgammon"], ties=2) == 1


def test_the_crawford_game_is_played_once() -> None:
    assert next_match_game(5, (3, 3), crawford_played=False) == (False, False)
    assert next_match_game(5, (4, 3), crawford_played=False) == (False, True)
    assert next_match_game(5, (4, 4), crawford_played=True) == (False, False)
    assert next_match_game(5, (5, 4), crawford_played=True) == (True, False)


def test_the_first_hit_wins_one() -> None:
    game = GAMES["sudden-death"]
    # 8/5*/1 is cut short by the hit; so is the hit in passing.
    ends = ends_of("sudden-death w 8:1,6:14 20:1,13:14", [4, 3])
    assert "6:14,5:1 bar:1,13:14" in ends
    assert not any("1:1" in end.split()[0].split(",") for end in ends if "bar" in end)
    assert result(game, *pair(game, "6:14,5:1", "bar:1,13:14")) == ("mover", 1)
    assert result(game, *pair(game, "6:15", "20:1,13:14")) is None


def test_the_bomb() -> None:
    game = GAMES["nuclear"]
    before = pair(game, "20:1,8:1,6:13", "13:1,1:14")
    assert [side_text(s) for s in explode(game, *before)] == ["bar:2,6:13", "bar:1,1:14"]
    only = explode(game_of("nuclear,bomb_hits=opponent"), *before)
    assert [side_text(s) for s in only] == ["20:1,8:1,6:13", "bar:1,1:14"]


def test_the_mother() -> None:
    game = GAMES["plakoto"]
    assert "10:13,5:1,1:1 24:p,5:14" in ends_of("plakoto w 10:14,7:1 24:1,5:14", [6, 5])
    assert not any("1:1" in e for e in ends_of("plakoto w 10:14,7:1 24:2,5:13", [6, 5]))
    assert result(game, *pair(game, "10:13,5:1,1:1", "24:p,5:14")) == ("mover", 2)
    assert result(game, *pair(game, "24:1,10:12,5:1,1:1", "24:p,5:14")) is None
    assert result(game, *pair(game, "24:p,10:12,5:1,1:1", "24:p,5:13,1:1")) == ("void", 0)
    assert result(game, *pair(game, "24:p,10:14", "5:14,1:1")) == ("other", 2)
    assert result(game, *pair(game, "24:p,10:14", "24:1,5:13,1:1")) is None
    clubs = game_of("tapa@clubs")
    assert result(clubs, *pair(clubs, "10:13,5:1,1:1", "24:p,5:14")) is None


def test_leftovers_of_a_cascade() -> None:
    game = GAMES["mad-gulbar"]
    dice, in_order, double = dice_list(game, [4, 4])
    assert dice == [4, 4, 5, 5, 6, 6]
    players = pair(game, "24:1", "8:1")
    used = longest(game, *players, dice, in_order=in_order, double=double)
    assert (used, leftover(game, dice, used)) == (0, dice)
    assert leftover(GAMES["gul-bara"], dice, used) == []
    assert ends_of("mad-gulbar b 24:1 8:1 left=445566") == {"24:1 off:15"}


def test_doubles_of_gul_bara_cascade_from_the_fourth_turn() -> None:
    game = GAMES["gul-bara"]
    assert dice_list(game, [4, 4], 2) == ([4] * 4, True, 4)
    assert dice_list(game, [4, 4], 3) == ([4] * 4 + [5] * 4 + [6] * 4, True, 4)
    assert dice_list(game, [6, 6], 3) == ([6] * 4, True, 6)
    assert dice_list(game, [4, 1], 3) == ([4, 1], False, 0)


def test_nobody_can_ever_move() -> None:
    game = GAMES["backgammon"]
    closed = "bar:3,6:2,5:2,4:2,3:2,2:2,1:2"
    assert nobody_can_move(game, *pair(game, closed, closed))
    assert not nobody_can_move(game, *pair(game, closed, "bar:3,7:2,5:2,4:2,3:2,2:2,1:2"))


# ------------------------------------------------------------------- the laws of one turn


def test_the_runner_may_be_lifted_in_mid_turn() -> None:
    game = GAMES["fevga"]
    moves = first_moves(game, *pair(game, "24:14,13:1", "24:15"), [2, 1], in_order=False, double=0)
    assert moves == {(13, 11)}  # 12 is the opponent's start


def test_the_move_that_ends_the_game_uses_all_the_dice() -> None:
    game = GAMES["backgammon"]
    assert longest(game, *pair(game, "6:1", "24:2"), [6, 5], in_order=False, double=0) == 2
    assert longest(game, *pair(game, "6:1", "24:2"), [6] * 4, in_order=True, double=6) == 4


def test_a_pinned_checker_may_forbid_bearing_off() -> None:
    text = " w 6:2,4:p,3:1 21:1,5:10"
    assert ends_of("plakoto,pinned_bearoff=forbid" + text, [6, 3]) == {"6:1,4:p,3:2 21:1,5:10"}


def test_the_hitter_is_borne_off_only_where_nothing_else_uses_as_many_dice() -> None:
    # 6/3* 3/off would use both; so does 6/3* 5/1.
    assert "5:1 bar:1,13:5" not in ends_of("caucasian w 6:1,5:1 22:1,13:5", [4, 3])
    assert ends_of("caucasian w 6:1,5:2 22:1,13:5", [3, 3]) == {"2:2 bar:1,13:5"}


# ------------------------------------------------------------------ its two ways of search


@each("name", GAMES)
def test_turns_made_move_by_move_are_the_legal_ones(name: str) -> None:
    rng = Random(name)
    for text in positions(GAMES[name], seed=1, count=tries(12, 30, 30)):
        walk, _ = walk_of(text, [rng.randint(1, 6), rng.randint(1, 6)])
        if len(walk.start.dice) > 4:
            continue
        legal = walk.ends()
        for _ in range(5):
            played: list[tuple[int, int]] = []
            while moves := sorted(walk.next_moves(played)):
                played.append(rng.choice(moves))
            assert {texts(node.state) for node in walk.after(played)} <= legal


@pytest.mark.parametrize("name", ["gul-bara", "mad-gulbar"])
def test_cascades_are_played_move_by_move(name: str) -> None:
    rng = Random(name)
    for text in positions(GAMES[name], seed=2, count=20):
        walk, _ = walk_of(text.split(" turns=")[0], [rng.randint(1, 6)] * 2)
        played: list[tuple[int, int]] = []
        while moves := sorted(walk.next_moves(played)):
            played.append(rng.choice(moves))
        assert any(walk.score(node) == walk.best(walk.start) for node in walk.after(played))


def test_a_walk_that_is_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.oracle.oracle.LIMIT", 100)
    with pytest.raises(TooManyError):
        ends_of("gul-bara w 24:12,14:3 24:12,15:3", [1, 1])


@pytest.mark.parametrize("name", GAMES)
def test_random_positions_are_sound_and_follow_their_seed(name: str) -> None:
    game, count = GAMES[name], tries(12, 60, 60)
    for make in (reachable, nasty):
        found = make(game, seed=3, count=count)
        assert found == make(game, seed=3, count=count) != make(game, seed=4, count=count)
        for text in found:
            _, _, white, black, _ = parse(text)
            for side, facing_side, words in ((white, black, 2), (black, white, 3)):
                assert side_text(side) == text.split(" ")[words]
                assert sum(side.checkers.values()) + len(side.pinned) == size(game)
                assert all(facing_side.checkers.get(facing(game, p)) for p in side.pinned)


def test_final_positions_are_seen_by_the_mover() -> None:
    game = GAMES["plakoto"]
    players = pair(game, "12:14,10:p", "20:14,15:1")
    ends = final_positions(game, *players, [2, 1], in_order=False, double=0)
    assert ends == {("12:13,10:p,9:1", "20:14,15:1")}
