"""The unit for several processes in examples/systemd: what it begins, and how it ends."""

import shutil
import subprocess
from pathlib import Path

import pytest

from nardy.cli.serve import command
from nardy.server.settings import read_settings

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "systemd"
UNIT = FOLDER / "nardy@.service"
ANALYZE = shutil.which("systemd-analyze")
END_SECONDS = 20
"""What the guide promises for a stop."""


def lines_of(unit: Path) -> list[tuple[str, str]]:
    """The settings of a unit in their order; a name may be there more than once."""
    lines = unit.read_text("utf-8").splitlines()
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return [(name, value) for name, value in pairs]


def environment_of(number: int) -> dict[str, str]:
    """The settings of a process, as systemd reads them from the files that the unit names."""
    found = dict[str, str]()
    for name, value in lines_of(UNIT):
        if name == "EnvironmentFile":
            file = FOLDER / Path(value.replace("%i", str(number))).name
            found |= dict(lines_of(file))
    return found


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    # Here the program is elsewhere.
    text = UNIT.read_text("utf-8").replace("/srv/nardy/nardy", "/bin/true")
    (tmp_path / "nardy@1.service").write_text(text)
    told = subprocess.run(
        [ANALYZE or "", "verify", "--man=no", str(tmp_path / "nardy@1.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "nardy@" not in told.stderr, told.stderr


def test_the_command_of_the_unit_is_one_of_nardy() -> None:
    unit = dict(lines_of(UNIT))
    program, name, *options = unit["ExecStart"].split()
    assert program == f"{unit['WorkingDirectory']}/nardy"
    assert (ROOT / "nardy").stat().st_mode & 0o100
    assert name == "serve"
    command.make_context(name, options)


def test_each_process_has_settings_and_ports_of_its_own() -> None:
    all_of_them = [read_settings({}, environment=environment_of(number)) for number in (1, 2, 3)]
    for names in ("port", "relay", "metrics"):
        assert len({getattr(one, names) for one in all_of_them}) == 3
    for names in ("database", "origin", "relay_secret"):
        assert len({str(getattr(one, names)) for one in all_of_them}) == 1
    # No other machine reaches what is for the proxy and the other processes.
    assert all(one.host == "127.0.0.1" for one in all_of_them)
    assert all(one.relay.startswith("127.0.0.1:") for one in all_of_them)


def test_a_stop_is_a_drain_and_a_restart_waits_for_the_process() -> None:
    unit = dict(lines_of(UNIT))
    assert unit["KillSignal"] == "SIGTERM"
    # The workers of a process are its own: it ends them after its last act.
    assert unit["KillMode"] == "mixed"
    assert int(unit["TimeoutStopSec"]) > END_SECONDS
    assert unit["Type"] == "notify"
    assert unit["Restart"] == "on-failure"
