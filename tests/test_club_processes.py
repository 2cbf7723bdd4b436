"""scripts/cluster: what its processes are begun with; what they do together is tested by tests/server/relay."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import club_processes
from club_processes import club_of, database_in

ADDRESS = "postgresql://nardy:a-password@127.0.0.1:5432/club"
STAND_IN = """
import json, os, sys
told = [sys.argv[1:], os.environ["NARDY_DATABASE"], open("/proc/self/cmdline").read()]
print("http://127.0.0.1:8001", json.dumps(told), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that tells what it was begun with, instead of the club."""
    monkeypatch.setattr(club_processes, "SERVE", (sys.executable, "-c", STAND_IN))


@pytest.mark.usefixtures("stand_in")
def test_the_password_of_the_database_is_in_no_argument(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[str]()
    monkeypatch.setattr(club_processes.ClubProcess, "wait", lambda one: told.append(line_of(one)))
    with club_of(2, ADDRESS, ["--workers", "1"], tmp_path, metrics=9101):
        pass
    for number, line in enumerate(told):
        options, database, seen = json.loads(line.partition(" ")[2])
        assert database == ADDRESS
        assert "a-password" not in seen
        assert options[-4:] == ["--metrics", str(9101 + number), "--workers", "1"]
    assert len(told) == 2


def line_of(process: club_processes.ClubProcess) -> str:
    """What it says; it begins no second time."""
    assert process.process.stdout is not None
    with process.process.stdout as out:
        return out.readline()


def test_a_password_on_the_command_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NARDY_DATABASE", raising=False)
    with pytest.raises(SystemExit, match="name it in NARDY_DATABASE") as caught:
        database_in(ADDRESS)
    assert "a-password" not in str(caught.value)
    assert database_in("postgresql://nardy@127.0.0.1/club") == "postgresql://nardy@127.0.0.1/club"
    assert database_in(None) is None
    monkeypatch.setenv("NARDY_DATABASE", ADDRESS)
    assert database_in(None) == ADDRESS
