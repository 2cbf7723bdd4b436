import json
import subprocess
import sys

import pytest
from tests.cli.talk import nardy

from nardy.cli.doctor import command
from nardy.cli.doctor.result import CheckResult, CheckState

PARTS = ["Installed", "Kernel", "Files of nardy", "Reachable", "Space"]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = CheckResult(
        "Kernel", "compiled code", "none", CheckState.BROKEN, "do this", {"kind": "none"}
    )
    monkeypatch.setattr(command, "kernel", lambda: found)


def test_a_table_tells_everything_in_plain_words() -> None:
    # In a process of its own: here the rule book is chosen for all tests.
    answer = subprocess.run(
        [sys.executable, "-m", "nardy", "doctor"], capture_output=True, text=True, check=False
    )
    lines = answer.stdout.splitlines()
    assert [line for line in lines if line in PARTS] == PARTS
    # A path is easier to copy in one piece.
    assert all(len(line) <= 80 or "/" in line for line in lines)
    assert (answer.returncode == 0) == (lines[-1] == "Everything that nardy needs works.")


def test_the_same_for_programs() -> None:
    told = json.loads(nardy("doctor", "--json").out)
    assert list(dict.fromkeys(check["part"] for check in told["checks"])) == PARTS
    assert told["ok"] == all(check["state"] != "broken" for check in told["checks"])
    sizes = {check["name"]: check["bytes"] for check in told["checks"] if check["part"] == "Space"}
    assert sizes["nardy"] > 1_000_000


def test_what_is_broken_is_said_with_what_to_do(broken: None) -> None:
    answer = nardy("doctor")
    assert answer.status == 1
    assert ["compiled", "code", "BROKEN:", "none;", "do", "this"] in map(str.split, answer.lines)
    assert answer.lines[-1] == "Broken: 1. What to do stands beside it."
    told = nardy("doctor", "--json")
    assert told.status == 1
    (check,) = [one for one in json.loads(told.out)["checks"] if one["part"] == "Kernel"]
    assert (check["state"], check["do"], check["kind"]) == ("broken", "do this", "none")


def test_a_path_is_not_broken_into_lines() -> None:
    long = "/a-long-path/" * 12
    assert any(long in line for line in command.lines([CheckResult("Reachable", "x", long)]))
