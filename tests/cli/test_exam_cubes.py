"""The table of losses with the cube."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.labels.test_cube_exam import cube
from tests.labels.test_label_file import HEADER

from nardy.formats import position_text
from nardy.labels.drawing import Drawn, Sample
from nardy.labels.label_file import LabelFile
from nardy.labels.truth import Label

GAME = "backgammon,beavers=off"
MONEY, MATCH = (
    position_text.loads(f"{GAME} w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5{more}")
    for more in ("", " match=7:0-0")
)
SHARES = {"money, clear": 0.5, "match, clear": 0.5}
FILE = Path("labels/backgammon.jsonl")


@pytest.fixture(autouse=True)
def labels() -> None:
    drawn = (
        Drawn("money, clear", MONEY),
        Drawn("money, clear", MONEY),
        Drawn("match, clear", MATCH),
    )
    file = LabelFile.create(FILE, replace(HEADER, moments="cubes"), Sample(SHARES, drawn))
    # By these labels both would double at the start: a network does not.
    file.append(Label(n, 144, (0.0, 0.0), (), (), cube(0.5, 0.7)) for n in range(3))


def test_money_and_matches_have_their_tables() -> None:
    answer = nardy("exam", GAME, "nardy:0", "random")
    assert answer.status == 0, answer.err
    title, heading, own, *_ = answer.lines
    assert title == "thousandths of a point lost a moment, for money"
    assert heading.split()[:4] == ["loss", "noise", "wrong", "doubles"]
    assert heading.split()[-3:] == ["wrong", "passes", "moments"]
    figures = ["200.00", "±0.00", "0.00", "0.00", "±0.00", "200.00", "±0.00"]
    assert own.split() == ["nardy:0", *figures, *(["0.00", "±0.00"] * 2), "2"]
    assert answer.lines[4].startswith("thousandths of a point lost a moment, in matches")
    assert answer.lines[5].split()[-3:] == ["match", "chance", "moments"]
    assert "%" in answer.lines[6]


def test_programs_get_points_and_counts() -> None:
    found = nardy("exam", GAME, "nardy:0", "--json").data["bots"][0]["cubes"]
    assert found["money"]["loss"] == [pytest.approx(0.2), pytest.approx(0)]
    assert found["money"]["chance"] is None
    assert found["money"]["mistakes"]["missed double"]["count"] == 2
    assert 0 < found["match"]["chance"][0] < 0.1


def test_labels_of_another_cube_are_refused() -> None:
    told = refused("exam", "backgammon", "nardy:0")
    assert told.startswith("expected labels of backgammon in labels/backgammon.jsonl, got ")
    assert f"got {GAME};" in told


@pytest.mark.parametrize("bot", ["gnubg", "BgSage:1"])
def test_bots_that_are_asked_for_turns_alone_are_refused(bot: str) -> None:
    """They would seem never to double and always to take."""
    told = refused("exam", GAME, "nardy:0", bot)
    assert told.startswith(f"expected bots that play with the cube, got '{bot}', which ")
