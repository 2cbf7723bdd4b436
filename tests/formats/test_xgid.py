"""XGID: read, written, and what it leaves out."""

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.formats.code_strategies import money_situations, positions, situations

from nardy.core.choices import Contact, Direction
from nardy.core.cube import Cube, Offer, Owner
from nardy.core.dice import Roll
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.situation import Ending, Result, Score, Situation
from nardy.errors import NotationError, PositionError
from nardy.formats import position_text, xgid
from nardy.formats.xgid import Fields, find_code, has_code, places_text, read_fields, read_places
from nardy.games import BACKGAMMON, GAMES, HYPERGAMMON, LONG_NARDY, NUCLEAR, PORTES, find_game


def test_the_start_of_backgammon() -> None:
    standard = Position.of({24: 2, 13: 5, 8: 3, 6: 5}).player
    assert read_places("-b----E-C---eE---c-e----B-") == (standard, standard)


def test_bars_are_at_the_ends() -> None:
    white, black = read_places("b-----O-----------------aP")
    assert (white[6], white[25]) == (15, 16)
    assert (black[1], black[25]) == (1, 2)


@given(positions())
def test_letters_come_back(position: Position) -> None:
    white, black = (0, *position.player[1:]), (0, *position.opponent[1:])
    assert read_places(places_text(white, black)) == (white, black)


@given(st.text("-ABab", min_size=26, max_size=26))
def test_places_come_back(text: str) -> None:
    try:
        sides = read_places(text)
    except NotationError:
        assert text[0] in "AB" or text[25] in "ab"
    else:
        assert places_text(*sides) == text


@pytest.mark.parametrize("text", ["", "-" * 25, "-" * 27, "-" * 25 + "Q", "é" + "-" * 25])
def test_spoiled_places_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected "):
        read_places(text)


PLACES = "-b----E-C---eE---c-e----B-"


def test_parts_are_read_in_order() -> None:
    fields = read_fields(f"{PLACES}:2:-1:1:42:3:4:1:5:8")
    assert fields == Fields(PLACES, 2, -1, 1, "42", 3, 4, 1, 5, 8)
    assert fields.roll == Roll(4, 2)


@pytest.mark.parametrize("dice", ["00", "D", "B", "R", "d"])
def test_no_dice_are_no_roll(dice: str) -> None:
    assert read_fields(f"{PLACES}:0:0:1:{dice}:0:0:0:0:10").roll is None


@each("part", range(1, 10))
def test_every_part_must_be_what_it_is(part: int) -> None:
    parts = f"{PLACES}:0:0:1:31:0:0:0:0:10".split(":")
    for spoiled in ("", "x", "1.5", "99999999", "٣"):
        with pytest.raises(NotationError, match=rf"field {part + 1}\b"):
            read_fields(":".join([*parts[:part], spoiled, *parts[part + 1 :]]))


@pytest.mark.parametrize("text", ["XGID=a:b", "see XGID = a:b here", "xgid:a:b", "\nXGID=a:b\n"])
def test_a_code_is_found_by_its_name(text: str) -> None:
    assert has_code(text)
    assert find_code(text) == "a:b"


WHOLE = f"{PLACES}:0:0:1:31:0:0:0:0:10"


@each("name", ["XGID=", "xgid: ", ""])
@each(
    "behind",
    ["", ")", ".", ", which", "</b>", '"', "'", "]", "**", "_", "&nbsp;", ". 8/5!", ").", "\n"],
)
def test_a_code_ends_with_the_digits_of_its_last_part(name: str, behind: str) -> None:
    assert find_code(f"{name}{WHOLE}{behind}") == WHOLE


def test_a_code_twice_in_a_text_is_one() -> None:
    assert find_code(f"Look (XGID={WHOLE}) and <b>XGID={WHOLE}</b>.") == WHOLE


@pytest.mark.parametrize("behind", [":7", "x", ".5", "x:7", "5x"])
def test_a_last_part_that_is_no_number_is_no_end(behind: str) -> None:
    with pytest.raises(NotationError, match=r"field 10|expected 10 parts"):
        read_fields(find_code(f"XGID={WHOLE}{behind}"))


def test_a_bare_code_is_found_by_its_look() -> None:
    assert has_code(f"  {PLACES}:0")
    assert not has_code("24/18 13/11: a fine move")


def test_long_texts_are_not_searched() -> None:
    with pytest.raises(NotationError, match="expected an XGID, got 200,000 characters"):
        find_code("x" * 200_000)


START = "-b----E-C---eE---c-e----B-"
STD = "24:2,13:5,8:3,6:5"


@each(
    ("code", "text"),
    [
        # bug-gnubg, June 2010: money play with Jacoby and beavers, the low die first.
        (
            "XGID=-b----E-C---eE---b-d-b--B-:0:0:1:46:0:0:3:0:10",
            f"backgammon w {STD} 24:2,13:5,8:2,6:4,4:2 dice=64",
        ),
        # backgammonforums.com, "How to post positions": the Crawford game of a match to 7.
        (
            "XGID=--A-bBBBB--BbB-----dbbc-B-:0:0:1:31:6:4:1:7:10",
            (
                "backgammon w 24:2,13:2,11:2,8:2,7:2,6:2,5:2,2:1 21:2,13:2,6:4,5:2,4:2,3:3 "
                "dice=31 match=7:6-4 crawford"
            ),
        ),
        # An XG export, "Score is X:2 O:3 13 pt.(s) match", both on the other's home.
        (
            "XGID=----BaC-B---aD--aa-bcbbBbB:0:0:1:22:2:3:0:13:10",
            (
                "backgammon w bar:2,23:2,13:4,8:2,6:3,4:2 20:1,13:1,9:1,8:1,6:2,5:3,4:2,3:2,1:2 "
                "dice=22 match=13:2-3"
            ),
        ),
        (f"XGID={START}:0:0:-1:31:3:4:0:7:10", f"backgammon b {STD} {STD} dice=31 match=7:3-4"),
        (f"XGID={START}:1:-1:1:00:0:0:1:0:0", f"backgammon,beavers=off w {STD} {STD} cube=2b"),
        (
            f"XGID={START}:0:0:1:00:0:0:0:0:8",
            f"backgammon,beavers=off,cube_cap=256,jacoby=off w {STD} {STD}",
        ),
        (f"XGID={START}:0:0:1:D:0:0:3:0:10", f"backgammon b {STD} {STD} offer=double"),
        (f"XGID={START}:2:-1:-1:d:0:0:3:0:10", f"backgammon w {STD} {STD} cube=4b offer=double"),
        (f"XGID={START}:0:0:1:00:6:6:1:7:10", f"backgammon w {STD} {STD} match=7:6-6"),
        (f"xgid={START}:0:0:1:00:0:0:3:0:10", f"backgammon w {STD} {STD}"),
        (f"  {START}:0:0:1:00:0:0:3:0:10\n", f"backgammon w {STD} {STD}"),
        (
            f"Position of the day\nXGID={START}:0:0:1:31:0:0:3:0:10\n\nX:ann   O:bob\n +13-14-",
            f"backgammon w {STD} {STD} dice=31",
        ),
    ],
)
def test_codes_that_people_paste_are_read(code: str, text: str) -> None:
    assert position_text.dumps(xgid.loads(code)) == text


@pytest.mark.parametrize("told", [":1:-1:1:B", ":0:0:1:B", ":1:-1:-1:B"])
def test_a_beaver_belongs_to_the_owner_of_the_cube(told: str) -> None:
    situation = xgid.loads(f"XGID={START}{told}:0:0:3:0:10")
    assert position_text.dumps(situation) == f"backgammon w {STD} {STD} cube=2b offer=beaver"


@pytest.mark.parametrize("told", [":2:-1:1:R", ":0:0:1:R"])
def test_a_raccoon_is_answered_by_the_owner_of_the_cube(told: str) -> None:
    situation = xgid.loads(f"XGID={START}{told}:0:0:3:0:10")
    assert situation.to_act is Player.BLACK
    assert situation.cube == Cube(4, Owner.PLAYER)
    assert situation.offer is Offer.RACCOON
    assert situation.rules.raccoons


@given(situations())
def test_backgammon_comes_back_whole(situation: Situation) -> None:
    assert xgid.loads(xgid.dumps(situation)) == situation
    assert xgid.losses(situation) == []


@given(st.data())
def test_each_game_with_hitting_comes_back_when_it_is_named(data: st.DataObject) -> None:
    names = ["hypergammon", "nackgammon", "longgammon", "portes,cube_play=on", "nuclear"]
    rules = find_game(data.draw(st.sampled_from(names)))
    situation = data.draw(money_situations(rules))
    rules = situation.rules
    assert xgid.loads(xgid.dumps(situation), rules) == situation
    game = rules_text(rules.replace(jacoby=rules.published.jacoby, raccoons=False))
    said = f"XGID does not name the game: read it back with --game {game}"
    assert xgid.losses(situation) == [said]


@given(situations(), st.sampled_from([2, 64, 512]))
def test_a_cap_is_kept(situation: Situation, cap: int) -> None:
    rules = situation.rules.replace(cube_cap=cap)
    capped = replace(situation, rules=rules)
    # A cube at its cap is not doubled any more.
    if situation.cube.value * (2 if situation.offer else 1) <= cap:
        assert xgid.loads(xgid.dumps(capped)).rules.cube_cap == cap


def test_a_cube_beyond_ten_doublings_has_no_cap() -> None:
    situation = position_text.loads(f"backgammon w {STD} {STD} cube=2048w")
    assert xgid.dumps(situation).endswith(":11:1:1:00:0:0:3:0:0")
    assert xgid.loads(xgid.dumps(situation)) == situation


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("opening", "XGID has no place for the pending opening roll"),
        ("dice=31 offer=single", "XGID has no place for the offered single"),
        ("first=b", "XGID has no place for who began the game: black"),
        ("result=w2", "XGID has no place for the result, w2"),
    ],
)
def test_what_is_left_out_of_a_moment_is_said(text: str, expected: str) -> None:
    said = xgid.losses(position_text.loads(f"backgammon w {STD} {STD} {text}"))
    assert len(said) == 1
    assert said[0].startswith(expected)


@pytest.mark.parametrize(
    ("game", "moment", "expected"),
    [
        ("backgammon,raccoons=on", "", ["XGID has no place here for the option raccoons=on"]),
        (
            "backgammon,jacoby=off",
            "match=7:1-2",
            ["XGID has no place here for the option jacoby=off"],
        ),
        (
            "backgammon,cube_cap=1024",
            "",
            ["XGID has no place here for the option cube_cap=1024"],
        ),
        (
            "nuclear",
            "bomb=w",
            [
                "XGID does not name the game: read it back with --game nuclear",
                "XGID has no place for the owner of the bomb",
            ],
        ),
        (
            "portes",
            "",
            ["XGID does not name the game: read it back with --game portes"],
        ),
    ],
)
def test_what_is_left_out_of_a_game_is_said(game: str, moment: str, expected: list[str]) -> None:
    situation = position_text.loads(f"{game} w {STD} {STD} {moment}")
    assert xgid.losses(situation) == expected


@each(
    ("code", "sentence"),
    [
        ("", "expected an XGID, got ''"),
        (
            f"XGID={START}:0:0:1:31:0:0",
            (
                f"expected 10 parts between colons in an XGID, got 7 in '{START}:0:0:1:31:0:0'; "
                "it may have been cut short"
            ),
        ),
        (
            f"XGID={START[1:]}:0:0:1:31:0:0:0:0:10",
            "expected 26 places in an XGID, both bars and 24 points, got 25",
        ),
        (
            "XGID=-b----E-C---eE---c-e----Q-:0:0:1:31:0:0:0:0:10",
            "expected '-', 'A' to 'P' or 'a' to 'p' for each place of an XGID, got 'Q' at place 24",
        ),
        (
            "XGID=Ab----E-C---eE---c-e----A-:0:0:1:31:0:0:0:0:10",
            (
                "expected the other player's bar at place 0 of an XGID, "
                "got the bottom player's checkers, 'A'"
            ),
        ),
        (
            "XGID=-a----E-C---eE---c-e----Ba:0:0:1:31:0:0:0:0:10",
            (
                "expected the other player's bar at place 25 of an XGID, "
                "got the top player's checkers, 'a'"
            ),
        ),
        (
            f"XGID={START}:0:0:0:31:0:0:0:0:10",
            "expected 1 (bottom) or -1 (top) for the turn in an XGID (field 4), got 0",
        ),
        (
            f"XGID={START}:0:0:2:31:0:0:0:0:10",
            "expected -1 to 1 for the turn in an XGID (field 4), got 2",
        ),
        (
            f"XGID={START}:0:0:1:70:0:0:0:0:10",
            "expected 00, two dice such as 31, D, B or R in field 5 of an XGID, got '70'",
        ),
        (
            f"XGID={START}:0:0:1:30:0:0:0:0:10",
            "expected 00, two dice such as 31, D, B or R in field 5 of an XGID, got '30'",
        ),
        (
            f"XGID={START}:4:1:1:31:0:0:0:0:3",
            (
                "expected a cube of at most 8, the largest that the XGID allows (field 10), "
                "got 16 (field 2)"
            ),
        ),
        (
            f"XGID={START}:x:0:1:31:0:0:0:0:10",
            "expected a number from 0 to 12 for the cube in an XGID (field 2), got 'x'",
        ),
        (
            f"XGID={START}:0:0:1:31:one:0:0:7:10",
            (
                "expected a number from 0 to 9999 for the bottom player's score in an XGID "
                "(field 6), got 'one'"
            ),
        ),
        (
            f"XGID={START}:0:0:1:31:0:-1:0:7:10",
            "expected 0 to 9999 for the top player's score in an XGID (field 7), got -1",
        ),
        (
            f"XGID={START}:0:1:1:31:0:0:0:0:10",
            "expected nobody (0) to own a cube of 1 in an XGID (field 3), got 1",
        ),
        (
            f"XGID={START}:0:0:1:31:0:0:2:7:10",
            "expected 0 or 1 (Crawford) in field 8 of a match's XGID, got 2",
        ),
        (
            f"XGID={START}:0:0:1:31:7:0:0:7:10",
            "the match is already over: 7:7-0 reaches its length",
        ),
        (
            f"XGID={START}:0:0:1:31:2:3:1:7:10",
            "in the Crawford game one player alone is one point away, not in 7:2-3",
        ),
        (
            f"XGID={START}:1:-1:1:D:0:0:3:0:10",
            (
                "expected the doubler to own the cube or nobody to, got an XGID in which White "
                "doubled and Black owns it (fields 3 and 4)"
            ),
        ),
        (f"XGID={START}:1:-1:1:B:0:0:1:0:10", "backgammon,beavers=off has no beavers"),
        (
            f"XGID={START}:0:0:1:31:0:0:0:0:10 XGID={START}:0:0:1:21:0:0:0:0:10",
            "expected one XGID, got 2",
        ),
    ],
)
def test_spoiled_codes_are_refused_with_a_sentence(code: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        xgid.loads(code)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize("places", ["-b----E-C---eE---c-e----C-", "-b----E-C---eE---c-p----B-"])
def test_too_many_checkers_are_refused(places: str) -> None:
    with pytest.raises(PositionError, match="expected 15 checkers a side in backgammon"):
        xgid.loads(f"XGID={places}:0:0:1:31:0:0:0:0:10")


def test_a_game_of_three_checkers_is_read_when_it_is_named() -> None:
    code = "XGID=-abb----------------------:0:0:1:31:0:0:0:0:10"
    with pytest.raises(PositionError, match="expected 3 checkers a side in hypergammon"):
        xgid.loads(code, HYPERGAMMON)
    situation = xgid.loads("XGID=-aaa------------------AAA-:0:0:1:31:0:0:1:0:10", HYPERGAMMON)
    assert situation.position == HYPERGAMMON.start


def test_a_game_without_the_cube_takes_no_jacoby() -> None:
    assert xgid.loads(f"XGID={START}:0:0:1:31:0:0:0:0:10", PORTES).rules == PORTES
    with pytest.raises(NotationError, match="portes is played without the cube, but the XGID"):
        xgid.loads(f"XGID={START}:0:0:1:31:0:0:1:0:10", PORTES)
    with pytest.raises(NotationError, match="portes is played without the cube"):
        xgid.loads(f"XGID={START}:1:1:1:31:0:0:0:0:10", PORTES)


@each("rules", [rules for rules in GAMES.values() if rules.contact != "hit"])
def test_games_without_hitting_are_refused(rules) -> None:
    with pytest.raises(NotationError, match="players move against each other and hit, got"):
        xgid.dumps(Situation(rules=rules, position=rules.start))


def test_what_would_be_told_wrongly_is_refused() -> None:
    start = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
    with pytest.raises(NotationError, match=r"whole points, got a score of 2\.5 and 1"):
        xgid.dumps(replace(start, score=Score(5, 2.5, 1)))
    with pytest.raises(NotationError, match="XGID holds a cube of at most 4096, got 8192"):
        xgid.dumps(replace(start, cube=Cube(8192, Owner.PLAYER)))
    many = LONG_NARDY.replace(
        id="seventeen",
        start=Position.of({24: 17}),
        direction=Direction.CONTRARY,
        contact=Contact.HIT,
    )
    with pytest.raises(NotationError, match="XGID holds at most 16 checkers a side"):
        xgid.dumps(Situation(rules=many, position=many.start))


def test_sixteen_checkers_a_side_are_held() -> None:
    rules = BACKGAMMON.replace(id="sixteen", start=Position.of({24: 16}))
    situation = Situation(rules=rules, position=rules.start)
    assert xgid.dumps(situation).startswith("XGID=-p----------------------P-:")
    assert xgid.loads(xgid.dumps(situation), rules) == situation


def test_the_last_throw_and_a_result_are_said() -> None:
    rules = find_game("backgammon,last_throw=half")
    last = position_text.loads("backgammon,last_throw=half b off:15 2:1,1:1 last")
    assert xgid.losses(last) == [
        "XGID has no place here for the option last_throw=half",
        "XGID has no place for the last throw that is still due",
    ]
    over = replace(last, last=False, result=Result(Ending.DRAW, 0.5))
    assert "XGID has no place for the result, draw:0.5" in xgid.losses(over)
    assert rules.last_throw == "half"


def test_files_are_read_and_written() -> None:
    situation = Situation(rules=NUCLEAR, position=NUCLEAR.start)
    file = io.StringIO()
    xgid.dump(situation, file)
    file.seek(0)
    assert xgid.load(file, NUCLEAR) == situation


@pytest.mark.parametrize("score", [Score(10_000, 0, 0), Score(20_000, 3, 12_000)])
def test_a_match_that_could_not_be_read_back_is_refused(score: Score) -> None:
    situation = replace(Situation(rules=BACKGAMMON, position=BACKGAMMON.start), score=score)
    with pytest.raises(NotationError, match="expected a match of at most 9,999 points for an XGID"):
        xgid.dumps(situation)
    longest = replace(situation, score=Score(9_999, 9_998, 0))
    assert xgid.loads(xgid.dumps(longest)).score == longest.score
