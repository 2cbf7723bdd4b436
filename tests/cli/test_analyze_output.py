"""What `nardy analyze` tells about several files, a player, and in HTML."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import nardy, refused
from tests.cli.test_analyze import MISTAKE
from tests.report.json_schema import breaks
from tests.report.read_back import ReadBack

from nardy.cli.analyze_output import WORST, explained


@pytest.fixture(autouse=True)
def files() -> None:
    Path("one.mat").write_text(MISTAKE, "utf-8")
    Path("two.mat").write_text(MISTAKE.replace("Anna", "Clara"), "utf-8")
    Path("bad.mat").write_text("no match", "utf-8")


def test_several_files_are_told_in_turn_and_a_bad_one_is_named() -> None:
    answer = nardy("analyze", "one.mat", "bad.mat", "two.mat", "--bot", "nardy:0", "--worst", "0")
    assert answer.status == 1
    [sentence] = answer.err.splitlines()
    assert sentence.startswith("nardy: bad.mat: expected")
    heads = [line for line in answer.lines if line.endswith(".mat:")]
    assert heads == ["one.mat:", "two.mat:"]
    assert "Clara - Boris, backgammon, match to 3" in answer.lines


def test_an_empty_folder_costs_no_report_and_alone_is_refused() -> None:
    Path("empty").mkdir()
    answer = nardy("analyze", "one.mat", "empty", "--bot", "nardy:0", "--json")
    assert answer.status == 1
    told = json.loads(answer.out)
    assert [match["file"] for match in told["matches"]] == ["one.mat"]
    assert [text.split(":")[0] for text in told["refused"]] == ["empty"]
    assert answer.err.startswith("nardy: empty: expected matches in empty, got an empty folder")
    alone = refused("analyze", "empty", "--bot", "nardy:0")
    assert alone == "expected matches in empty, got an empty folder; name another"


def test_json_of_one_and_of_several_keeps_the_schema() -> None:
    one = nardy("analyze", "one.mat", "--bot", "nardy:0", "--why", "--json").data
    assert list(breaks(one)) == []
    answer = nardy("analyze", *(".", "--bot", "nardy:0", "--json", "--player", "boris"))
    several = json.loads(answer.out)
    assert list(breaks(several)) == []
    assert [match["file"] for match in several["matches"]] == ["one.mat", "two.mat"]
    assert [text.split(":")[0] for text in several["refused"]] == ["bad.mat"]
    assert several["profile"]["player"] == "boris"
    assert len(several["profile"]["matches"]) == 2


def test_a_player_has_a_profile_and_a_misspelled_one_costs_no_report() -> None:
    answer = nardy(
        "analyze", "one.mat", "--bot", "nardy:0", "--player", "Boris", "--language", "ru"
    )
    assert "Профиль: Boris" in answer.lines
    wrong = nardy("analyze", "one.mat", "--bot", "nardy:0", "--player", "Borys")
    assert wrong.status == 1
    assert "decisions" in wrong.out
    assert wrong.err.startswith("nardy: expected a player of these matches (Anna, Boris)")


def test_html_is_written_beside_the_text() -> None:
    answer = nardy(
        *("analyze", "one.mat", "bad.mat", "--bot", "nardy:0", "--worst", "1"),
        *("--html", "report.html", "--language", "ru"),
    )
    told = Path("report.html").read_text("utf-8")
    found = ReadBack(told)
    assert found.elements.count("article") == 1
    assert any("bad.mat: expected" in text for text in found.texts)
    assert f"отчёт в report.html, {len(told.encode()) / 1000:.0f} кБ" in answer.err
    assert "сыграно" in answer.out


@pytest.mark.parametrize("path", ["none/report.html", "."])
def test_a_report_that_cannot_be_written_is_refused_before_the_work(path: str) -> None:
    sentence = refused("analyze", "one.mat", "--bot", "nardy:0", "--html", path)
    assert sentence.startswith(f"cannot write the report to {path}: ")


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ({"why": True, "as_json": True}, None),
        ({"why": True}, WORST),
        ({"why": True, "html": Path("x")}, 20),
        ({"html": Path("x"), "worst": 3}, 3),
        ({}, 0),
    ],
)
def test_only_what_is_told_is_explained(asked: dict[str, Any], count: int | None) -> None:
    plain: dict[str, Any] = {"worst": None, "why": False, "html": None, "as_json": False}
    assert explained(**plain | asked) == count


def test_a_folder_whose_files_are_all_refused_has_a_report_of_that() -> None:
    Path("bad").mkdir()
    Path("bad/one.mat").write_text("hello", "utf-8")
    answer = nardy(
        *("analyze", "bad", "--bot", "nardy:0", "--json", "--player", "Anna", "--html", "r.html")
    )
    assert answer.status == 1
    told = json.loads(answer.out)
    assert list(breaks(told)) == []
    assert told["matches"] == []
    assert [text.split(":")[0] for text in told["refused"]] == [str(Path("bad/one.mat"))]
    found = ReadBack(Path("r.html").read_text("utf-8"))
    assert any(f"{Path('bad/one.mat')}: expected" in text for text in found.texts)
    assert "nav" not in found.elements
