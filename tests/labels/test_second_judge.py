"""Figures of a second judge: as labels, and where both judges surely differ."""

import json
from pathlib import Path

import pytest
from tests.labels.test_exam import POINT, THREE_ONE, label

from nardy.labels.label_file import LabelFile, LabelFileError
from nardy.labels.second_judge import SecondJudge, TurnFigures, differ_surely, label_of
from nardy.labels.truth import Moment

LABELS = Path("labels/backgammon.jsonl")
MADE = {"judge": "Open Sage", "labels": "backgammon.jsonl", "trials": 1296}
SAGE: TurnFigures = [("8/5 6/5", 0.21, 0.003), ("24/20", 0.13, 0.004), ("13/10 24/23", 0.17, 0.003)]


def written(tmp_path: Path, *lines: object, end: str = "\n") -> Path:
    path = tmp_path / "sage.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)) + end, "utf-8")
    return path


def test_figures_become_labels_with_the_best_turn_first() -> None:
    found = label_of(4, SAGE)
    assert (found.number, found.equity) == (4, (0.21, 0.003))
    assert [one.turn for one in found.turns] == ["8/5 6/5", "13/10 24/23", "24/20"]
    assert found.turns[0].behind == (0.0, 0.0)
    assert found.turns[2].equity == (0.13, 0.004)
    assert found.turns[2].behind == (pytest.approx(0.08), pytest.approx(0.005))
    assert label_of(5, [("", -0.3, 0.02)]).turns == ()


def test_decisions_that_both_judged_have_two_labels(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        MADE,
        *({"n": n, "figures": figures} for n, figures in ((0, SAGE), (2, SAGE), (3, SAGE[:1]))),
    )
    judge = SecondJudge.read(path, LABELS)
    assert judge.name == "Open Sage"
    moments = tuple(Moment(n, "a", THREE_ONE) for n in range(4))
    labels = {0: label(0, POINT), 1: label(1, POINT), 3: label(3, POINT[:1])}
    assert set(judge.labels(LabelFile(LABELS, {}, moments, labels))) == {0}


def test_a_last_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = written(tmp_path, MADE, {"n": 0, "figures": SAGE}, {"n": 1, "figures": SAGE}, end="")
    assert set(SecondJudge.read(path, LABELS).figures) == {0}


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        # By which the second judge's best turn leads, with an error of 0.005.
        (0.014, False),
        (0.016, True),
    ],
)
def test_judges_differ_where_one_is_sure(gap: float, expected: bool) -> None:
    ours = label(0, [("24/20", 0.0, 0.0), ("8/5 6/5", 0.002, 0.01)])
    theirs = label_of(0, [("24/20", 0.1, 0.003), ("8/5 6/5", 0.1 + gap, 0.004)])
    assert differ_surely(ours, theirs) is expected
    assert not differ_surely(ours, ours)
    tie = label(0, [("8/5 6/5", 0.0, 0.0), ("24/20", 0.0, 0.0)])
    assert not differ_surely(tie, label_of(0, [("24/20", 0.1, 0.0), ("8/5 6/5", 0.1, 0.0)]))
    sure = label(0, [("24/20", 0.0, 0.0), ("8/5 6/5", 0.04, 0.01)])
    assert differ_surely(sure, label_of(0, [("24/20", 0.1, 0.003), ("8/5 6/5", 0.101, 0.004)]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON\n",
        "[]\n",
        '{"judge": "x"}\n',
        json.dumps(MADE) + '\n{"n": 0}\n',
        json.dumps(MADE) + "\n7\n",
        json.dumps(MADE) + '\n{"n": 0, "figures": []}\n',
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sage.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(
        LabelFileError, match=r"expected the figures of a second judge in .*; make it with"
    ):
        SecondJudge.read(path, LABELS)


def test_figures_of_other_labels_and_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        LabelFileError, match=r"expected figures for fevga.jsonl in .*, got those for backgammon"
    ):
        SecondJudge.read(written(tmp_path, MADE), Path("labels/fevga.jsonl"))
    with pytest.raises(LabelFileError, match="got no such file"):
        SecondJudge.read(tmp_path / "none.jsonl", LABELS)
