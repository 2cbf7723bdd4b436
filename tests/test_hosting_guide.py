"""docs/guide/hosting.md: its steps to a club of several processes, run as they stand, and how it is written."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from tests.services import address_of, begun

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guide" / "hosting.md"
STEPS = "### Step by step: three processes on one machine"
PORTS = ("8001", "8002", "8003", "9200", "9201", "9202", "9101", "9102", "9103")


def commands() -> list[str]:
    """Each block of commands of the steps, in their order."""
    section = GUIDE.read_text("utf-8").partition(f"{STEPS}\n")[2]
    section = re.split(r"^#", section, maxsplit=1, flags=re.MULTILINE)[0]
    blocks = re.findall(r"(?:^        .*\n)+", section, re.MULTILINE)
    return [re.sub("^        ", "", block, flags=re.MULTILINE) for block in blocks]


def test_the_steps_are_ten_and_use_every_file_of_the_example() -> None:
    assert len(commands()) == 10
    told = "".join(commands())
    for file in (ROOT / "examples" / "systemd").iterdir():
        assert f"examples/systemd/{file.name}" in told or file.suffix == ".env"
    assert "examples/systemd/*.env" in told


MOST_WORDS = 20


def sentences() -> list[str]:
    """The page's sentences, without blocks, tables and headings; a piece of code counts as a word."""
    text = re.sub(r"^```.*?^```", "", GUIDE.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(?: {4,}\S|[|#]).*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^ *(?:[-*]|\d+\.) ", "\n", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", "X", re.sub(r"\]\([^)]*\)", "]", text))
    parts = [part for paragraph in re.split(r"\n\s*\n", text) for part in re.split(END, paragraph)]
    return [" ".join(part.split()) for part in parts if part.strip()]


END = r"(?<=[.?!])[)*]*\s+(?=[A-Z0-9(*\[])|(?<=[:;])\s"
"""What comes after a colon or a semicolon is counted as a sentence."""


def test_a_sentence_of_the_guide_has_at_most_twenty_words() -> None:
    found = sentences()
    assert len(found) > 300
    assert [one for one in found if len(re.findall(r"\S*\w\S*", one)) > MOST_WORDS] == []


def test_the_unit_of_a_worker_stops_and_starts_with_the_club() -> None:
    """`nardy restore` is refused while a worker has the database open."""
    unit = re.search(r"```ini nardy-worker.service\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert unit is not None
    # On a machine without the club nothing else would start it.
    wanted = "WantedBy=multi-user.target nardy.service"
    assert {"PartOf=nardy.service", wanted} < set(unit[1].splitlines())


def test_the_guide_has_two_parts() -> None:
    parts = re.findall(r"^## (.+)$", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert parts == ["One machine", "Several processes and machines"]


class Machine:
    """A new machine in a folder: its /etc, /srv and /var, and what stands for programs that change a real one."""

    def __init__(self, folder: Path, server: str) -> None:
        """*server* is the address of a server of PostgreSQL."""
        self.folder, self.server = folder, server
        self.ports = dict(zip(PORTS, free_ports(len(PORTS)), strict=True))
        for name in ("bin", "srv/nardy/scripts", "etc/systemd/system", "etc/caddy", "var/backups"):
            (folder / name).mkdir(parents=True)
        for name in ("prometheus", "cron.d"):
            (folder / "etc" / name).mkdir()
        shutil.copytree(ROOT / "examples" / "systemd", folder / "srv/nardy/examples/systemd")
        for file in (folder / "srv/nardy/examples/systemd").iterdir():
            file.write_text(self.here(file.read_text("utf-8")))
        nardy = f'exec "{sys.executable}" -m nardy "$@"'
        small_systemctl = Path(__file__).with_name("small_systemctl.py")
        self._program("srv/nardy/nardy", nardy)
        self._program("srv/nardy/scripts/extra", "")
        self._program("bin/systemctl", f'exec "{sys.executable}" {small_systemctl} {folder} "$@"')
        self._program("bin/useradd", "")
        self._program("bin/chown", "")
        # Whoever runs the tests is everybody.
        self._program("bin/sudo", 'shift 2; exec "$@"')
        # Its owner is the user of the tests, whose name is the same.
        self._program("bin/createuser", "")
        real = shutil.which("install")
        owners = 'for one; do shift; case $one in -g|-o) s=1;; *) [ "${s:-}" ] || set -- "$@" "$one"; s=;; esac; done'
        self._program("bin/install", f'{owners}; exec {real} "$@"')

    def _program(self, name: str, text: str) -> None:
        file = self.folder / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def here(self, text: str) -> str:
        """A text of the guide or the examples, with this machine's folders, ports and database."""
        for port, other in self.ports.items():
            text = text.replace(port, str(other))
        text = text.replace("postgresql:///club", re.sub(r"/\w+$", "/club", self.server))
        return re.sub(r"(?<![\w/.])/(etc|srv|var)/", rf"{self.folder}/\1/", text)

    def run(self, block: str) -> str:
        found = re.fullmatch(r"postgresql://(\w+):(\w+)@([\d.]+):(\d+)/\w+", self.server)
        assert found
        names = ("PGUSER", "PGPASSWORD", "PGHOST", "PGPORT")
        given = dict(zip(names, found.groups(), strict=True))
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        told = subprocess.run(
            ["/bin/sh", "-euc", f"cd {self.folder}/srv/nardy\n{self.here(block)}"],
            env={**os.environ, **given, "PATH": path, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
            timeout=400,
        )
        assert told.returncode == 0, f"{block}\n{told.stdout}{told.stderr}"
        return told.stdout


def free_ports(count: int) -> list[int]:
    with ExitStack() as opened:
        all_of_them = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
        for one in all_of_them:
            opened.enter_context(one)
        return [one.getsockname()[1] for one in all_of_them]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with begun() as (_, found):
        made = Machine(tmp_path, address_of(found, "postgresql"))
        try:
            yield made
        finally:
            for pid in (tmp_path / "run").glob("*/pid"):
                with suppress(ProcessLookupError):
                    os.kill(int(pid.read_text()), signal.SIGKILL)


@pytest.mark.thorough
def test_the_steps_lead_to_a_club_of_three_processes(machine: Machine) -> None:
    """Each command as it stands; systemd and the users of the machine are stand-ins."""
    steps = commands()
    told = [machine.run(block) for block in steps]
    assert told[5].count('"rooms":0') == 3
    # Processes ask each other every few seconds.
    late = time.monotonic() + 30
    while 'nardy_processes{state="reached"} 2.0' not in (metrics := machine.run(steps[7])):
        assert time.monotonic() < late, metrics
    (dump,) = (machine.folder / "var/backups/nardy").iterdir()
    assert dump.stat().st_size > 1000
    # Cron does the same each night; it takes a percent sign for the end of the line without a backslash.
    *moment, user, line = (machine.folder / "etc/cron.d/nardy").read_text().split(maxsplit=6)
    assert (len(moment), user) == (5, "nardy")
    assert not re.search(r"(?<!\\)%", line)
    dump.unlink()
    machine.run(line.replace(r"\%", "%"))
    assert dump.stat().st_size > 1000
    # After the last step all of them serve again, each with the metrics that Prometheus asks for.
    targets = re.findall(
        r'"(127\.[\d.:]+)"', (machine.folder / "etc/prometheus/prometheus.yml").read_text()
    )
    assert len(targets) == 3
    for target in targets:
        with urllib.request.urlopen(f"http://{target}/metrics") as answer:
            assert 'nardy_processes{state="refused"} 0.0' in answer.read().decode()
    secret = machine.folder / "etc/nardy/relay"
    assert secret.stat().st_mode & 0o777 == 0o600
    if caddy := shutil.which("caddy"):
        config = str(machine.folder / "etc/caddy/Caddyfile")
        subprocess.run(
            [caddy, "validate", "--adapter", "caddyfile", "--config", config], check=True
        )
    # Nobody sees the password of the database among the arguments of the processes.
    for pid in (machine.folder / "run").glob("*/pid"):
        assert "postgresql" not in Path(f"/proc/{pid.read_text()}/cmdline").read_text()
