"""The results of the exam, as a table and as JSON."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.labels.test_exam import POINT, THREE_ONE, label
from tests.labels.test_label_file import HEADER

from nardy.labels.drawing import Drawn, Sample
from nardy.labels.label_file import LabelFile
from nardy.labels.truth import Label


@pytest.fixture(autouse=True)
def labels() -> LabelFile:
    sample = Sample({"a": 0.5, "b": 0.5}, (Drawn("a", THREE_ONE), Drawn("b", THREE_ONE)))
    file = LabelFile.create(Path("labels/backgammon.jsonl"), HEADER, sample)
    file.append([label(0, POINT), label(1, POINT)])
    return file


def test_classes_stand_below_their_bot() -> None:
    rows = nardy("exam", "backgammon", "nardy:0", "--classes").lines
    assert sorted(row.split()[0] for row in rows[2:]) == ["a", "b"]


def test_programs_get_an_object() -> None:
    found = nardy("exam", "backgammon", "nardy:0", "baseline", "--json").data
    assert found["game"] == "backgammon"
    assert [one["bot"] for one in found["bots"]] == ["nardy:0", "baseline"]
    assert found["bots"][0]["decisions"] == 2
    assert set(found["bots"][0]["classes"]) == {"a", "b"}


def judged(*numbers: int) -> str:
    """A second judge's file, by which 24/20 is the best turn."""
    figures = [["8/5 6/5", 0.1, 0.003], ["24/20", 0.2, 0.004]]
    lines = [
        {"judge": "Open Sage", "labels": "backgammon.jsonl"},
        *({"n": number, "figures": figures} for number in numbers),
    ]
    Path("sage.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return "sage.jsonl"


def test_a_second_judge_has_a_line_below_each_bot() -> None:
    _, *rows = nardy("exam", "backgammon", "nardy:0", "baseline", "--judge", judged(1)).lines
    assert [row.split()[0] for row in rows[:4:2]] == ["nardy:0", "baseline"]
    own, second = rows[:2]
    assert own.split()[1] == "0.00"
    assert second.startswith("  by the second judge")
    assert second.split()[4] == "50.00"
    assert own.split()[-1] == second.split()[-1] == "1"
    assert rows[4:] == [
        "The second judge: Open Sage.",
        "The judges surely prefer different turns in 1 of these decisions, by number 1.",
    ]
    found = nardy("exam", "backgammon", "nardy:0", "--judge", judged(1), "--json").data["bots"][0]
    assert found["second"]["judge"] == "Open Sage"
    assert found["second"]["rating"] == pytest.approx(50)
    assert found["second"]["apart"] == [1]
    assert found["rating"] == 0
    assert "second" not in nardy("exam", "backgammon", "nardy:0", "--json").data["bots"][0]


def test_a_second_judge_of_no_decision_is_refused() -> None:
    told = refused("exam", "backgammon", "nardy:0", "--judge", judged(7))
    assert "expected decisions of labels/backgammon.jsonl with figures of the second judge" in told


def test_positions_tell_how_far_values_are_off(labels: LabelFile) -> None:
    before = replace(THREE_ONE, roll=None)
    labels = LabelFile.create(labels.path, HEADER, Sample({"a": 1.0}, (Drawn("a", before),)))
    labels.append([Label(0, 144, (0.0, 0.01), (), ())])
    heading, every, own = nardy("exam", "backgammon", "nardy:0", "--classes").lines
    assert heading.split() == ["bias", "rms", "positions"]
    assert every.split()[0] == "nardy:0"
    assert own.split()[0] == "a"
    assert every.split()[1:] == own.split()[1:]
    found = nardy("exam", "backgammon", "nardy:0", "--json").data["bots"][0]["values"]
    # Whoever rolls first is a little better.
    assert 0.03 < found["all"]["bias"] < 0.12
    # One position tells nothing of the error, and JSON has no infinity.
    assert found["all"]["bias_error"] is None
    assert found["all"]["rms"] == pytest.approx((found["all"]["bias"] ** 2 - 0.0001) ** 0.5)


def test_a_label_file_runs_no_program(labels: LabelFile) -> None:
    Path("own.py").write_text("raise SystemExit(9)", "utf-8")
    text = labels.path.read_text("utf-8")
    labels.path.write_text(text.replace('"bot":"nardy:1"', '"bot":"python:own.py:Own"'), "utf-8")
    assert "own.py" in labels.path.read_text("utf-8")
    assert nardy("exam", "backgammon", "nardy:0").status == 0
