"""Label files: they grow, survive a crash, and refuse what is not theirs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from nardy.formats import position_text
from nardy.games.game_file import finder
from nardy.labels.drawing import Drawn, Sample
from nardy.labels.label_file import Header, LabelFile, LabelFileError
from nardy.labels.truth import CubeLabel, Label, Precision, TurnLabel

HEADER = Header(
    game="hypergammon,cube_play=off",
    moments="decisions",
    count=2,
    least=0,
    games=10,
    seed=1,
    bot="nardy:1",
    network="0123",
    precision=Precision(error=0.004, ahead=1, cut=11, to_end=frozenset({"race", "contact"})),
)
TEXTS = (
    "hypergammon,cube_play=off w bar:1,8:1,2:1 4:2,2:1 dice=65",
    "hypergammon,cube_play=off w 22:1,14:2 18:1,14:2 dice=61 first=b",
)
SAMPLE = Sample(
    {"contact": 0.75, "on the bar": 0.25},
    tuple(Drawn("contact", position_text.loads(text)) for text in TEXTS),
)
LABEL = Label(
    1,
    288,
    (0.125, 0.004),
    (
        TurnLabel("22/15", (0.125, 0.004), (0.0, 0.0)),
        TurnLabel("14/8 14/13", (0.1, 0.005), (0.025, 0.0031)),
    ),
    (("win", 0.5625), ("lose", 0.4375)),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "labels" / "own.jsonl"


def test_a_file_comes_back_as_it_was_written(path: Path) -> None:
    made = LabelFile.create(path, HEADER, SAMPLE)
    made.append([LABEL])
    for found in (made, LabelFile.read(path), LabelFile.resume(path, HEADER)):
        assert found.shares == SAMPLE.shares
        assert [(moment.number, moment.kind) for moment in found.moments] == [
            (0, "contact"),
            (1, "contact"),
        ]
        assert [moment.situation for moment in found.moments] == [
            each.situation for each in SAMPLE.drawn
        ]
        assert found.labels == {1: LABEL}
        assert [moment.number for moment in found.missing] == [0]
        assert found.games == {HEADER.game}
    assert [each.name for each in path.parent.iterdir()] == ["own.jsonl"]


def test_a_file_of_an_own_game_comes_back_by_its_finder(path: Path) -> None:
    own = position_text.loads(TEXTS[0]).rules.replace(id="club", name="club")
    drawn = (Drawn("contact", replace(position_text.loads(TEXTS[0]), rules=own)),)
    made = LabelFile.create(path, HEADER, Sample({}, drawn), finder(own))
    made.extend(drawn)
    found = LabelFile.resume(path, HEADER, finder(own))
    assert found.moments == made.moments
    assert found.games == {"club"}
    with pytest.raises(LabelFileError, match="got 'club"):
        LabelFile.read(path)


def test_a_cube_label_comes_back_as_it_was_written(path: Path) -> None:
    label = Label(
        0, 144, (0.25, 0.01), (), (("win", 0.5),), CubeLabel((0.3, 0.01), (0.4, 0.02), (0.1, 0.005))
    )
    drawn = (
        Drawn("money, clear", position_text.loads("backgammon w 6:2,off:13 5:2,off:13 cube=2w")),
    )
    LabelFile.create(path, replace(HEADER, moments="cubes"), Sample({}, drawn)).append([label])
    found = LabelFile.read(path)
    assert found.labels == {0: label}
    assert found.made["moments"] == "cubes"
    assert str(found.moments[0].situation.cube.owner) == "player"


def test_a_label_that_was_cut_off_is_made_again(path: Path) -> None:
    LabelFile.create(path, HEADER, SAMPLE).append([LABEL])
    whole = path.read_bytes()
    for cut in range(1, 60):
        path.write_bytes(whole[:-cut])
        assert len(LabelFile.read(path).missing) == 2
        assert path.read_bytes() == whole[:-cut], "reading changes nothing"
        resumed = LabelFile.resume(path, HEADER)
        resumed.append([LABEL])
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"seed": 2}, "seed 2"),
        ({"network": "4567"}, "network '4567'"),
        ({"game": "backgammon"}, "game 'backgammon'"),
        ({"precision": replace(HEADER.precision, error=0.002)}, "precision {'error': 0.002"),
    ],
)
def test_another_way_of_making_is_refused(
    changed: dict[str, object], named: str, path: Path
) -> None:
    LabelFile.create(path, HEADER, SAMPLE)
    before = path.read_bytes()
    with pytest.raises(LabelFileError) as refused:
        LabelFile.resume(path, replace(HEADER, **changed))  # type: ignore[arg-type]
    assert f"expected labels made with {named}" in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "got another file"),
        ("\n", "got another file"),
        ("[1]\n", "got another file"),
        ('{"games": 1}\n', "got another file"),
        ('{"nardy labels": 0}\n', "expected labels of version 1 in"),
        ('{"nardy labels": 1}\n{"n": 1}\n', "in line 2 of"),
        ('{"nardy labels": 1}\n{"shares": {}}\nnonsense\n', "in line 3 of"),
        ('{"nardy labels": 1}\n{"n": 0, "class": "x", "position": "y"}\n', "in line 2 of"),
        (
            '{"nardy labels": 1}\n{"n": 0, "trials": 1, "equity": [0, 0], "chances": {}, "cube": [1]}\n',
            "in line 2 of",
        ),
    ],
)
def test_what_is_no_label_file_is_refused_in_a_sentence(
    content: str, says: str, path: Path
) -> None:
    path.parent.mkdir()
    path.write_text(content, "utf-8")
    with pytest.raises(LabelFileError, match=says):
        LabelFile.read(path)


def test_a_missing_file_is_named(path: Path) -> None:
    with pytest.raises(LabelFileError, match="got no such file"):
        LabelFile.read(path)


def test_the_first_line_says_what_made_the_file(path: Path) -> None:
    LabelFile.create(path, HEADER, SAMPLE)
    first = json.loads(path.read_text("utf-8").split("\n")[0])
    assert first["precision"]["to_end"] == ["contact", "race"]
    assert (first["game"], first["bot"], first["error" if "error" in first else "seed"]) == (
        HEADER.game,
        "nardy:1",
        1,
    )
