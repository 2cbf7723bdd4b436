"""`nardy exam`: the table of bots, for people and for programs."""

from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.labels.test_exam import POINT, THREE_ONE, label
from tests.labels.test_label_file import HEADER

from nardy.labels.drawing import Drawn, Sample
from nardy.labels.label_file import LabelFile


@pytest.fixture(autouse=True)
def labels() -> LabelFile:
    sample = Sample({"a": 0.5, "b": 0.5}, (Drawn("a", THREE_ONE), Drawn("b", THREE_ONE)))
    file = LabelFile.create(Path("labels/backgammon.jsonl"), HEADER, sample)
    file.append([label(0, POINT), label(1, POINT)])
    return file


def test_the_table_has_a_line_for_each_bot() -> None:
    answer = nardy("exam", "backgammon", "nardy:0", "random")
    assert answer.status == 0, answer.err
    heading, *rows = answer.lines
    assert heading.split() == ["PR", "right", "noise", "estimated", "decisions"]
    assert [row.split()[0] for row in rows] == ["nardy:0", "random"]
    # Everybody makes the five point.
    assert rows[0].split()[1:] == ["0.00", "±0.00", "100.0%", "0.00", "0.0%", "2"]


def test_labels_of_another_game_are_refused() -> None:
    told = refused("exam", "nackgammon", "nardy:0", "--labels", "labels/backgammon.jsonl")
    assert "expected labels of nackgammon,cube_play=off in labels/backgammon.jsonl" in told
    assert "expected labels in labels/fevga.jsonl, got no such file" in refused(
        "exam", "fevga", "nardy:0"
    )


def test_a_file_without_labels_is_refused(labels: LabelFile) -> None:
    LabelFile.create(labels.path, HEADER, Sample({"a": 1.0}, (Drawn("a", THREE_ONE),)))
    assert "got none yet; make them with nardy label" in refused("exam", "backgammon", "nardy:0")


def test_equal_seeds_give_equal_figures(labels: LabelFile) -> None:
    """Each of many decisions leaves a dozen turns or more to choose from."""
    sample = Sample({"a": 1.0}, tuple(Drawn("a", THREE_ONE) for _ in range(12)))
    LabelFile.create(labels.path, HEADER, sample).append([label(n, POINT) for n in range(12)])
    found = [
        nardy("exam", "backgammon", "random", "--seed", seed, "--json").data for seed in (3, 3, 4)
    ]
    assert found[0]["seed"] == 3
    assert found[0] == found[1]
    assert found[0]["bots"] != found[2]["bots"]


OWN = """
from nardy.bots.random_bot import RandomBot


class Failing(RandomBot):
    def choose_turn(self, situation):
        raise RuntimeError("no idea")


class Stopping(RandomBot):
    def choose_turn(self, situation):
        raise KeyboardInterrupt
"""


def test_a_bot_that_fails_spoils_no_exam() -> None:
    Path("own.py").write_text(OWN, "utf-8")
    _, own, failed, other = nardy("exam", "backgammon", "python:own.py:Failing", "nardy:0").lines
    assert own.split()[0] == "python:own.py:Failing"
    assert failed == "  2 answers failed; the worst was charged for each"
    assert other.split()[0] == "nardy:0"
    found = nardy("exam", "backgammon", "python:own.py:Failing", "--json").data["bots"][0]
    assert (found["failed"], found["right"]) == (2, 0)


def test_after_ctrl_c_the_finished_bots_are_told() -> None:
    Path("own.py").write_text(OWN, "utf-8")
    answer = nardy("exam", "backgammon", "nardy:0", "python:own.py:Stopping")
    assert answer.status == 130
    assert [line.split()[0] for line in answer.lines] == ["PR", "nardy:0"]


def test_a_wrong_name_is_told_before_the_first_bot_is_asked() -> None:
    answer = nardy("exam", "backgammon", "nardy:0", "nordy")
    assert (answer.status, answer.out) == (1, "")
    assert "expected a bot" in answer.err
