"""GNU ids, against GNU Backgammon's own answers and a second way to pack the bits."""

import base64
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.formats.code_strategies import match_situations, situations

from nardy.core.cube import Offer, Owner
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.situation import Score, Situation
from nardy.errors import NotationError, PositionError
from nardy.formats import gnubg, position_text, xgid
from nardy.formats.gnubg import find_ids, has_ids
from nardy.formats.gnubg.ids import read_match_id
from nardy.games import BACKGAMMON, HYPERGAMMON, LONG_NARDY, PLAKOTO, find_game

STD = "24:2,13:5,8:3,6:5"
START = "4HPwATDgc/ABMA"


def packed_position(first: tuple[int, ...], second: tuple[int, ...]) -> str:
    """The position id as one number: bit n of the stream is worth 2 to the n."""
    number, bit = 0, 0
    for counts in (first, second):
        for count in counts[1:26]:
            number |= ((1 << count) - 1) << bit
            bit += count + 1
    return base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")


def packed_match(*numbers: int) -> str:
    """The match id of its 14 numbers, by their first bits in GNU Backgammon's manual."""
    begins = (0, 4, 6, 7, 8, 11, 12, 13, 15, 18, 21, 36, 51, 66)
    number = sum(value << begin for value, begin in zip(numbers, begins, strict=True))
    return base64.b64encode(number.to_bytes(9, "little")).decode()


@given(situations())
def test_the_bits_are_packed_as_one_little_endian_number(situation: Situation) -> None:
    beaver = situation.offer is Offer.BEAVER
    answers = situation.offer is not None and not beaver
    roller = situation.flipped() if answers else situation
    view = situation if situation.to_act is Player.WHITE else situation.flipped()
    black_owns, white_owns = (view.cube.owner is owner for owner in (Owner.OPPONENT, Owner.PLAYER))
    score = view.score or Score(0, 0, 0)
    expected = packed_match(
        situation.cube.value.bit_length() - 1,
        0 if black_owns else 1 if white_owns else 3,
        int(roller.to_act is Player.WHITE),
        int(score.is_crawford),
        1,
        int(situation.to_act is Player.WHITE),
        int(situation.offer is not None),
        0,
        *(situation.roll or (0, 0)),
        score.length,
        int(score.opponent),
        int(score.player),
        int(situation.is_money and not situation.rules.jacoby),
    )
    position = packed_position(roller.position.opponent, roller.position.player)
    assert gnubg.dumps(situation) == f"{position}:{expected}"


# What GNU Backgammon 1.07.001 shows after `set xgid`.
SHOWN = [
    ("XGID=aAaa-A--aAb-aa-AAAabA-AB--:0:0:1:31:3:1:0:5:10", "YEGZoBRCoCINAA:cImlABAAGAAE"),
    ("XGID=----Aaa-BaB-aBaA---------B:0:0:1:64:3:2:0:5:10", "ACSiAMKMCcAAAA:cAmzACAAGAAE"),
    ("XGID=a--aAbc--AAa--A-A--A-Aa-a-:0:0:1:55:6:3:1:7:10", "CYDgJkJQSCQAAA:8In2ADAAMAAE"),
    ("XGID=-aA-A-----a--A----a--A--AA:3:1:1:12:3:2:0:5:10", "QIAAIgEEiAIAAA:UwmlACAAGAAE"),
    ("XGID=--a-bAAaa-a-aAaaaa--b-aB--:1:1:1:31:0:0:1:0:10", "ZFRJigkoIAADAA:UYkFAAAAAAAA"),
    ("XGID=-Aaaa-AAaA----ca-bb-aa--A-:1:1:1:55:0:0:2:0:10", "KJsOhIqgBAAEAA:UYkWAAAAAAAE"),
]


@pytest.mark.parametrize(("code", "ids"), SHOWN)
def test_gnu_backgammon_shows_the_same_ids(code: str, ids: str) -> None:
    situation = xgid.loads(code)
    read = gnubg.loads(ids)
    assert replace(read, rules=situation.rules) == situation
    assert read.rules.jacoby == (situation.rules.jacoby or not situation.is_money)
    # Newer versions set the last flag, "without Jacoby", in every match too.
    ours = gnubg.dumps(situation)
    assert ours[:-1] == ids[:-1]
    assert situation.score or ours == ids


# The states of GNU Backgammon 1.07.001 after double, redouble, resign and so on.
ACTS = [
    ("cBEAAAAAAAAA", f"backgammon b {STD} {STD} offer=double"),
    ("QRkAAAAAAAAA", f"backgammon w {STD} {STD} cube=2b offer=beaver"),
    ("QhEAAAAAAAAA", f"backgammon,raccoons=on b {STD} {STD} cube=4b offer=raccoon"),
    ("cMEFAAAAAAAA", f"backgammon b {STD} {STD} dice=31 offer=gammon"),
    ("cCEAAAAAAAAA", f"backgammon b {STD} {STD} offer=single"),
    ("QQkAAAAAAAAA", f"backgammon w {STD} {STD} cube=2b"),
    ("cAgAAAAAAAAA", f"backgammon w {STD} {STD} opening"),
]


@pytest.mark.parametrize(("ids", "text"), ACTS)
def test_offers_are_read_and_written_as_gnu_backgammon_has_them(ids: str, text: str) -> None:
    situation = gnubg.loads(f"{START}:{ids}")
    assert position_text.dumps(situation) == text
    assert gnubg.dumps(situation) == f"{START}:{ids}"
    assert gnubg.losses(situation) == []


def test_the_example_of_the_manual() -> None:
    situation = gnubg.loads(f"{START}:QYkqASAAIAAA")
    assert position_text.dumps(situation) == (
        f"backgammon w {STD} {STD} dice=52 cube=2b match=9:4-2"
    )


@given(situations())
def test_backgammon_comes_back_whole(situation: Situation) -> None:
    assert gnubg.loads(gnubg.dumps(situation)) == situation
    assert gnubg.losses(situation) == []


@given(match_situations(), st.sampled_from([Offer.SINGLE, Offer.GAMMON, Offer.BACKGAMMON]))
def test_resignations_come_back(situation: Situation, offer: Offer) -> None:
    situation = replace(situation, offer=offer)
    assert gnubg.loads(gnubg.dumps(situation)) == situation


@given(match_situations(HYPERGAMMON))
def test_a_game_of_three_checkers_comes_back_when_it_is_named(situation: Situation) -> None:
    assert gnubg.loads(gnubg.dumps(situation), HYPERGAMMON) == situation


def test_a_position_id_alone_is_white_on_roll() -> None:
    # White has a checker on the bar; the player not on roll comes first.
    white = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, *[0] * 10, 1, 1)
    black = (*Position.of({24: 2, 13: 5, 8: 3, 6: 4, 4: 1}).player,)
    situation = gnubg.loads(packed_position(black, white))
    assert situation == Situation(rules=BACKGAMMON, position=Position(white, black))


@each(
    "text",
    [
        f"{START}:QYkqASAAIAAA",
        f"  {START}:QYkqASAAIAAA\n",
        f"Position ID: {START}\nMatch ID: QYkqASAAIAAA",
        f"Position-ID: {START}   Match-ID: QYkqASAAIAAA",
        f"Position ID: {START} / Match ID: QYkqASAAIAAA",
        f"GNUbg ID: {START}:QYkqASAAIAAA",
        f"What would you play here? {START}:QYkqASAAIAAA (gnubg says 13/8)",
        f""" GNU Backgammon  Position ID: {START}
                 Match ID   : QYkqASAAIAAA
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg (Cube: 2)
 | X           O    |   | O              X |     2 points
 | X           O    |   | O              X |
v|                  |BAR|                  |     9 points match
 | O                |   | X                |     Rolled 52
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: user""",
        f"Stellungs-Kennung {START}, Match-Kennung QYkqASAAIAAA",
    ],
)
def test_ids_are_found_in_what_people_paste(text: str) -> None:
    assert gnubg.loads(text) == gnubg.loads(f"{START}:QYkqASAAIAAA")


@pytest.mark.parametrize("text", [START, f"Position ID: {START}", f"Look at {START} please"])
def test_a_position_alone_is_found_too(text: str) -> None:
    assert gnubg.loads(text).position == BACKGAMMON.start


@each(
    ("text", "sentence"),
    [
        ("", "expected a GNU position id, got ''"),
        ("8/5 6/5", "expected a GNU position id, got '8/5 6/5'"),
        (
            START[:-2],
            (
                "expected a position id of 14 characters, got 12: '4HPwATDgc/AB'; "
                "it may have been cut short"
            ),
        ),
        (f"{START}AA", "expected a position id of 14 characters, got 16: '4HPwATDgc/ABMAAA'"),
        (
            f"{START}:cAkAAAAA",
            "expected a match id of 12 characters, got 8: 'cAkAAAAA'; it may have been cut short",
        ),
        (
            "4HPwATDgc/ABMB",
            "expected zeros to fill the last character of a position id, got 'B' in",
        ),
        ("//////////////", "expected zeros to fill the last character of a position id, got '/'"),
        ("/////////////w", "expected at most 15 checkers a side on 25 places in the position id"),
        ("AAAAAAAAAAAAQA", "expected zeros after both sides in the position id"),
        (
            f"Position ID: {START} Position ID: AAAAAAAAAAAAAA",
            f"expected one position, got several ids: {START} and AAAAAAAAAAAAAA",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 1, 1, 0, 0, 7, 1, 0, 0, 0, 0)}",
            "expected two dice from 1 to 6, or none, got 7 and 1 in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 1, 1, 0, 0, 3, 0, 0, 0, 0, 0)}",
            "expected two dice from 1 to 6, or none, got 3 and 0 in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)}",
            "the Crawford game belongs to a match, but this is a money game in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 1, 1, 0, 0, 0, 0, 7, 8, 2, 0)}",
            "expected scores below the length, 7, got 8-2 in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 1, 1, 0, 0, 0, 0, 7, 2, 7, 0)}",
            "expected scores below the length, 7, got 2-7 in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 1, 1, 1, 0, 0, 0, 0, 7, 2, 5, 0)}",
            "in the Crawford game one player alone is one point away, not in 7:5-2",
        ),
        (
            f"{START}:{packed_match(0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)}",
            "expected a cube of 1 to be nobody's, got an owner in the match id",
        ),
        (
            f"{START}:{packed_match(1, 2, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)}",
            "expected the cube's owner to be player 0, player 1 or nobody, got 2 in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0)}",
            "expected a game that is being played, got state 2 (over) in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 6, 1, 0, 0, 0, 0, 0, 0, 0, 0)}",
            "expected a game that is being played, got state 6 (unknown) in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)}",
            "the opponent cannot be the one to act in the match id",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)}",
            "expected the beaverer's cube of 2 or more beside offer=beaver",
        ),
        (
            f"{START}:{packed_match(0, 3, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2)}",
            "expected zeros in the last bits of the match id",
        ),
    ],
)
def test_spoiled_ids_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        gnubg.loads(text)
    assert str(error.value).startswith(sentence)


def test_both_players_on_one_point_are_refused() -> None:
    counts = Position.of({6: 15}).player
    with pytest.raises(PositionError, match="both players stand on one point, White's 6"):
        gnubg.loads(packed_position(Position.of({19: 15}).player, counts))


def test_a_game_of_few_checkers_refuses_fifteen() -> None:
    with pytest.raises(PositionError, match="expected 3 checkers a side in hypergammon"):
        gnubg.loads(START, HYPERGAMMON)


@pytest.mark.parametrize("rules", [LONG_NARDY, PLAKOTO], ids=str)
def test_games_without_hitting_are_refused(rules) -> None:
    with pytest.raises(NotationError, match="players move against each other and hit, got"):
        gnubg.dumps(Situation(rules=rules, position=rules.start))


def test_what_would_be_told_wrongly_is_refused() -> None:
    start = position_text.loads(f"backgammon w {STD} {STD} cube=65536w")
    with pytest.raises(NotationError, match="a GNU id holds a cube of at most 32768, got 65536"):
        gnubg.dumps(start)
    sixteen = BACKGAMMON.replace(id="sixteen", start=Position.of({24: 16}))
    with pytest.raises(NotationError, match="a GNU id holds at most 15 checkers a side"):
        gnubg.dumps(Situation(rules=sixteen, position=sixteen.start))


@pytest.mark.parametrize(
    "text",
    [
        f"portes w {STD} {STD}",
        f"portes b {STD} {STD} dice=31",
        f"backgammon,cube_play=off w {STD} {STD}",
        f"tavla w {STD} {STD} dice=62 offer=single",
    ],
)
def test_without_a_cube_an_id_tells_of_no_jacoby(text: str) -> None:
    situation = position_text.loads(text)
    for jacoby in (True, False):
        rules = situation.rules.replace(jacoby=jacoby)
        plain = replace(situation, rules=rules)
        ids = gnubg.dumps(plain)
        # GNU Backgammon has its cube, and would count gammons there as singles.
        assert not gnubg.loads(ids).rules.jacoby
        # Where the game is named it is read back as it was.
        assert gnubg.loads(ids, rules) == plain


def test_an_older_id_of_a_game_without_a_cube_is_read_as_before() -> None:
    portes = find_game("portes")
    for match in ("cAkAAAAAAAAA", "cAkAAAAAAAAE"):
        read = gnubg.loads(f"{START}:{match}", portes)
        assert read == Situation(rules=portes, position=portes.start)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"backgammon,beavers=off,cube_cap=64 w {STD} {STD}",
            [
                "a GNU id has no place here for the option beavers=off",
                "a GNU id has no place here for the option cube_cap=64",
            ],
        ),
        (
            f"portes w {STD} {STD}",
            ["a GNU id does not name the game: read it back with --game portes"],
        ),
        (
            f"backgammon w {STD} {STD} match=7:1-2 result=b1",
            ["a GNU id has no place for the result, b1"],
        ),
    ],
)
def test_what_is_left_out_is_said(text: str, expected: list[str]) -> None:
    assert gnubg.losses(position_text.loads(text)) == expected


def test_an_id_of_no_game_in_mid_game_is_somebodys_roll() -> None:
    situation = gnubg.loads(f"{START}:MAAAAAAAAAAA")
    assert position_text.dumps(situation) == f"backgammon b {STD} {STD}"


def test_files_are_read_and_written() -> None:
    situation = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
    file = io.StringIO()
    gnubg.dump(situation, file)
    assert file.getvalue() == f"{START}:cAkAAAAAAAAA\n"
    file.seek(0)
    assert gnubg.load(file) == situation


POSITION, MATCH = "4HPwATDgc/ABMA", "cAkAAAAAAAAA"


@pytest.mark.parametrize("text", [POSITION, f"the id {POSITION}.", f"Position ID: {POSITION}"])
def test_a_position_alone(text: str) -> None:
    assert has_ids(text)
    assert find_ids(text) == (POSITION, None)


@pytest.mark.parametrize(
    "text",
    [
        f"{POSITION}:{MATCH}",
        f"({POSITION}:{MATCH})",
        f"GNUID={POSITION}:{MATCH}, says 8/5",
        f"position id = {POSITION}\nMATCH ID = {MATCH}",
        f"{POSITION} and {MATCH}",
        f"{POSITION} : {MATCH}",
        f"What of <b>{POSITION}:{MATCH}</b>?",
    ],
)
def test_both(text: str) -> None:
    assert find_ids(text) == (POSITION, MATCH)


@each("cut", ["", "c", "cAkA", "cAkAAAAAAAA", "cAkA!AAAAAAA", "é", "AAAA\u0410AAAAAAA"])
@each(
    "ids",
    [
        "{}:{}",
        "see {}:{}",
        "{} : {}",
        "Position ID: {}:{}",
        "Position ID: {}\nMatch ID: {}",
    ],
)
def test_a_match_id_that_was_cut_or_spoiled_is_found_as_it_is(ids: str, cut: str) -> None:
    position, match = find_ids(ids.format(POSITION, cut))
    assert position == POSITION
    assert match is not None
    with pytest.raises(NotationError, match="match id"):
        read_match_id(match)


@each("cut", range(len(MATCH)))
def test_two_words_are_two_ids(cut: int) -> None:
    assert find_ids(f"{POSITION} {MATCH[:cut]}") == (POSITION, MATCH[:cut] or None)


@pytest.mark.parametrize(
    "text", ["", "hypergammon", "Congratulation", "wonderfulplays and extraordinary plays"]
)
def test_words_are_no_ids(text: str) -> None:
    assert not has_ids(text)
    with pytest.raises(NotationError, match="expected a GNU position id"):
        find_ids(text)


def test_long_texts_are_not_searched() -> None:
    with pytest.raises(NotationError, match="expected GNU ids, got 200,000 characters"):
        find_ids("x " * 100_000)


def test_two_positions_are_one_too_many() -> None:
    with pytest.raises(NotationError, match="expected one position, got several ids"):
        find_ids(f"Position ID: {POSITION}\nPosition ID: {POSITION[:-1]}B")


@given(st.text(max_size=60))
def test_noise_never_crashes(text: str) -> None:
    if has_ids(text):
        assert len(find_ids(text)) == 2
